import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseDocument } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import { parseAssignment } from '../../games/index.ts';
import { quotedPath } from '../../quote.ts';
import { type CommittedText, commit, commitmentFileOf, committedFromSeed } from '../audit/commitment.ts';
import { wholeFile } from '../input/whole-file.ts';
import { writeWhole } from '../output/index.ts';
import { commitmentSchema } from '../schemas/documents.ts';
import type { RunFolder } from './run-folder.ts';
import type { RunSetting } from './setting-file.ts';

/** Reads an assignment of `onerun canaries` and holds it against its commitment. */
export async function readCommitted(file: string, m: number, k: number): Promise<CommittedText> {
  const path = commitmentFileOf(file);
  const text = (await wholeFile(file)).toString('utf8');
  const commitment = await wholeFile(path);
  const { hash, salt } = parseDocument(commitment, path, commitmentSchema, 'commitment');
  if (commit(salt, text) !== hash)
    throw new InvalidInput(`${quotedPath(file)} is not the assignment that ${quotedPath(path)} commits to`);
  const assignment = parseAssignment(text, k);
  if (assignment === null)
    throw new InvalidInput(
      `invalid assignment ${quotedPath(file)}; must be of onerun canaries with ${k} options`,
    );
  if (assignment.length !== m)
    throw new InvalidInput(
      `invalid assignment ${quotedPath(file)}; must have ${m} canaries: ${assignment.length}`,
    );
  return { assignment, text, commitment: commitment.toString('utf8'), hash };
}

/** Whether an assignment that is handed in is the run's own file, be it under another name. */
export async function isOwnAssignment(given: string, { assignment }: RunFolder): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  return (await real(given)) === (await real(assignment));
}

/** The assignment that the seed of a run gives. */
export function assignmentFromSeed({ setting: { canaries, options, seed } }: RunSetting): CommittedText {
  return committedFromSeed(canaries, options, seed);
}

/** Writes the files of an assignment where they are missing; what is there must be the same bytes. */
async function restoreAssignment(folder: RunFolder, coins: CommittedText): Promise<CommittedText> {
  await writeIfMissing(folder.assignment, coins.text);
  await writeIfMissing(folder.commitment, coins.commitment);
  return coins;
}

/**
 * The assignment of a run that is resumed. Before the first checkpoint the run may have been killed while it
 * wrote the files: what is missing is written again from the seed, or from the assignment that was handed in.
 * Beside a checkpoint nothing is drawn or written, because the training has already used the coins that were
 * there.
 */
export async function resumeAssignment(
  folder: RunFolder,
  { run, hasCheckpoint }: { readonly run: RunSetting; readonly hasCheckpoint: boolean },
  typed: string | undefined,
): Promise<CommittedText> {
  const { given, setting } = run;
  if (typed !== undefined && given === undefined)
    throw new InvalidInput(`a resumed run keeps its assignment; leave --assignment out: ${typed}`);
  const missing = await firstMissing([folder.assignment, folder.commitment]);
  if (missing !== undefined && hasCheckpoint)
    throw new InvalidInput(
      `${missing} is missing beside a checkpoint, and coins are not drawn a second time: put it back, or start anew with --force`,
    );
  const { canaries: m, options: k } = setting;
  if (given === undefined)
    return hasCheckpoint
      ? readCommitted(folder.assignment, m, k)
      : restoreAssignment(folder, assignmentFromSeed(run));
  const source = typed ?? (missing === undefined ? folder.assignment : given.file);
  const gone = await firstMissing([source, commitmentFileOf(source)]);
  if (gone !== undefined)
    throw new InvalidInput(
      `cannot read ${gone}, of the assignment that the run was given: hand it in again with --assignment FILE`,
    );
  const found = await readCommitted(source, m, k);
  if (found.hash !== given.commitment)
    throw new InvalidInput(`${source} is not the assignment that the run was given`);
  return restoreAssignment(folder, found);
}

async function writeIfMissing(path: string, text: string): Promise<void> {
  if ((await firstMissing([path])) !== undefined) return writeWhole(path, text, { secret: true });
  if ((await wholeFile(path)).toString('utf8') !== text)
    throw new InvalidInput(
      `${path} is not of this run's assignment: put back what was there, or start anew with --force`,
    );
}

async function firstMissing(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if ((await stat(path).catch(() => null)) === null) return path;
  return undefined;
}
