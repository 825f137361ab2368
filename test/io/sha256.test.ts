import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesSource, sha256 } from '../../src/io/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { inPieces, text } from './files.ts';

test('known digests (FIPS 180-4 examples)', async () => {
  expect(await sha256(text(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(await sha256(text('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(await sha256(text('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'))).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

test("agrees with Node's own, for every length around a block and however the bytes are cut", async () => {
  const random = createRandom('sha256');
  for (const length of [...Array.from({ length: 200 }, (_, i) => i), 1_000_003]) {
    const bytes = Uint8Array.from({ length }, () => random.integer(256));
    const expected = createHash('sha256').update(bytes).digest('hex');
    const source = bytesSource('a', bytes);
    expect(await sha256(source)).toBe(expected);
    expect(await sha256(inPieces(source, 1 + random.integer(100)))).toBe(expected);
  }
});
