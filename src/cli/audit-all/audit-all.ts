import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditsTogether, lacksRequiredPower } from '../../audit/index.ts';
import { checkWhole } from '../../check.ts';
import { parseClaim } from '../../claims/index.ts';
import type { Correction } from '../../corrections.ts';
import { checkTau } from '../../levels.ts';
import { quotedPath } from '../../quote.ts';
import { manyData, manyJunit, manyPage, manyText } from '../../report/index.ts';
import { writeFailure } from '../audit/write-failure.ts';
import { commandLine } from '../audit/write-report.ts';
import { sha256Of } from '../input/sha256.ts';
import { makeFolders, Outputs } from '../output/index.ts';
import { significance } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { clearProgress, ProgressLine } from '../shell/progress.ts';
import { VERSION } from '../shell/version.ts';
import type { AuditCommand } from '../work/audit.ts';
import auditOne, { type AuditEnd, type AuditTask, keptEnd, keyOf, REPORT } from './audit-one.ts';
import { findAudits } from './find-audits.ts';

/** What may be typed for `onerun audit-all`: for each audit, and for all. */
export interface AuditAllCommand extends Omit<AuditCommand, 'json' | 'out'> {
  out: string;
  correction: Correction;
  workers?: number;
  json?: true;
}

/** The folder of the reports, with a folder for each audit, and the page that is made anew each time. */
const REPORTS = 'reports';
const PAGE = 'index.html';

/** Audits all, and where that fails leaves the failure in the file of test results. */
export async function auditAll(paths: readonly string[], typed: AuditAllCommand): Promise<CommandOutcome> {
  try {
    return await allAudited(paths, typed);
  } catch (error) {
    await writeFailure(typed, paths, error);
    throw error;
  }
}

async function allAudited(paths: readonly string[], command: AuditAllCommand): Promise<CommandOutcome> {
  const { out, correction, workers = availableParallelism(), json, junit, force, ...each } = command;
  const { confidence: _, tau: __, ...typed } = each;
  const tau = significance(command);
  checkTau(tau);
  checkWhole('workers', workers, 1, 1024);
  if (typed.claim !== undefined) parseClaim(typed.claim);
  const inputs = await findAudits(paths, [typed.plan, typed.assignment, typed.commitment]);
  const goesOn = existsSync(join(out, REPORTS));
  const outputs = await Outputs.collect({
    files: [junit],
    folder: { path: out, files: [PAGE] },
    ...{ inputs, force },
    ours: async (path) => goesOn && basename(path) === PAGE,
  });
  const names = inputs.map(fileName);
  const tasks = inputs.map((path, i): AuditTask => {
    const folder = join(out, REPORTS, names[i]);
    return { path, typed, tau, command: commandLine(), folder, key: null };
  });
  for (const task of tasks) makeFolders(task.folder);
  const ends = await auditEach(tasks, workers);
  const ended = ends.map((end, i) => ({
    ...end,
    name: quotedPath(inputs[i]),
    report: end.result === null ? null : `${REPORTS}/${names[i]}/${REPORT}`,
  }));
  const many = auditsTogether(ended, { tau, correction });
  const page = join(out, PAGE);
  outputs.put(page, manyPage(many, VERSION, new Date().toISOString()));
  if (junit !== undefined) outputs.put(junit, manyJunit(many));
  await outputs.place();
  const printed = json === undefined ? { words: manyText(many, page) } : { json: manyData(many) };
  const outcomes = many.rows.map(({ outcome }) => outcome);
  if (outcomes.includes('refuted')) return { code: EXIT.refuted, ...printed };
  const open = outcomes.filter((outcome) => outcome === 'error' || outcome === 'no-verdict').length;
  const weak = many.rows.filter(({ result }) => result !== null && lacksRequiredPower(result)).length;
  if (open + weak === 0) return { code: EXIT.consistent, ...printed };
  const problem =
    open > 0
      ? `${open} of ${inputs.length} audits have no answer`
      : `${weak} of ${inputs.length} audits ${weak === 1 ? 'has' : 'have'} less power than is required`;
  return { code: EXIT.invalid, ...printed, problem };
}

/** A name that is safe on every system, and its own for every path. */
function fileName(path: string): string {
  const plain = [...path.normalize('NFC').replace(/[^\p{L}\p{N}_]+/gu, '-')].slice(-40).join('');
  return `${plain}-${sha256Of(path).slice(0, 8)}`.replace(/^-+/, '');
}

/** Threads start from built files. */
const IS_SOURCE = import.meta.url.endsWith('.ts');

/** Does what was not kept, in threads. */
async function auditEach(tasks: readonly AuditTask[], workers: number): Promise<AuditEnd[]> {
  const { Piscina } = await import('piscina');
  const filename = fileURLToPath(new URL('./audit-worker.js', import.meta.url));
  const pool = new Piscina({ filename, minThreads: 0, maxThreads: workers });
  const line = new ProgressLine();
  const ends: Promise<AuditEnd>[] = [];
  let done = 0;
  const endOf = async (task: AuditTask): Promise<AuditEnd> => {
    const end = IS_SOURCE ? auditOne(task) : pool.run(task);
    const found = await end.catch((error: Error) => ({ result: null, error: error.message }));
    done++;
    if (line.isDue()) line.write(`${done} audits of ${tasks.length} done`);
    return found;
  };
  for (const plain of tasks) {
    const task = { ...plain, key: await keyOf(plain) };
    const kept = await keptEnd(task);
    ends.push(kept === null ? endOf(task) : Promise.resolve(kept));
  }
  return Promise.all(ends).finally(() => {
    clearProgress();
    return pool.destroy();
  });
}
