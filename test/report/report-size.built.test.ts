import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { ROOT } from '../support/process.ts';
import { pageOf } from './page.ts';

const script = () => {
  const text = readFileSync(join(ROOT, 'dist/report-script.js'), 'utf8');
  return { text, sha256: createHash('sha256').update(text).digest('base64') };
};

/** A claim as long as a training with changing noise has. */
const LONG = `compose(${Array.from({ length: 8 }, (_, i) => `gaussian(sigma=${(6 + i / 7).toFixed(4)}) * 3`).join(', ')})`;

test.each(['gaussian(sigma=1)', 'dpsgd(noise=1, rate=0.02, steps=20)', LONG])(
  'the live report of 1,000 canaries with long ids against %s has fewer than 375 kB',
  (claim) => {
    const random = createRandom('a report of a thousand');
    const included = Uint8Array.from({ length: 1000 }, () => random.coin());
    const scores = Float64Array.from(included, (bit) => bit + 0.5 * random.normal());
    const names = Array.from(scores, (_, i) => createHash('sha256').update(`${i}`).digest('hex'));
    const input = { name: 'scores.csv', sha256: names[0], rows: 1000, scoreColumn: 'score' };
    const result = audit([{ input, scores: { kind: 'membership', scores, included, names } }], {
      claim,
      seed: 'ties',
      guesses: [200],
    });
    const page = pageOf(result, script());
    expect(page).toContain(names[0].slice(0, 12));
    expect(Buffer.byteLength(page)).toBeLessThan(375_000);
  },
);
