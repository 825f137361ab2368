import { expect } from 'vitest';
import { InvalidInput } from '../../src/errors.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { npy, withoutIds } from './files.ts';
import type { Entry } from './zip-file.ts';

/** 200 canaries, as values, as members of an archive, and as they are read. */
export const score = Array.from({ length: 200 }, (_, i) => Math.cos(i));
const included = score.map((_, i) => i % 2);
export const scores: Entry = { name: 'scores.npy', data: npy(score) };
export const flags: Entry = { name: 'included.npy', data: npy(included) };
export const whole = {
  kind: 'membership',
  scores: Float64Array.from(score),
  included: Uint8Array.from(included),
};

/** What is read from an archive, or why it is refused. */
export async function read(bytes: Uint8Array) {
  return readScores(bytesSource('a.npz', bytes)).then(withoutIds, (error: unknown) => {
    expect(error).toBeInstanceOf(InvalidInput);
    return (error as Error).message;
  });
}
