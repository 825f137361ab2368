import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { auditsTogether, type EndedAudit } from '../../audit/index.ts';
import { checkWhole } from '../../check.ts';
import type { Correction } from '../../corrections.ts';
import type { FilePlace } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { type ManyAudits, manyData, manyText, outcomeCounts } from '../../report/index.ts';
import { writeFailure } from '../audit/write-failure.ts';
import { withFolderLock } from '../ledger/index.ts';
import { makeFolders } from '../output/index.ts';
import { queueAddress } from '../queue/address.ts';
import { significance } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { clearProgress, ProgressLine } from '../shell/progress.ts';
import { checkLog } from '../sweep/figure-files.ts';
import { threadsFor } from '../tasks/threads.ts';
import { type AuditRequest, settingsOfTyped, type TypedSettings } from './audit-request.ts';
import { auditsOutputs, oldReportsIn, writeAudits } from './audits-files.ts';
import { AuditsLog } from './audits-log.ts';
import { engineFor } from './engine-for.ts';
import { type AuditsPlace, auditsPlace, foundIn, pathsWithin } from './find/audits-place.ts';
import type { FoundAudits } from './find/find-audits.ts';
import { folderPlace } from './folder-place.ts';
import { judgedBefore, manyQuestion } from './judged-before.ts';
import { type PreparedAudit, prepareAudit } from './prepare-audits.ts';
import { reportNames } from './report-names.ts';
import { AUDITS_LOCK, AUDITS_LOG, REPORTS } from './result-names.ts';
import { type ReportedAudit, runAudits } from './run-audits.ts';

/** What may be typed for `onerun audit-all`. */
export interface AuditAllCommand extends TypedSettings {
  out: string;
  correction: Correction;
  workers?: number;
  queue?: string;
  force?: true;
  json?: true;
  junit?: string;
}

/** Audits all, and where that fails leaves the failure in the file of test results. */
export async function auditAll(given: string, typed: AuditAllCommand): Promise<CommandOutcome> {
  try {
    return await allAudited(given, typed);
  } catch (error) {
    if (typed.junit !== undefined) await writeFailure(typed.junit, [given], error);
    throw error;
  }
}

/** Audits all that a folder or a list names, and judges the claims together. */
async function allAudited(given: string, typed: AuditAllCommand): Promise<CommandOutcome> {
  const { out, workers = 1 } = typed;
  checkQueue(typed);
  checkWhole('workers', workers, 1, 1024);
  const tau = significance(typed);
  const where = await auditsPlace(given);
  const place = folderPlace(where.folder);
  const { confidence: _, ...others } = typed;
  const settings = pathsWithin(where.folder, settingsOfTyped({ ...others, tau }));
  const found = await foundIn(place, where, out, settings);
  const audits = await prepared(place, where.folder, found, settings);
  await makeFolders(join(out, REPORTS));
  return withFolderLock(out, AUDITS_LOCK, () => auditedInto(where, { found, audits, tau }, typed));
}

/** Everything there is to audit, and the level of all together. */
interface AllAudits {
  readonly found: FoundAudits;
  readonly audits: readonly ReportedAudit[];
  readonly tau: number;
}

/** Does the audits that are missing, judges all and writes the results. The folder is locked meanwhile. */
async function auditedInto(
  where: AuditsPlace,
  { found, audits, tau }: AllAudits,
  typed: AuditAllCommand,
): Promise<CommandOutcome> {
  const { out, correction, queue, workers = availableParallelism() } = typed;
  const asEvents = typed.json === true;
  const inputs = inputsOf(where, audits);
  await checkLog(join(out, AUDITS_LOG), inputs);
  const log = await AuditsLog.open(join(out, AUDITS_LOG));
  const reports = audits.map(({ report }) => report);
  const { junit, force } = typed;
  const outputs = await auditsOutputs(out, reports, { log, inputs, junit, force });
  const asked = manyQuestion(
    audits.map(({ task }) => task?.key ?? null),
    { tau, correction },
  );
  const earlier = judgedBefore(log, asked);
  const { keys: _, ...question } = asked;
  log.begin(question);
  const errors = await runAudits(audits, {
    out,
    log,
    asEvents,
    // Workers behind a queue have memory of their own.
    threadsFor: (bytes) => (queue === undefined ? threadsFor(workers, bytes) : 1),
    openEngine: (threads) => engineFor({ queue, threads, folder: where.folder, asEvents }),
  });
  const ended = audits.map((audit) => endOf(audit, log, errors));
  const linked = ended.flatMap(({ report }) => (report === null ? [] : [report]));
  const many: ManyAudits = {
    ...auditsTogether(ended, { tau, correction }),
    skipped: skippedOf(found, audits),
    earlier,
    oldReports: oldReportsIn(out, linked, log),
  };
  const files = await writeAudits(out, many, outputs, { log, junit });
  log.begin({ ...question, refuted: outcomeCounts(many).refuted });
  return outcomeOfAudits(many, { ...files, reports: join(out, REPORTS), log: log.path }, typed);
}

/** Refuses an address that is none, and threads of this machine beside workers of others. */
function checkQueue({ queue, workers }: AuditAllCommand): void {
  if (queue === undefined) return;
  queueAddress(queue);
  if (workers !== undefined)
    throw new InvalidInput(
      '--workers is for threads of this machine and does not go with --queue: onerun worker --threads says how many a worker has',
    );
}

async function prepared(
  place: FilePlace,
  folder: string,
  { audits }: FoundAudits,
  settings: AuditRequest,
): Promise<ReportedAudit[]> {
  const names = reportNames(audits.map(({ name, path }) => (name === '.' ? basename(folder) : name || path)));
  const line = new ProgressLine();
  const found: ReportedAudit[] = [];
  for (const [i, audit] of audits.entries()) {
    if (line.isDue()) line.write(`reading and hashing ${i + 1} of ${audits.length}`);
    found.push({
      ...(await prepareAudit(place, folder, audit, settings)),
      report: `${REPORTS}/${names[i]}.html`,
    });
  }
  clearProgress();
  return found;
}

/** Everything that is read, and so never written to. */
function inputsOf({ folder, list }: AuditsPlace, audits: readonly PreparedAudit[]): string[] {
  const read = audits.flatMap(({ found, files }) => [found.path, ...files.map(({ path }) => path)]);
  return [...new Set([...(list === null ? [] : [list]), ...read])].map((path) => join(folder, path));
}

/** What was not audited; files in run folders that no manifest names among it. */
function skippedOf({ skipped, inRuns }: FoundAudits, audits: readonly PreparedAudit[]) {
  const read = new Set(audits.flatMap(({ files }) => files.map(({ path }) => path)));
  const unnamed = inRuns.filter((path) => !read.has(path));
  return [
    ...skipped,
    ...unnamed.map((path) => ({ path, why: 'in a run folder whose manifest does not name it' })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function endOf(
  { found, files, task, error, report }: ReportedAudit,
  log: AuditsLog,
  errors: ReadonlyMap<string, string>,
): EndedAudit {
  const failure = error ?? errors.get(task?.key ?? '') ?? null;
  const logged = failure === null && task !== null ? log.get(task.key) : undefined;
  return {
    name: quotedPath(found.name),
    path: found.path,
    kind: found.isRun ? 'run' : 'scores',
    files,
    summary: logged?.summary ?? null,
    evidence: logged?.evidence ?? null,
    error: logged === undefined ? quoted(failure ?? 'it was not audited', 1000) : null,
    report: logged === undefined ? null : report,
  };
}

/** The exit code: 1 where a claim is refuted among all, 2 where audits have no answer and none is refuted. */
function outcomeOfAudits(
  many: ManyAudits,
  files: Readonly<Record<string, string>>,
  { json }: AuditAllCommand,
): CommandOutcome {
  const counts = outcomeCounts(many);
  const open = counts.error + counts['no-verdict'];
  const unanswered = open > 0 ? EXIT.invalid : EXIT.consistent;
  const code = counts.refuted > 0 ? EXIT.refuted : unanswered;
  const first = many.rows.find(({ outcome }) => outcome === 'error' || outcome === 'no-verdict');
  const problem =
    first === undefined
      ? {}
      : {
          problem: `${open} of ${many.rows.length} audits ${open === 1 ? 'has' : 'have'} no answer, the first: ${first.name}: ${first.error ?? first.summary?.failed.join('; ')}`,
        };
  const printed =
    json === undefined
      ? { text: manyText(many, [files.page, files.csv, files.jsonl, files.reports].map(quotedPath)) }
      : { json: manyData(many, files) };
  return { code, ...printed, ...problem };
}
