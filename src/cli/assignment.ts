import { readFile, stat } from 'node:fs/promises';
import { InvalidInput } from '../errors.ts';
import { parseAssignment } from '../games/index.ts';
import { commit, commitmentFileOf, drawCommitted } from './canaries.ts';
import { readDocument } from './documents.ts';
import { writeWhole } from './files.ts';
import { commitmentSchema } from './schemas.ts';

/** An assignment that was committed to before training. */
export interface Committed {
  readonly assignment: Uint32Array;
  readonly file: string;
}

/** Reads an assignment of `onerun canaries` and holds it against its commitment; null where there is none. */
export async function readCommitted(file: string, m: number, k: number): Promise<Committed | null> {
  if ((await stat(file).catch(() => null)) === null) return null;
  const path = commitmentFileOf(file);
  const { hash, salt } = await readDocument(path, commitmentSchema, 'commitment');
  const bytes = await readFile(file);
  if (commit(salt, bytes) !== hash)
    throw new InvalidInput(`${file} is not the assignment that ${path} commits to`);
  const assignment = parseAssignment(bytes.toString('utf8'), k);
  if (assignment === null)
    throw new InvalidInput(`invalid assignment ${file}; must be of onerun canaries with ${k} options`);
  if (assignment.length !== m)
    throw new InvalidInput(`invalid assignment ${file}; must have ${m} canaries: ${assignment.length}`);
  return { assignment, file };
}

/** Puts the assignment and its commitment where the run is: the one that is given, or a fresh one. */
export async function placeAssignment(
  given: Committed | null,
  to: string,
  m: number,
  k: number,
  seed: string | undefined,
): Promise<Uint32Array> {
  if (given === null) {
    const { assignment, hash } = await drawCommitted(m, k, to, seed);
    process.stderr.write(`committed to the canaries: ${hash}\n`);
    return assignment;
  }
  if (given.file !== to) {
    await writeWhole(to, await readFile(given.file));
    await writeWhole(commitmentFileOf(to), await readFile(commitmentFileOf(given.file)));
  }
  return given.assignment;
}
