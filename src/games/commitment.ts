import type { Random } from '../numerics/index.ts';
import { drawAssignment } from './game.ts';

/** Lines that are joined at once. */
const PIECE = 10_000;

/** What an assignment says of a canary: whether it is in, or which of its candidates is. */
export type AssignmentColumn = 'included' | 'truth';

/**
 * The secret assignment as the text that is hashed: a CSV file with one line per canary. Of two options, the
 * coin says whether a canary is in, unless stated otherwise.
 */
export function assignmentText(
  assignment: ArrayLike<number>,
  k: number,
  column: AssignmentColumn = k === 2 ? 'included' : 'truth',
): string {
  const pieces = [`id,${column}\n`];
  // An array of all lines would take ten times the memory of the text.
  for (let start = 0; start < assignment.length; start += PIECE) {
    const lines = Array.from({ length: Math.min(PIECE, assignment.length - start) }, (_, i) => start + i);
    pieces.push(lines.map((i) => `${i},${assignment[i]}\n`).join(''));
  }
  return pieces.join('');
}

/**
 * An assignment from a source of random 32-bit words, such as the system's: uniform over k options, without
 * bias.
 */
export function drawFromWords(m: number, k: number, words: (count: number) => Uint32Array): Uint32Array {
  const limit = 2 ** 32 - (2 ** 32 % k);
  const assignment = new Uint32Array(m);
  let pool: Uint32Array = new Uint32Array(0);
  let at = 0;
  for (let i = 0; i < m; ) {
    if (at === pool.length) {
      pool = words(Math.min(16384, m - i));
      at = 0;
    }
    const word = pool[at++];
    if (word < limit) assignment[i++] = word % k;
  }
  return assignment;
}

/**
 * The same from a seed, for experiments that must be repeatable: whoever knows the seed knows the assignment.
 */
export function drawFromSeed(m: number, k: number, random: Random): Uint32Array {
  return drawAssignment(m, k, random.split('canaries'));
}

/** The assignment that a text holds, or null where it is not one that `assignmentText` writes. */
export function parseAssignment(text: string, k: number): Uint32Array | null {
  const assignment = Uint32Array.from(text.trimEnd().split('\n').slice(1), (line) =>
    Number(line.split(',')[1]),
  );
  const inRange = assignment.length > 0 && assignment.every((option) => option < k);
  return inRange && assignmentText(assignment, k) === text ? assignment : null;
}
