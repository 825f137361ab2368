import { InvalidInput } from '../errors.ts';
import type { ByteSource, Limits } from '../io/index.ts';
import { quotedPath } from '../quote.ts';
import { Sha256 } from '../sha256.ts';
import { readHashedIn } from './document.ts';
import { type FilePlace, hashOf } from './file-place.ts';

/**
 * The commitment to an assignment: the hash of the salt and the assignment's bytes, and the file that states
 * it.
 */
export interface CommitmentFile {
  readonly hash: string;
  readonly salt: string;
  readonly k: number;
  readonly path: string;
  readonly sha256: string;
}

/** The hash of the texts of canaries, and what hides them until it is revealed. */
export interface CommittedTexts {
  readonly sha256: string;
  readonly nonce: string;
}

/**
 * The salt of a commitment that is to texts as well. Since it is made from them, the one hash to publish
 * binds both.
 */
export function saltOfTexts({ nonce, sha256 }: CommittedTexts): string {
  const hash = new Sha256();
  hash.update(new TextEncoder().encode(nonce + sha256));
  return hash.hex();
}

/** Reads a commitment to an assignment, which must be there to be held against it. */
export async function readCommitment(
  place: FilePlace,
  path: string,
  assignment: string | undefined,
  limits: Limits,
): Promise<CommitmentFile> {
  if (assignment === undefined)
    throw new InvalidInput(
      `${place.option('commitment')} needs ${place.option('assignment')}, the file that was committed to`,
    );
  const { commitmentSchema } = await import('../forms/index.ts');
  const { document, sha256 } = await readHashedIn(place, path, commitmentSchema, 'commitment', limits);
  const { hash, salt, k, texts } = document;
  if (texts !== undefined && saltOfTexts(texts) !== salt)
    throw new InvalidInput(`invalid commitment ${quotedPath(path)}; its salt is not made from its texts`);
  return { hash, salt, k, path, sha256 };
}

/** The same source; after its last byte it throws if the assignment is not the one committed to. */
export function checkedAgainst(
  place: FilePlace,
  source: ByteSource,
  path: string,
  { hash, salt, path: where }: CommitmentFile,
): ByteSource {
  async function* stream() {
    const own = place.createHash();
    own.update(new TextEncoder().encode(salt));
    for await (const bytes of source.stream()) {
      own.update(bytes);
      yield bytes;
    }
    if (own.hex() !== hash)
      throw new InvalidInput(
        `${quotedPath(path)} is not the assignment that ${quotedPath(where)} commits to: the audit would be of other coins`,
      );
  }
  return Object.assign(Object.create(source), { stream });
}

/**
 * The tie-breaking seed of a commitment: from its salt, which was fixed with the coins and is independent of
 * them.
 */
export function tieSeed(place: FilePlace, { salt }: CommitmentFile): string {
  return hashOf(place, `ties ${salt}`).slice(0, 16);
}
