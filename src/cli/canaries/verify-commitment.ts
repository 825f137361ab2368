import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { saltOfTexts } from '../audit/commitment.ts';
import { openSource } from '../input/read-source.ts';
import type { commitmentSchema } from '../input/schemas.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { textsFileOf } from './text-canaries.ts';

/** The files that a commitment is held against, where they are not beside it. */
export interface CommittedFiles {
  readonly assignment?: string | undefined;
  readonly texts?: string | undefined;
}

const ENDING = '.commitment.json';

/** Checks that an assignment, and the texts of its canaries where there are some, are those committed to. */
export async function verifyCommitment(
  file: string,
  { hash, salt, m, k, texts }: z.infer<typeof commitmentSchema>,
  { assignment = besideOf(file), texts: textsFile }: CommittedFiles,
  asJson: boolean,
): Promise<CommandOutcome> {
  if (texts === undefined && textsFile !== undefined)
    throw new InvalidInput(`${quotedPath(file)} commits to no texts: leave out --texts`);
  if (texts !== undefined && saltOfTexts(texts) !== salt)
    throw new InvalidInput(`invalid commitment ${quotedPath(file)}; its salt is not made from its texts`);
  if ((await sha256OfFile(assignment, salt)) !== hash)
    throw new InvalidInput(
      `${quotedPath(assignment)} is not the assignment that ${quotedPath(file)} commits to`,
    );
  const texted = texts === undefined ? null : (textsFile ?? textsFileOf(assignment));
  if (texted !== null && (await sha256OfFile(texted)) !== texts?.sha256)
    throw new InvalidInput(
      `${quotedPath(texted)} does not hold the texts that ${quotedPath(file)} commits to`,
    );
  if (asJson)
    return {
      code: EXIT.consistent,
      json: { valid: true, m, k, hash, assignment, ...(texted === null ? {} : { texts: texted }) },
    };
  const fitting =
    texted === null ? quotedPath(assignment) : `${quotedPath(assignment)} and ${quotedPath(texted)}`;
  return {
    code: EXIT.consistent,
    text: `The commitment holds: ${fitting} ${texted === null ? 'is' : 'are'} what it was made for (${m} canaries, ${k} options).

It proves something if this is the hash that was published before training:

  ${hash}
`,
  };
}

/** Of the bytes of a file behind `before`. */
async function sha256OfFile(path: string, before = ''): Promise<string> {
  const hash = createHash('sha256').update(before);
  const source = await openSource(path, DEFAULT_LIMITS);
  try {
    for await (const piece of source.stream()) hash.update(piece);
    return hash.digest('hex');
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
