import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { AuditFile } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits, MemoryUse, type ReadRun } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { readHashed } from '../input/documents.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { definedOnly } from '../shell/defined-only.ts';
import { clearProgress, shareProgress } from '../shell/progress.ts';
import type { AuditDesign, ReadAudit, ReadingOptions } from './audit-design.ts';
import { saltOfTexts } from './commitment.ts';
import type { RecordedHashes } from './manifest-file.ts';
import { type Committed, readPairFrom, readRunsFrom } from './read-run.ts';
import { readFolders } from './run-folders.ts';

/**
 * Reads the runs of an audit, and checks their coins against the commitment and the hashes of the manifest.
 */
export async function readAuditRuns(
  design: AuditDesign,
  reading: ReadingOptions,
  memoryUse = new MemoryUse(),
): Promise<ReadAudit> {
  if (design.folders !== undefined) return readFolders(design.folders, reading, readAuditRuns);
  const { assignment, commitment: path, departures } = design;
  const limits = { ...DEFAULT_LIMITS, ...reading.limit };
  const commitment = path === undefined ? null : await readCommitment(path, assignment, limits);
  const k = optionsOf(design, commitment);
  const withOptions = { ...design, ...(k === undefined ? {} : { options: k }) };
  const orWithFlag = (error: unknown) => {
    throw withLimitFlag(error);
  };
  const runs = await readRuns(withOptions, reading, commitment, { limits, memoryUse }).catch(orWithFlag);
  const choosing = await readChoosing(withOptions, reading, { limits, memoryUse }).catch(orWithFlag);
  clearProgress();
  const [{ assignmentSha256: sha256 }] = runs;
  const assigned: AuditFile[] =
    assignment === undefined || sha256 === undefined
      ? []
      : [{ role: 'assignment', name: assignment, sha256 }];
  if (design.sha256 !== undefined)
    checkRecorded(design.sha256, { name: design.paths[0], sha256: runs[0].input.sha256 }, assigned.at(0));
  const files: AuditFile[] = [
    ...design.files,
    ...assigned,
    ...(path === undefined || commitment === null
      ? []
      : [{ role: 'commitment' as const, name: path, sha256: commitment.sha256 }]),
    ...(reading.thresholdFrom === undefined
      ? []
      : [{ role: 'threshold' as const, name: reading.thresholdFrom, sha256: choosing[0].input.sha256 }]),
  ];
  const committed = commitment === null ? null : tieSeed(commitment.salt);
  const seed =
    design.seed !== undefined || committed === null
      ? null
      : { seed: committed, seedFrom: 'commitment' as const };
  const otherSeed =
    design.seedFrom === 'stated' && committed !== null && design.seed !== committed
      ? [`seed ${design.seed} in place of ${committed} from the commitment`]
      : [];
  return {
    runs,
    provenance: {
      files,
      commitment: commitment === null ? null : { checked: true, hash: commitment.hash },
      departures: [...departures, ...otherSeed],
    },
    seed,
    ...(k === undefined ? {} : { options: k }),
    ...(choosing.length === 0 ? {} : { thresholdFrom: choosing }),
  };
}

interface HashedFile {
  readonly name: string;
  readonly sha256: string;
}

/** Refuses scores or an assignment that are not those the manifest was written for. */
function checkRecorded(
  { scores, assignment }: RecordedHashes,
  read: HashedFile,
  assigned: HashedFile | undefined,
): void {
  for (const [expected, file, what] of [
    [scores, read, 'scores'],
    [assignment, assigned, 'assignment'],
  ] as const) {
    if (expected === undefined || file?.sha256 === expected) continue;
    throw new InvalidInput(
      file === undefined
        ? `the manifest records the sha256 of an ${what} but names none`
        : `${file.name} is not what the manifest records as its ${what}: it was changed after the run (sha256 ${file.sha256.slice(0, 12)}..., not ${expected.slice(0, 12)}...)`,
    );
  }
}

/** The number of options as the design says it, or the commitment; both must agree. */
function optionsOf({ options }: AuditDesign, commitment: Commitment | null): number | undefined {
  if (commitment === null) return options;
  if (options !== undefined && options !== commitment.k)
    throw new InvalidInput(`invalid options; the commitment is to ${commitment.k} options: ${options}`);
  return commitment.k;
}

/**
 * The tie-breaking seed of a commitment: from its salt, which was fixed with the coins and is independent of
 * them.
 */
function tieSeed(salt: string): string {
  return createHash('sha256').update(`ties ${salt}`).digest('hex').slice(0, 16);
}

async function readRuns(
  design: AuditDesign,
  reading: ReadingOptions,
  commitment: Commitment | null,
  bounds: ReadingBounds,
): Promise<ReadRun[]> {
  const { paths, assignment } = design;
  if ((reading.in === undefined) !== (reading.out === undefined))
    throw new InvalidInput('--in and --out go together: the scores of members and of others');
  const pair = reading.in !== undefined && reading.out !== undefined ? [reading.in, reading.out] : [];
  if (pair.length > 0) {
    if (paths.length > 0) throw new InvalidInput('--in and --out take the place of score files');
    return [await readPairFrom(pair[0], pair[1], bounds.limits)];
  }
  if (paths.length === 0)
    throw new InvalidInput('no scores; name a file, a run directory, or - for standard input');
  if (paths.length > 1 && assignment !== undefined)
    throw new InvalidInput(
      '--assignment goes with one score file: with several, put included into each, or all runs into one file with a column of runs',
    );
  const runs: ReadRun[] = [];
  for (const path of paths)
    runs.push(
      ...(await readRunsFrom(
        path,
        assignment,
        bounds.limits,
        howToRead(path, design, reading, bounds),
        commitment ?? undefined,
      )),
    );
  return runs;
}

/** What all files of one audit are held to together. */
interface ReadingBounds {
  readonly limits: Limits;
  readonly memoryUse: MemoryUse;
}

/** The runs that choose the threshold of the classical test; none where no file of them is named. */
async function readChoosing(
  design: AuditDesign,
  reading: ReadingOptions,
  bounds: ReadingBounds,
): Promise<ReadRun[]> {
  const { thresholdFrom: path } = reading;
  if (path === undefined) return [];
  return readRunsFrom(path, undefined, bounds.limits, howToRead(path, design, reading, bounds));
}

function howToRead(
  path: string,
  { options, scoreColumn, lowerIsIn }: AuditDesign,
  { includedColumn, idColumn, runColumn }: ReadingOptions,
  { memoryUse }: ReadingBounds,
) {
  return {
    memoryUse,
    ...definedOnly({ options, lowerIsIn }),
    columns: definedOnly({
      score: scoreColumn,
      included: includedColumn,
      id: idColumn,
      run: runColumn === undefined ? undefined : runColumnOf(runColumn),
    }),
    onProgress: shareProgress(`reading ${path === '-' ? 'standard input' : quotedPath(basename(path))}`),
  };
}

/** What is typed for the column of runs: its name, or `none`. */
function runColumnOf(typed: string): string | null {
  return typed === 'none' ? null : typed;
}

interface Commitment extends Committed {
  readonly k: number;
  readonly sha256: string;
}

async function readCommitment(
  path: string,
  assignment: string | undefined,
  limits: Limits,
): Promise<Commitment> {
  if (assignment === undefined)
    throw new InvalidInput('--commitment needs --assignment, the file that was committed to');
  const { commitmentSchema } = await import('../schemas/documents.ts');
  const { document, sha256 } = await readHashed(path, commitmentSchema, 'commitment', limits);
  const { hash, salt, k, texts } = document;
  if (texts !== undefined && saltOfTexts(texts) !== salt)
    throw new InvalidInput(`invalid commitment ${quotedPath(path)}; its salt is not made from its texts`);
  return { hash, salt, k, path, sha256 };
}
