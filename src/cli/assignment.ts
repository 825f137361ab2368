import { readFile, stat } from 'node:fs/promises';
import { InvalidInput } from '../errors.ts';
import { parseAssignment } from '../games/index.ts';
import { commit, commitmentFileOf, drawCommitted } from './canaries.ts';
import { readDocument } from './documents.ts';
import { writeWhole } from './files.ts';
import { commitmentSchema } from './schemas.ts';

interface Wanted {
  readonly canaries: number;
  readonly options: number;
  /** Whether the assignment of an earlier start is there already. */
  readonly drawn: boolean;
  /** An assignment of the user's own, from `onerun canaries`. */
  readonly given?: string;
  readonly seed?: string;
}

/** Who is in: an assignment that was committed to before training, the user's or a fresh one. */
export async function takeAssignment(file: string, wanted: Wanted): Promise<Uint32Array> {
  const { canaries: m, options: k, drawn, given, seed } = wanted;
  if (drawn && (await stat(file).catch(() => null)) !== null) return readCommitted(file, m, k);
  if (given === undefined) {
    const { assignment, hash } = await drawCommitted(m, k, file, seed);
    process.stderr.write(`committed to the canaries: ${hash}\n`);
    return assignment;
  }
  const assignment = await readCommitted(given, m, k);
  await writeWhole(file, await readFile(given));
  await writeWhole(commitmentFileOf(file), await readFile(commitmentFileOf(given)));
  return assignment;
}

/** Reads an assignment and holds it against its commitment. */
async function readCommitted(file: string, m: number, k: number): Promise<Uint32Array> {
  const path = commitmentFileOf(file);
  const { hash, salt } = await readDocument(path, commitmentSchema, 'commitment');
  const bytes = await readFile(file).catch((error: Error) => {
    throw new InvalidInput(`cannot read ${file}: ${error.message}`);
  });
  if (commit(salt, bytes) !== hash)
    throw new InvalidInput(`${file} is not the assignment that ${path} commits to`);
  const assignment = parseAssignment(bytes.toString('utf8'), k);
  if (assignment === null)
    throw new InvalidInput(`invalid assignment ${file}; must be of onerun canaries with ${k} options`);
  if (assignment.length !== m)
    throw new InvalidInput(`invalid assignment ${file}; must have ${m} canaries: ${assignment.length}`);
  return assignment;
}
