import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../src/errors.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { damaged } from './alter.ts';
import { caseOf, readCase } from './one.ts';
import { checkSame, checkScores, reading, valuesOf } from './promises.ts';
import { TARGETS } from './targets.ts';

// A few inputs of each kind; npm run fuzz hands over as many as there is time for.
const FEW = 8;

test.each(TARGETS.map(([target]) => [target.name, target] as const))(
  '%s: read or refused',
  async (_, target) => {
    const endings = new Set<string>();
    for (let n = 0; n < FEW; n++) endings.add(await readCase(await caseOf(target, 'few', n)));
    expect([...endings].every((ending) => ending === 'read' || ending === 'refused')).toBe(true);
  },
);

test('an input is the same whenever it is asked for', async () => {
  for (const [target] of TARGETS) {
    const [one, again, next] = [1, 1, 2].map((n) => caseOf(target, 'same', n));
    expect((await one).files).toEqual((await again).files);
    if (Object.keys((await one).files).length > 0) expect((await one).files).not.toEqual((await next).files);
  }
});

describe('what breaks a promise is found', () => {
  test('another error than a refusal, and a refusal that is not one line', async () => {
    const failing = (error: Error) =>
      reading(() => {
        throw error;
      });
    await expect(failing(new TypeError('x of undefined'))).rejects.toThrow('x of undefined');
    expect(await failing(new InvalidInput('invalid file'))).toBeNull();
    const long = new InvalidInput('short');
    long.message = 'two\nlines';
    await expect(failing(long)).rejects.toThrow('not one sentence');
  });

  test('a reading that altered bytes changed: CSV has no checksum', async () => {
    const random = createRandom('csv');
    const bytes = new TextEncoder().encode('score,included\n0.5,1\n0.25,0\n');
    const read = async (content: Uint8Array) => {
      const scores = await reading(() => readScores(bytesSource('a.csv', content)));
      return scores === null ? null : valuesOf(scores);
    };
    const whole = (await read(bytes)) ?? '';
    const seen = async () => {
      for (let i = 0; i < 200; i++) {
        const changed = await read(damaged(random, bytes));
        if (changed !== null) checkSame(whole, changed);
      }
    };
    await expect(seen()).rejects.toThrow('altered bytes changed the reading');
  });

  test('scores that no reader may hand on', () => {
    const scores = {
      kind: 'membership',
      scores: Float64Array.of(Number.NaN),
      included: Uint8Array.of(1),
    } as const;
    expect(() => checkScores(scores)).toThrow('no number');
    expect(() => checkScores({ ...scores, scores: Float64Array.of(1), included: Uint8Array.of(2) })).toThrow(
      'coin',
    );
  });
});
