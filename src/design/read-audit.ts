import type { AuditFile } from '../audit/index.ts';
import { definedOnly } from '../defined-only.ts';
import { InvalidInput } from '../errors.ts';
import { DEFAULT_LIMITS, type Limits, MemoryUse, type ReadRun } from '../io/index.ts';
import { checkDirectionStated } from '../loss-column.ts';
import type { AuditDesign, ReadAudit, ReadingOptions } from './audit-design.ts';
import { type CommitmentFile, readCommitment, tieSeed } from './commitment-file.ts';
import type { FilePlace } from './file-place.ts';
import type { RecordedHashes } from './manifest-file.ts';
import { readPairIn, readRunsIn } from './read-files.ts';
import { readFolders } from './several-folders.ts';

/**
 * Reads the runs of an audit, and checks their coins against the commitment and the hashes of the manifest.
 */
export async function readAuditRunsIn(
  place: FilePlace,
  design: AuditDesign,
  reading: ReadingOptions,
  memoryUse = new MemoryUse(),
): Promise<ReadAudit> {
  if (design.folders !== undefined)
    return readFolders(place, design.folders, reading, (...one) => readAuditRunsIn(place, ...one));
  checkDirectionStated(design);
  const { assignment, commitment: path, departures } = design;
  const limits = { ...DEFAULT_LIMITS, ...reading.limit };
  const commitment = path === undefined ? null : await readCommitment(place, path, assignment, limits);
  const k = optionsOf(design, commitment);
  const withOptions = { ...design, ...(k === undefined ? {} : { options: k }) };
  const runs = await runsOfDesign(place, withOptions, reading, commitment, { limits, memoryUse });
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
  ];
  const committed = commitment === null ? null : tieSeed(place, commitment);
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
function optionsOf({ options }: AuditDesign, commitment: CommitmentFile | null): number | undefined {
  if (commitment === null) return options;
  if (options !== undefined && options !== commitment.k)
    throw new InvalidInput(`invalid options; the commitment is to ${commitment.k} options: ${options}`);
  return commitment.k;
}

/** The runs of the files that a design names, or of two files of scores. */
async function runsOfDesign(
  place: FilePlace,
  design: AuditDesign,
  reading: ReadingOptions,
  commitment: CommitmentFile | null,
  bounds: ReadingBounds,
): Promise<ReadRun[]> {
  const { paths, assignment } = design;
  if ((reading.in === undefined) !== (reading.out === undefined))
    throw new InvalidInput(
      `${place.option('in')} and ${place.option('out')} go together: the scores of canaries in and of canaries out`,
    );
  const pair = reading.in !== undefined && reading.out !== undefined ? [reading.in, reading.out] : [];
  if (pair.length > 0) {
    if (paths.length > 0)
      throw new InvalidInput(
        `${place.option('in')} and ${place.option('out')} take the place of score files`,
      );
    return [await readPairIn(place, pair[0], pair[1], bounds.limits)];
  }
  if (paths.length === 0)
    throw new InvalidInput('no scores; name a file, a run folder, or - for standard input');
  if (paths.length > 1 && assignment !== undefined)
    throw new InvalidInput(
      `${place.option('assignment')} goes with one score file: with several, put included into each, or all runs into one file with a column of runs`,
    );
  const runs: ReadRun[] = [];
  for (const path of paths)
    runs.push(
      ...(await readRunsIn(
        place,
        path,
        assignment,
        bounds.limits,
        howToRead(place, path, design, reading, bounds),
        commitment,
      )),
    );
  return runs;
}

/** What all files of one audit are held to together. */
interface ReadingBounds {
  readonly limits: Limits;
  readonly memoryUse: MemoryUse;
}

function howToRead(
  place: FilePlace,
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
    onProgress: place.onProgress(path),
  };
}

/** What is typed for the column of runs: its name, or `none`. */
function runColumnOf(typed: string): string | null {
  return typed === 'none' ? null : typed;
}
