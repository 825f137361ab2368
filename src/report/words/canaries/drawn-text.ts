import { quotedPath } from '../../../quote.ts';
import { formatCount } from '../format.ts';

/** An assignment that was drawn, and its commitment. */
export interface DrawnAssignment {
  readonly m: number;
  readonly k: number;
  /** Of two options: how many canaries are in. */
  readonly inside: number;
  readonly hash: string;
  readonly out: string;
  readonly commitment: string;
}

/** What `onerun canaries` prints. */
export function drawnText({ m, k, inside, hash, out, commitment }: DrawnAssignment): string {
  const drawn =
    k === 2
      ? `${formatCount(inside)} of ${formatCount(m)} canaries are in`
      : `one of ${formatCount(k)} candidates was drawn for each of ${formatCount(m)} buckets`;
  return `Drawn: ${drawn}. The assignment is in ${quotedPath(out)}; keep it secret until training is over.

Publish this hash before training:

  ${hash}

Afterwards reveal ${quotedPath(out)} and ${quotedPath(commitment)} (it holds the salt): onerun audit checks that they fit the hash.
`;
}

/** A commitment that was held against its files. */
export interface CheckedCommitment {
  readonly m: number;
  readonly k: number;
  readonly hash: string;
  /** The assignment, and the texts of canaries where there are some. */
  readonly files: readonly string[];
}

/** What `onerun verify` prints of a commitment. */
export function commitmentText({ m, k, hash, files }: CheckedCommitment): string {
  return `The commitment holds: ${files.map(quotedPath).join(' and ')} ${files.length === 1 ? 'is' : 'are'} what it was made for (${formatCount(m)} canaries, ${formatCount(k)} options).

It proves something if this is the hash that was published before training:

  ${hash}
`;
}
