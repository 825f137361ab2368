import { createHash } from 'node:crypto';
import { type CommittedTexts, saltOfTexts } from '../../design/index.ts';
import { type AssignmentColumn, assignmentText, drawFromSeed } from '../../games/index.ts';
import { createRandom } from '../../numerics/index.ts';

/** An assignment, the text of its file, the text of its commitment's file, and the hash to publish. */
export interface CommittedText {
  readonly assignment: Uint32Array;
  readonly text: string;
  readonly commitment: string;
  readonly hash: string;
}

/** The assignment and the salt that a seed decides: drawn again, the files are the same to the byte. */
export function committedFromSeed(m: number, k: number, seed: string): CommittedText {
  const salt = createHash('sha256').update(`salt ${seed}`).digest('hex');
  return commitTo(drawFromSeed(m, k, createRandom(seed)), k, salt);
}

/** Commits to an assignment and to the texts of its canaries. */
export function commitToTexts(
  assignment: Uint32Array,
  k: number,
  column: AssignmentColumn,
  texts: CommittedTexts,
): CommittedText {
  return committed(assignment, k, assignmentText(assignment, k, column), saltOfTexts(texts), texts);
}

/** Commits to an assignment with a salt. */
export function commitTo(assignment: Uint32Array, k: number, salt: string): CommittedText {
  return committed(assignment, k, assignmentText(assignment, k), salt);
}

function committed(
  assignment: Uint32Array,
  k: number,
  text: string,
  salt: string,
  texts?: CommittedTexts,
): CommittedText {
  const hash = commit(salt, text);
  const commitment = {
    schema: 'onerun-commitment/1',
    m: assignment.length,
    k,
    algorithm:
      texts === undefined
        ? 'sha256(salt + assignment file)'
        : 'sha256(salt + assignment file), salt = sha256(nonce + sha256 of the file of texts)',
    hash,
    salt,
    ...(texts === undefined ? {} : { texts }),
  };
  return { assignment, text, commitment: `${JSON.stringify(commitment, null, 2)}\n`, hash };
}

/** The file that commits to an assignment lies beside it. */
export const commitmentFileOf = (assignment: string) => `${assignment}.commitment.json`;

/** The hash that is published. Without the salt, few coins could be found by hashing all assignments. */
export function commit(salt: string, text: string | Uint8Array): string {
  return createHash('sha256').update(salt).update(text).digest('hex');
}
