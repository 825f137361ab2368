import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { saltOfTexts } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { commitmentText } from '../../report/index.ts';
import { openSource } from '../input/read-source.ts';
import type { commitmentSchema } from '../schemas/documents.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { textsFileOf } from './text-canaries.ts';

/** The files that a commitment is held against, where they are not beside it. */
export interface CommittedFiles {
  readonly assignment?: string | undefined;
  readonly texts?: string | undefined;
}

const NEW_LINE = 10;
const ENDING = '.commitment.json';

/** Checks that an assignment, and the texts of its canaries where there are some, are those committed to. */
export async function verifyCommitment(
  file: string,
  { hash, salt, m, k, texts }: z.infer<typeof commitmentSchema>,
  { assignment = besideOf(file), texts: textsFile, ...form }: CommittedFiles & AskedForm,
): Promise<CommandOutcome> {
  if (texts === undefined && textsFile !== undefined)
    throw new InvalidInput(`${quotedPath(file)} commits to no texts: leave out --texts`);
  if (texts !== undefined && saltOfTexts(texts) !== salt)
    throw new InvalidInput(`invalid commitment ${quotedPath(file)}; its salt is not made from its texts`);
  const assigned = await hashFile(assignment, salt);
  if (assigned.sha256 !== hash)
    throw new InvalidInput(
      `${quotedPath(assignment)} is not the assignment that ${quotedPath(file)} commits to`,
    );
  // The hash binds the assignment, whose first line is no canary, but not what is said of it beside.
  if (assigned.lines !== m + 1)
    throw new InvalidInput(
      `invalid commitment ${quotedPath(file)}; it says ${m} canaries, and its assignment has ${assigned.lines - 1}`,
    );
  const texted = texts === undefined ? null : (textsFile ?? textsFileOf(assignment));
  if (texted !== null && (await hashFile(texted)).sha256 !== texts?.sha256)
    throw new InvalidInput(
      `${quotedPath(texted)} does not hold the texts that ${quotedPath(file)} commits to`,
    );
  const data = () => ({ valid: true, m, k, hash, assignment, ...(texted === null ? {} : { texts: texted }) });
  const files = texted === null ? [assignment] : [assignment, texted];
  const words = () => ({ screen: commitmentText({ m, k, hash, files }) });
  return { code: EXIT.consistent, ...inAskedForm(form, data, words) };
}

/** The hash of the bytes of a file behind `before`, and how many lines end in it. */
async function hashFile(path: string, before = ''): Promise<{ sha256: string; lines: number }> {
  const hash = createHash('sha256').update(before);
  let lines = 0;
  const source = await openSource(path, DEFAULT_LIMITS);
  try {
    for await (const piece of source.stream()) {
      hash.update(piece);
      for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, at + 1)) lines++;
    }
    return { sha256: hash.digest('hex'), lines };
  } finally {
    await source.close();
  }
}

/** The assignment that a commitment lies beside. */
function besideOf(file: string): string {
  if (!file.endsWith(ENDING))
    throw new InvalidInput(
      `which assignment does ${quotedPath(file)} commit to? Its name does not say so, which ends in ${ENDING} otherwise`,
      ['assignment'],
    );
  return file.slice(0, -ENDING.length);
}
