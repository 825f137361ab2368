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
  readRunPair,
  readRuns,
} from '../../../src/io/index.ts';
import { contentsOf, type FileContents } from '../file-contents.ts';

/** What a file is for. */
export type FileRole = 'scores' | 'assignment' | 'members' | 'others';

export interface GivenFile {
  /** Unique: files may have the same name. */
  readonly key: number;
  readonly role: FileRole;
  readonly file: File;
}

/** What is to be read, and how. */
export interface FilesToRead {
  readonly files: readonly GivenFile[];
  readonly options: Pick<ReadOptions, 'columns' | 'options' | 'lowerIsIn' | 'limits'>;
}

/** Told of each stage, and the share of it that is done, from 0 to 1, or null where it is not known. */
export type ProgressReport = (stage: string, share: number | null) => void;

let kept: { readonly key: string; readonly runs: readonly ReadRun[] } | null = null;

/** Reads files and says what they hold; what was read is kept for the audit. */
export async function readFiles(reading: FilesToRead, report: ProgressReport): Promise<FileContents[]> {
  const runs = await runsOf(reading, report);
  return contentsOf(
    runs.map(({ input }) => input),
    runs[0].scores.kind,
  );
}

/** The result of `onerun audit` on these files. */
export async function auditFiles(
  reading: FilesToRead,
  options: AuditOptions,
  report: ProgressReport,
): Promise<AuditResult> {
  const runs = await runsOf(reading, report);
  report('Testing', null);
  const files = assignmentOf(reading, runs);
  return audit(runs, { ...options, provenance: { ...options.provenance, files } });
}

/** The assignment that the scores were joined to, by name and hash. */
function assignmentOf({ files }: FilesToRead, [run]: readonly ReadRun[]): AuditFile[] {
  const given = files.find(({ role }) => role === 'assignment');
  if (given === undefined || run.assignmentSha256 === undefined) return [];
  return [{ role: 'assignment', name: given.file.name, sha256: run.assignmentSha256 }];
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
