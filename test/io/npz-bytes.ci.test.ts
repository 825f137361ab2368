import { expect, test } from 'vitest';
import { InvalidInput } from '../../src/errors.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { npy, npz } from './files.ts';
import { flags, included, read, score, scores, whole } from './npz-canaries.ts';
import { zip } from './zip-file.ts';

test('no changed byte of an archive changes what is read', async () => {
  for (const archive of [zip([scores, flags]), npz({ scores: npy(score), included: npy(included) })])
    for (let at = 0; at < archive.length; at += 1 + (at % 5)) {
      const mutated = archive.map((byte, i) => (i === at ? byte ^ (1 << (at % 8)) : byte));
      const found = await read(mutated);
      if (typeof found !== 'string') expect(found, `byte ${at}`).toEqual(whole);
    }
});

/** Everything that is read, ids and confidence included. */
const readingOf = (bytes: Uint8Array) =>
  readScores(bytesSource('a.npz', bytes)).then(
    (scores) => JSON.stringify(scores, (_, value) => (ArrayBuffer.isView(value) ? String(value) : value)),
    (error: unknown) => {
      expect(error).toBeInstanceOf(InvalidInput);
      return null;
    },
  );

test('no changed byte takes an array away that need not be there', { timeout: 60_000 }, async () => {
  const [few, coins] = [score.slice(0, 6), included.slice(0, 6)];
  const twins = { scores: npy(few), included: npy(coins), member: npy(coins), id: npy([3, 4, 5, 6, 7, 8]) };
  const guesses = { truth: npy(coins), guess: npy([0, 1, 1, 1, 0, 0]), confidence: npy(few) };
  const stored = (
    arrays: Record<string, Uint8Array>,
    options: { wide?: boolean; described?: boolean } = {},
  ) =>
    zip(
      Object.entries(arrays).map(([name, data]) => ({ name: `${name}.npy`, data, ...options })),
      options,
    );
  // A second column that says something else is refused, and must not be lost.
  const torn = { ...twins, member: npy(coins.map((coin) => 1 - coin)) };
  expect(await readingOf(npz(torn))).toBeNull();
  for (const archive of [
    npz(twins),
    npz(torn),
    npz(guesses),
    stored(twins, { wide: true }),
    stored(guesses, { described: true }),
  ]) {
    const before = await readingOf(archive);
    for (let at = 0; at < archive.length; at++) {
      const mask = at % 2 === 0 ? 0x20 : 0xff;
      const mutated = Uint8Array.from(archive);
      mutated[at] ^= mask;
      const after = await readingOf(mutated);
      if (after !== null && after !== before) expect(after, `byte ${at} ^ ${mask}`).toBe(before);
    }
  }
});
