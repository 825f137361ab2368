import { gzipSync } from 'node:zlib';
import { type AuditSummary, summaryOf } from '../../audit/index.ts';
import { auditHtml } from '../../bench/index.ts';
import { definedOnly } from '../../defined-only.ts';
import {
  type AuditDesign,
  auditOfDesign,
  type DesignChoices,
  designOfAuditIn,
  type FilePlace,
  filesOf,
  type ReadAudit,
  readAuditRunsIn,
} from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { loadPlots } from '../../report/index.ts';
import { reportScript } from '../audit/report-script.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { sha256Of } from '../input/sha256.ts';
import { plotDocument } from '../output/index.ts';
import { messageWithFlags } from '../shell/flags.ts';
import { VERSION } from '../shell/version.ts';
import { type AuditRequest, auditCommandLine, namedFiles } from './audit-request.ts';
import { evidenceHash } from './evidence-hash.ts';
import { checkWithin, folderPlace, hashIn } from './folder-place.ts';

/** One audit of many, as plain data. */
export interface AuditTask {
  /** A score file or a run folder. */
  readonly path: string;
  /** What was stated for this audit. */
  readonly settings: AuditRequest;
  /** What was stated for all, and holds where a manifest or its plan says nothing. */
  readonly defaults: AuditRequest;
  /** Of every file that is read, by its path. */
  readonly sha256: Readonly<Record<string, string>>;
  /** Chooses among equal scores where nothing else was fixed for that. */
  readonly draw: string;
}

/** What an audit of many comes to. */
export interface AuditTaskResult {
  readonly summary: AuditSummary;
  /** Of what was read as scores, whatever the format of its file and the order of its rows. */
  readonly evidence: string;
  readonly report: { readonly sha256: string; readonly gzip: string };
}

/** Said in the report of each. */
const ONE_OF_MANY =
  'this audit is one of several that were judged together, and this page judges it alone: what is refuted once their number is taken into account stands in index.html, in the folder above';

/** Audits a score file or a run folder that lies below a folder. */
export async function auditOne(task: AuditTask, folder: string): Promise<AuditTaskResult> {
  const place = folderPlace(folder);
  const { path, settings, sha256 } = task;
  for (const file of [path, ...Object.keys(sha256), ...namedFiles(settings)]) checkWithin(folder, file);
  const limits = { ...DEFAULT_LIMITS, ...settings.limit };
  try {
    const { design, added } = await designOfOne(place, task, limits);
    const read = await readAuditRunsIn(place, design, readingOf(task));
    checkHashes(task, hashesOf(design, read));
    const command = auditCommandLine(task.path, { ...settings, ...(added as AuditRequest) });
    return await reported(task, place, design, read, command);
  } catch (error) {
    // What is wrong with a file that is not the one that was meant is of no use.
    if (error instanceof InvalidInput) await checkFiles(task, place, limits);
    const told = withLimitFlag(error);
    throw told instanceof InvalidInput ? new InvalidInput(messageWithFlags(told)) : told;
  }
}

interface DesignOfOne {
  readonly design: AuditDesign;
  /** What was taken from what holds for all. */
  readonly added: DesignChoices;
}

/** The design: what was stated for the audit, its plan, its manifest, and for the rest what holds for all. */
export async function designOfOne(
  place: FilePlace,
  { path, settings, defaults }: Pick<AuditTask, 'path' | 'settings' | 'defaults'>,
  limits: Limits,
): Promise<DesignOfOne> {
  const { plan, assignment, commitment, departFromPlan } = settings;
  const departs = departFromPlan === true || undefined;
  const stated = definedOnly({ plan, assignment, commitment, departFromPlan: departs });
  const design = await designOfAuditIn(place, [path], { choices: choicesIn(settings), ...stated }, limits);
  const left = Object.entries(choicesIn(defaults)).filter(
    ([name]) => design[name as keyof DesignChoices] === undefined,
  );
  const added: DesignChoices = Object.fromEntries(left);
  const seedFrom = added.seed === undefined ? {} : { seedFrom: 'stated' as const };
  return { design: { ...design, ...added, ...seedFrom }, added };
}

/** Every file that an audit reads, by its path within the folder. */
export function filesOfOne(design: AuditDesign, settings: AuditRequest): string[] {
  return [...new Set([...filesOf(design), ...namedFiles(settings)])].sort();
}

function choicesIn(settings: AuditRequest): DesignChoices {
  const { method: _, plan: __, departFromPlan: ___, assignment: ____, commitment: _____, ...rest } = settings;
  const { requirePower, includedColumn, idColumn, runColumn, limit, ...choices } = rest;
  return choices;
}

/** How the files are read and tested, beyond what a design says. */
function readingOf({ settings, defaults }: AuditTask): AuditRequest {
  return { ...defaults, ...settings };
}

async function reported(
  task: AuditTask,
  place: FilePlace,
  design: AuditDesign,
  read: ReadAudit,
  command: string,
): Promise<AuditTaskResult> {
  const { method, requirePower, atLeast } = readingOf(task);
  const isDrawn = design.seed === undefined && read.seed === null;
  const drawn = isDrawn ? { ...design, seed: task.draw, seedFrom: 'fresh' as const } : design;
  const found = auditOfDesign(place, drawn, read, {
    ...definedOnly({ methods: method, requirePower }),
    plots: true,
    provenance: { version: VERSION, command },
    stated: definedOnly({ atLeast }),
  });
  const [{ auditPlots }, document] = await Promise.all([loadPlots(), plotDocument()]);
  const page = auditHtml(
    { ...found, notes: [...found.notes, ONE_OF_MANY] },
    {
      plots: auditPlots(found, document),
      command,
      date: new Date().toISOString(),
      version: VERSION,
      script: reportScript(),
    },
  );
  const bytes = Buffer.from(page);
  return {
    summary: summaryOf(found),
    evidence: evidenceHash(read.runs.map(({ scores }) => scores)),
    report: { sha256: sha256Of(bytes), gzip: gzipSync(bytes).toString('base64') },
  };
}

/** What was hashed while it was read. */
function hashesOf({ paths }: AuditDesign, { runs, provenance }: ReadAudit): Map<string, string> {
  const scores = runs[0].input.sha256;
  return new Map([
    ...provenance.files.map(({ name, sha256 }) => [name, sha256] as const),
    ...(scores === null ? [] : [[paths[0], scores] as const]),
  ]);
}

/** Throws unless the files are those that the audit was asked for. */
function checkHashes({ sha256 }: AuditTask, found: ReadonlyMap<string, string>): void {
  for (const path of new Set([...Object.keys(sha256), ...found.keys()])) {
    const [meant, read] = [sha256[path], found.get(path)];
    if (meant !== read)
      throw new InvalidInput(
        `${quotedPath(path)} is not the file that was to be audited: its sha256 is ${short(read)}, not ${short(meant)}; it was changed, or this machine has another folder`,
      );
  }
}

const short = (hash: string | undefined) => (hash === undefined ? 'not known' : `${hash.slice(0, 12)}...`);

/** The same where the audit failed before all of it was read. */
async function checkFiles(task: AuditTask, place: FilePlace, limits: Limits): Promise<void> {
  const found = new Map<string, string>();
  for (const path of Object.keys(task.sha256)) {
    if (!(await place.isThere(path)))
      throw new InvalidInput(`cannot read ${quotedPath(path)}: it is not in the folder of this machine`);
    found.set(path, await hashIn(place, path, limits));
  }
  checkHashes(task, found);
}
