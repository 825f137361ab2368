import {
  type AuditFile,
  type AuditOptions,
  type AuditResult,
  audit,
  InvalidInput,
} from '../../../src/index.ts';
import {
  blobSource,
  MemoryUse,
  type ReadOptions,
  type ReadRun,
  readRun,
  readRunPair,
} from '../../../src/io/index.ts';

/** What a file is for. */
export type Role = 'scores' | 'assignment' | 'members' | 'others';

export interface GivenFile {
  /** Tells files apart that have the same name. */
  readonly key: number;
  readonly role: Role;
  readonly file: File;
}

/** What is to be read, and how. */
export interface Reading {
  readonly files: readonly GivenFile[];
  readonly options: Pick<ReadOptions, 'columns' | 'options' | 'lowerIsIn' | 'limits'>;
}

/** What one run's files hold. */
export interface Found {
  readonly name: string;
  readonly rows: number;
  readonly kind: 'membership' | 'reconstruction';
}

/** How far it is: `share` from 0 to 1, or null where nobody knows. */
export type Report = (stage: string, share: number | null) => void;

let kept: { readonly key: string; readonly runs: readonly ReadRun[] } | null = null;

/** Reads files and says what they hold; what was read stays at hand. */
export async function readFiles(reading: Reading, report: Report): Promise<Found[]> {
  const runs = await runsOf(reading, report);
  return runs.map(({ input, scores }) => ({ name: input.name, rows: input.rows, kind: scores.kind }));
}

/** From files to everything that can be said: the result of `onerun audit`. */
export async function auditFiles(
  reading: Reading,
  options: AuditOptions,
  report: Report,
): Promise<AuditResult> {
  const runs = await runsOf(reading, report);
  report('Testing', null);
  const files = assignmentOf(reading, runs);
  return audit(runs, { ...options, provenance: { ...options.provenance, files } });
}

/** The assignment that the scores were joined to, by name and hash. */
function assignmentOf({ files }: Reading, [run]: readonly ReadRun[]): AuditFile[] {
  const given = files.find(({ role }) => role === 'assignment');
  if (given === undefined || run.assignmentSha256 === undefined) return [];
  return [{ role: 'assignment', name: given.file.name, sha256: run.assignmentSha256 }];
}

async function runsOf(reading: Reading, report: Report): Promise<readonly ReadRun[]> {
  const { files, options } = reading;
  const key = JSON.stringify([files.map((file) => [file.key, file.role]), options]);
  if (kept?.key === key) return kept.runs;
  kept = null;
  const runs = await read(reading, throttled(report));
  kept = { key, runs };
  return runs;
}

async function read({ files, options }: Reading, report: Report): Promise<ReadRun[]> {
  const of = (role: Role) =>
    files.filter((given) => given.role === role).map(({ file }) => blobSource(file.name, file));
  const [scores, assignments, members, others] = [
    of('scores'),
    of('assignment'),
    of('members'),
    of('others'),
  ];
  const progress = (name: string) => (done: number, total: number) =>
    report(`Reading ${name}`, total > 0 ? Math.min(1, done / total) : null);
  if (members.length > 0 || others.length > 0) {
    if (members.length !== 1 || others.length !== 1)
      throw new InvalidInput('scores of members and of others go together: one NPY file each');
    if (scores.length > 0)
      throw new InvalidInput('scores of members and of others take the place of score files');
    const { limits = {} } = options;
    return [await readRunPair(members[0], others[0], { limits, onProgress: progress(members[0].name) })];
  }
  if (scores.length === 0) throw new InvalidInput('no scores; choose a score file');
  if (assignments.length > 1) throw new InvalidInput('one assignment at most; choose one');
  if (scores.length > 1 && assignments.length > 0)
    throw new InvalidInput('an assignment goes with one run: with several, put included into each file');
  const [assignment] = assignments;
  const runs: ReadRun[] = [];
  const memoryUse = new MemoryUse();
  for (const source of scores)
    runs.push(
      await readRun(source, {
        ...options,
        memoryUse,
        ...(assignment === undefined ? {} : { assignment }),
        onProgress: progress(source.name),
      }),
    );
  return runs;
}

/** Tells the page no more often than it can show. */
function throttled(report: Report): Report {
  let last = -Infinity;
  return (stage, share) => {
    const now = performance.now();
    if (now - last < 40 && share !== 1) return;
    last = now;
    report(stage, share);
  };
}
