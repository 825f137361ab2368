import type { DesignChoices } from '../../../src/audit-choices.ts';
import {
  type AuditFile,
  type AuditOptions,
  type AuditResult,
  audit,
  InvalidInput,
} from '../../../src/index.ts';
import {
  blobSource,
  DEFAULT_LIMITS,
  lookAtTable,
  MemoryUse,
  type ReadOptions,
  type ReadRun,
  readRunPair,
  readRuns,
  type TableLook,
} from '../../../src/io/index.ts';
import { type DrawnSeeds, drawnFor } from '../drawn-seeds.ts';
import { contentsOf, type FileContents } from '../file-contents.ts';

/** What a file is for. */
export type FileRole = 'scores' | 'assignment' | 'members' | 'others';

export interface GivenFile {
  /** Unique: files may have the same name. */
  readonly key: number;
  readonly role: FileRole;
  readonly file: File;
}

/** A run folder: its files by their path in it. */
export interface GivenFolder {
  readonly key: number;
  readonly name: string;
  readonly files: ReadonlyMap<string, File>;
}

/** What is to be read, and how. */
export interface FilesToRead {
  readonly files: readonly GivenFile[];
  readonly folders: readonly GivenFolder[];
  readonly options: Pick<ReadOptions, 'columns' | 'options' | 'lowerIsIn' | 'limits'>;
  /** What is typed, and goes before the plans and manifests of run folders. */
  readonly typed: DesignChoices;
  /** Whether the audit may depart from a plan. */
  readonly departFromPlan: boolean;
}

/** Told of each stage, and the share of it that is done, from 0 to 1, or null where it is not known. */
export type ProgressReport = (stage: string, share: number | null) => void;

/** The beginning of a file. */
export interface FileLook extends TableLook {
  readonly key: number;
  readonly name: string;
  readonly role: FileRole;
}

/** The columns and first rows of the first score file and of the assignment, where they have columns. */
export async function lookAtFiles({ files, options }: FilesToRead): Promise<FileLook[]> {
  const looks: FileLook[] = [];
  for (const role of ['scores', 'assignment'] as const) {
    const given = files.find((one) => one.role === role);
    if (given === undefined) continue;
    const { key, file } = given;
    const { limits = {}, columns = {} } = options;
    const look = await lookAtTable(blobSource(file.name, file), { limits, columns }).catch(() => null);
    if (look !== null) looks.push({ ...look, key, name: file.name, role });
  }
  return looks;
}

let kept: { readonly key: string; readonly runs: readonly ReadRun[] } | null = null;

/** What reads run folders, loaded when there is one. */
const runFolders = () => import('../../../src/design/index.ts');

/** What the manifests of run folders and their plans fix. */
export async function folderChoices(reading: FilesToRead): Promise<DesignChoices> {
  const { choicesOf } = await runFolders();
  return choicesOf((await designOf(reading, () => {}, {})).design);
}

/** Reads files and says what they hold; what was read is kept for the audit. */
export async function readFiles(reading: FilesToRead, report: ProgressReport): Promise<FileContents[]> {
  const runs =
    reading.folders.length > 0
      ? (await readFolders(reading, report)).read.runs
      : await runsOf(reading, report);
  return contentsOf(
    runs.map(({ input }) => input),
    runs[0].scores.kind,
  );
}

/** The result of `onerun audit` on these files, with the draw of their first audit where that was fresh. */
export async function auditFiles(
  reading: FilesToRead,
  options: AuditOptions,
  report: ProgressReport,
  drawn: DrawnSeeds = [],
): Promise<AuditResult> {
  if (reading.folders.length > 0) {
    const { auditOfDesign } = await runFolders();
    const { place, design, read, typed } = await readFolders(reading, report);
    report('Testing', null);
    const isFresh = design.seed === undefined && read.seed === null;
    const seed = isFresh ? drawnFor(drawn, { ...read.provenance, runs: inputsOf(read.runs) }) : null;
    return auditOfDesign(place, { ...design, ...seed }, read, {
      ...(options.provenance === undefined ? {} : { provenance: options.provenance }),
      stated: typed,
    });
  }
  const runs = await runsOf(reading, report);
  report('Testing', null);
  const files = assignmentOf(reading, runs);
  const seed = options.seed === undefined ? drawnFor(drawn, { runs: inputsOf(runs), files }) : null;
  return audit(runs, { ...options, ...seed, provenance: { ...options.provenance, files } });
}

function inputsOf<Input>(runs: readonly { readonly input: Input }[]): Input[] {
  return runs.map(({ input }) => input);
}

/** The assignment that the scores were joined to, by name and hash. */
function assignmentOf({ files }: FilesToRead, [run]: readonly ReadRun[]): AuditFile[] {
  const given = files.find(({ role }) => role === 'assignment');
  if (given === undefined || run.assignmentSha256 === undefined) return [];
  return [{ role: 'assignment', name: given.file.name, sha256: run.assignmentSha256 }];
}

/** The design of run folders, with what is typed put before it. */
async function designOf(
  { files, folders, options, departFromPlan }: FilesToRead,
  report: ProgressReport,
  typed: DesignChoices,
) {
  const { designOfAuditIn, givenFiles } = await runFolders();
  const place = givenFiles(folders, (name) => progressOf(report, name));
  const paths = [...folders.map(({ name }) => name), ...files.map(({ file }) => file.name)];
  const stated = { choices: typed, ...(departFromPlan ? { departFromPlan } : {}) };
  const design = await designOfAuditIn(place, paths, stated, { ...DEFAULT_LIMITS, ...options.limits });
  return { place, design };
}

/** The runs of folders by their design. */
async function readFolders(reading: FilesToRead, report: ProgressReport) {
  const { canonical, readAuditRunsIn } = await runFolders();
  const fixed = await folderChoices(reading);
  // The form states a claim always: one that says the same as the manifest's is the manifest's.
  const { claim, ...others } = reading.typed;
  const same =
    claim !== undefined && fixed.claim !== undefined && canonical(claim) === canonical(fixed.claim);
  const typed = same ? others : reading.typed;
  const { place, design } = await designOf(reading, throttled(report), typed);
  const { columns: { included, id, run } = {}, limits = {} } = reading.options;
  const read = await readAuditRunsIn(place, design, {
    limit: limits,
    ...(included === undefined ? {} : { includedColumn: included }),
    ...(id === undefined ? {} : { idColumn: id }),
    ...(run === undefined ? {} : { runColumn: run ?? 'none' }),
  });
  return { place, design, read, typed };
}

function progressOf(report: ProgressReport, name: string) {
  return (done: number, total: number) =>
    report(`Reading ${name}`, total > 0 ? Math.min(1, done / total) : null);
}

async function runsOf(reading: FilesToRead, report: ProgressReport): Promise<readonly ReadRun[]> {
  const { files, options } = reading;
  const key = JSON.stringify([files.map((file) => [file.key, file.role]), options]);
  if (kept?.key === key) return kept.runs;
  kept = null;
  const runs = await read(reading, throttled(report));
  kept = { key, runs };
  return runs;
}

async function read({ files, options }: FilesToRead, report: ProgressReport): Promise<ReadRun[]> {
  const of = (role: FileRole) =>
    files.filter((given) => given.role === role).map(({ file }) => blobSource(file.name, file));
  const [scores, assignments, members, others] = [
    of('scores'),
    of('assignment'),
    of('members'),
    of('others'),
  ];
  const progress = (name: string) => progressOf(report, name);
  if (members.length > 0 || others.length > 0) {
    if (members.length !== 1 || others.length !== 1)
      throw new InvalidInput('scores of canaries in and of canaries out go together: one NPY file each');
    if (scores.length > 0)
      throw new InvalidInput('scores of canaries in and of canaries out take the place of score files');
    const { limits = {} } = options;
    return [await readRunPair(members[0], others[0], { limits, onProgress: progress(members[0].name) })];
  }
  if (scores.length === 0) throw new InvalidInput('no scores; choose a score file');
  if (assignments.length > 1) throw new InvalidInput('one assignment at most; choose one');
  if (scores.length > 1 && assignments.length > 0)
    throw new InvalidInput(
      'an assignment goes with one score file: with several, put included into each, or all runs into one file with a column of runs',
    );
  const [assignment] = assignments;
  const runs: ReadRun[] = [];
  const memoryUse = new MemoryUse();
  for (const source of scores)
    runs.push(
      ...(await readRuns(source, {
        ...options,
        memoryUse,
        ...(assignment === undefined ? {} : { assignment }),
        onProgress: progress(source.name),
      })),
    );
  return runs;
}

/** Reports at most 25 times a second, and always the end. */
function throttled(report: ProgressReport): ProgressReport {
  let last = -Infinity;
  return (stage, share) => {
    const now = performance.now();
    if (now - last < 40 && share !== 1) return;
    last = now;
    report(stage, share);
  };
}
