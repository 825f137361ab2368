import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { parseAssignment } from '../../games/index.ts';
import { quotedPath } from '../../quote.ts';
import { parseDocument } from '../input/documents.ts';
import { commitmentSchema } from '../input/schemas.ts';
import { wholeFile } from '../input/whole-file.ts';
import { SECRET, writeWhole } from '../shell/files.ts';
import type { Asked, RunFolder } from '../train/run-folder.ts';
import { type CommittedText, commit, commitmentFileOf, committedFromSeed } from './commitment.ts';

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

/** Whether an assignment that is given is the run's own file, under whatever name. */
export async function liesInPlace(given: string, { assignment }: RunFolder): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  return (await real(given)) === (await real(assignment));
}

/** The assignment that the seed of a run gives. */
export function assignmentOf({ setting: { canaries, options, seed } }: Asked): CommittedText {
  return committedFromSeed(canaries, options, seed);
}

/** Puts what is missing of an assignment back; the same bytes may be there already, others are never replaced. */
async function replaced(folder: RunFolder, coins: CommittedText): Promise<CommittedText> {
  await place(folder.assignment, coins.text);
  await place(folder.commitment, coins.commitment);
  return coins;
}

/**
 * The assignment of a run that is resumed. Before the first checkpoint the run may have been killed while it wrote the
 * files: what is missing is written from the seed, or from the assignment that was given, to the same bytes. Beside a
 * checkpoint nothing is drawn or written: the training has seen these coins and no others.
 */
export async function resumeAssignment(
  folder: RunFolder,
  { asked, hasCheckpoint }: { readonly asked: Asked; readonly hasCheckpoint: boolean },
  typed: string | undefined,
): Promise<CommittedText> {
  const { given, setting } = asked;
  if (typed !== undefined && given === undefined)
    throw new InvalidInput(`a resumed run keeps its assignment; leave --assignment out: ${typed}`);
  const missing = await firstMissing([folder.assignment, folder.commitment]);
  if (missing !== undefined && hasCheckpoint)
    throw new InvalidInput(
      `${missing} is missing beside a checkpoint, and coins are not drawn a second time: put it back, or start anew with --force`,
    );
  const { canaries: m, options: k } = setting;
  if (given === undefined)
    return hasCheckpoint ? readCommitted(folder.assignment, m, k) : replaced(folder, assignmentOf(asked));
  const source = typed ?? (missing === undefined ? folder.assignment : given.file);
  const gone = await firstMissing([source, commitmentFileOf(source)]);
  if (gone !== undefined)
    throw new InvalidInput(
      `cannot read ${gone}, of the assignment that the run was given: hand it in again with --assignment FILE`,
    );
  const found = await readCommitted(source, m, k);
  if (found.hash !== given.commitment)
    throw new InvalidInput(`${source} is not the assignment that the run was given`);
  return replaced(folder, found);
}

async function place(path: string, text: string): Promise<void> {
  if ((await firstMissing([path])) !== undefined) return writeWhole(path, text, SECRET);
  if ((await wholeFile(path)).toString('utf8') !== text)
    throw new InvalidInput(
      `${path} is not of this run's assignment: put back what was there, or start anew with --force`,
    );
}

async function firstMissing(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if ((await stat(path).catch(() => null)) === null) return path;
  return undefined;
}
