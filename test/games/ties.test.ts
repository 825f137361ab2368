import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countByRank, countMostConfident } from '../../src/games/index.ts';
import { createRandom, keyedOrder } from '../../src/numerics/index.ts';

const noIds = (seed: string) => ({ random: createRandom(seed), ids: null });
const withIds = (seed: string, ids: Uint32Array) => ({ random: createRandom(seed), ids });

/** Two words per row, as files give them. */
const idsOf = (rows: readonly number[]) => Uint32Array.from(rows.flatMap((row) => [row * 2654435761, row]));

/** The fewest and most right over every choice among equal scores, by trying all of them. */
function bruteForce(scores: readonly number[], included: readonly number[], top: number, bottom: number) {
  let [least, most] = [Infinity, -Infinity];
  const m = scores.length;
  for (let ins = 0; ins < 2 ** m; ins++)
    for (let outs = 0; outs < 2 ** m; outs++) {
      if ((ins & outs) !== 0) continue;
      const pick = (mask: number) => scores.flatMap((_, i) => ((mask >> i) & 1 ? [i] : []));
      const [inside, outside] = [pick(ins), pick(outs)];
      if (inside.length !== top || outside.length !== bottom) continue;
      const rest = scores.flatMap((_, i) => (inside.includes(i) ? [] : [i]));
      if (inside.some((i) => rest.some((j) => scores[j] > scores[i]))) continue;
      const above = scores.flatMap((_, i) => (outside.includes(i) ? [] : [i]));
      if (outside.some((i) => above.some((j) => scores[j] < scores[i]))) continue;
      const right =
        inside.filter((i) => included[i] === 1).length + outside.filter((i) => included[i] === 0).length;
      least = Math.min(least, right);
      most = Math.max(most, right);
    }
  return { least, most };
}

describe('equal scores at the cut', () => {
  test('with ids the draw is what sorting by key gives, equal keys in the order of the rows', () => {
    const [m, guesses] = [200_000, 70_001];
    const included = Uint8Array.from({ length: m }, (_, i) => (i * 7 + (i >> 5)) & 1);
    const ids = Uint32Array.from({ length: 2 * m }, (_, i) => (i % 2 === 0 ? i % 5000 : 1));
    const top = Math.ceil(guesses / 2);
    const members = included.reduce((a, b) => a + b);
    const counts = [members, m - members, top, guesses - top].join(' ');
    const order = keyedOrder(createRandom('s').split(0).split(counts));
    const keys = Float64Array.from({ length: m }, (_, i) => order(ids[2 * i], ids[2 * i + 1]));
    const sorted = Array.from({ length: m }, (_, i) => i).sort((a, b) => keys[a] - keys[b]);
    const right = sorted.slice(0, guesses).filter((row, n) => included[row] === (n < top ? 1 : 0)).length;
    const equal = new Float64Array(m).fill(1);
    expect(countByRank(equal, included, guesses, 'both', withIds('s', ids)).correct).toBe(right);
  });

  test('least and most are what trying every choice finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 })), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('in' as const, 'out' as const, 'both' as const),
        (rows, share, sides) => {
          const scores = rows.map(([score]) => score);
          const included = rows.map(([, bit]) => bit);
          const guesses = Math.max(1, Math.round(share * rows.length));
          const top = sides === 'in' ? guesses : sides === 'out' ? 0 : Math.ceil(guesses / 2);
          const { correct, ties } = countByRank(
            Float64Array.from(scores),
            included,
            guesses,
            sides,
            noIds('brute'),
          );
          const { least, most } = bruteForce(scores, included, top, guesses - top);
          expect(ties).toMatchObject({ least, most });
          expect(correct).toBeGreaterThanOrEqual(least);
          expect(correct).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  test('the order of the rows changes nothing, with ids and without', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1 })), {
          minLength: 8,
          maxLength: 60,
        }),
        fc.integer(),
        (rows, seed) => {
          const play = (order: readonly number[], named: boolean) =>
            countByRank(
              Float64Array.from(order, (i) => rows[i][0]),
              order.map((i) => rows[i][1]),
              8,
              'both',
              named ? withIds(`${seed}`, idsOf(order)) : noIds(`${seed}`),
            );
          const order = rows.map((_, i) => i);
          const shuffled = order.toSorted((a, b) => ((a * 7919) % 61) - ((b * 7919) % 61));
          const sorted = order.toSorted((a, b) => rows[b][1] - rows[a][1]);
          for (const named of [true, false])
            for (const other of [shuffled, sorted]) expect(play(other, named)).toEqual(play(order, named));
        },
      ),
    );
  });

  test.each([
    ['with ids', true],
    ['without ids', false],
  ])('constant scores, members first, are right as often as a coin, %s', (_, named) => {
    const m = 400;
    const included = Uint8Array.from({ length: m }, (_, i) => (i < m / 2 ? 1 : 0));
    const ids = idsOf(Array.from({ length: m }, (_, i) => i));
    let [sum, squares] = [0, 0];
    const games = 4000;
    for (let seed = 0; seed < games; seed++) {
      const tieBreak = named ? withIds(`c${seed}`, ids) : noIds(`c${seed}`);
      const { correct } = countByRank(new Float64Array(m), included, 100, 'both', tieBreak);
      sum += correct;
      squares += correct * correct;
    }
    const mean = sum / games;
    const variance = squares / games - mean * mean;
    // Hypergeometric on both sides: mean 50; the sum of both sides' variances and covariance is 25 * (1 + 1/399).
    expect(Math.abs(mean - 50)).toBeLessThan((4 * 5) / Math.sqrt(games));
    expect(variance / (25 * (m / (m - 1)))).toBeGreaterThan(0.9);
    expect(variance / (25 * (m / (m - 1)))).toBeLessThan(1.1);
  });

  test('a seed that is used again brings no luck to fresh coins', () => {
    const [m, guesses, audits] = [1000, 200, 100];
    // P[Bin(200, 1/2) >= 113] is 0.038, and of at least 112 it is 0.052.
    const lucky = 113;
    const random = createRandom('fresh coins');
    const confidence = new Float64Array(m);
    const counting = idsOf(Array.from({ length: m }, (_, i) => i));
    const rates: number[] = [];
    for (const seed of [239, 274, 279, ...Array.from({ length: 57 }, (_, i) => i)])
      for (const counted of [
        (bits: Uint8Array) => countByRank(confidence, bits, guesses, 'both', noIds(`${seed}`)),
        (bits: Uint8Array) => countMostConfident(confidence, bits, confidence, guesses, noIds(`${seed}`)),
        // Ids that count the rows of a file with members first know who is in.
        (bits: Uint8Array) => countByRank(confidence, bits, guesses, 'both', withIds(`${seed}`, counting)),
      ]) {
        let found = 0;
        for (let n = 0; n < audits; n++) {
          const included = Uint8Array.from({ length: m }, () => random.coin())
            .sort()
            .reverse();
          if (counted(included).correct >= lucky) found++;
        }
        rates.push(found / audits);
      }
    const mean = rates.reduce((a, b) => a + b) / rates.length;
    expect(mean).toBeGreaterThan(0.028);
    expect(mean).toBeLessThan(0.048);
    // Some twenty numbers of members are common, each with a draw of its own.
    expect(Math.max(...rates)).toBeLessThan(0.25);
  });

  test('no draw is made where all equal scores are guessed alike', () => {
    const { ties } = countByRank(Float64Array.of(3, 3, 1, 0), [1, 0, 1, 0], 2, 'in', noIds('x'));
    expect(ties).toEqual({ equal: 0, guessed: 0, least: 1, most: 1 });
  });

  test('a draw is told where all equal scores are guessed, some as in and some as out', () => {
    const { ties } = countByRank(new Float64Array(4), [1, 0, 1, 0], 4, 'both', noIds('x'));
    expect(ties).toEqual({ equal: 4, guessed: 4, least: 0, most: 4 });
  });

  test('equal confidences are drawn in the same way', () => {
    const confidence = Float64Array.of(2, 1, 1, 1, 0);
    const { correct, ties } = countMostConfident([0, 1, 2, 0, 1], [0, 1, 1, 1, 1], confidence, 2, noIds('y'));
    expect(ties).toEqual({ equal: 3, guessed: 1, least: 1, most: 2 });
    expect([1, 2]).toContain(correct);
  });
});

test('lower scores as in count as their negatives do, and ids that count as their fingerprints do', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 1 })), {
        minLength: 2,
        maxLength: 40,
      }),
      fc.nat(),
      fc.constantFrom('in' as const, 'out' as const, 'both' as const),
      fc.nat(1000),
      (rows, pick, sides, first) => {
        const scores = Float64Array.from(rows, ([score]) => score);
        const included = rows.map(([, flag]) => flag);
        const guesses = 1 + (pick % (rows.length - 1));
        const ids = Uint32Array.from({ length: 2 * rows.length }, (_, i) => first + i * 77);
        for (const own of [null, ids]) {
          const random = () => createRandom('twin').split(pick);
          const negated = countByRank(
            scores.map((score) => -score),
            included,
            guesses,
            sides,
            { random: random(), ids: own },
          );
          const tieBreak = { random: random(), ids: own };
          expect(countByRank(scores, included, guesses, sides, tieBreak, -1)).toEqual(negated);
        }
      },
    ),
    { seed: 21, numRuns: 300 },
  );
});
