import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { empiricalEpsilon } from '../../src/audit/epsilon/empirical.ts';
import { chanceWithin, guessedPair } from '../../src/bounds/independent/right-share.ts';
import { BOUNDS, independentCanaries } from '../../src/bounds/index.ts';
import { type TradeOff, tradeOff } from '../../src/claims/index.ts';
import { binomialTail, createRandom } from '../../src/numerics/index.ts';
import type { Observation, Side } from '../../src/types.ts';
import golden from '../golden/independent.json' with { type: 'json' };
import extended from '../golden/independent-extended.json' with { type: 'json' };
import { playedRange } from '../support/play-right.ts';
import {
  bruteForceTail,
  gaussianSurest,
  guaranteeSurest,
  rightOfSurest,
  type SuretyClass,
} from '../support/play-surest.ts';

const independent = independentCanaries;

const seen = (m: number, guesses: number, correct: number, sides?: string): Observation => ({
  m,
  k: 2,
  guesses,
  correct,
  ...(sides === undefined || sides === 'both' ? {} : { sides: sides as Side }),
});

describe('reference values', () => {
  test.each([...golden.pValues, ...extended.pValues])(
    '$claim, $correct of $guesses guesses on $m, $sides',
    (row) => {
      const p = independent.pValue(seen(row.m, row.guesses, row.correct, row.sides), tradeOff(row.claim));
      expect(p).toBeGreaterThanOrEqual(row.pValue * (1 - 1e-12));
      expect(p).toBeLessThan(row.pValue * (1 + 1e-9));
    },
  );

  test.each(golden.epsilons)('epsilon of $correct of $guesses guesses on $m, $sides', (row) => {
    const { m, guesses, correct, tau, delta } = row;
    const sides = row.sides === 'in' ? 'in' : 'both';
    for (const [family, epsilon] of [
      ['gaussian', row.gaussianEpsilon],
      [`approx-dp(delta=${delta})`, row.approxDpEpsilon],
    ] as const) {
      const [found] = empiricalEpsilon({ m, guesses, correct, sides }, family, {
        tau,
        deltas: [delta],
        method: 'independent',
      });
      expect(found.epsilon).toBeLessThanOrEqual(epsilon * (1 + 1e-12));
      expect(found.epsilon).toBeGreaterThan(epsilon * (1 - 1e-9));
      expect(found.assumption).toBe('independent-canaries');
    }
  });
});

// By quadrature between the kinks with 40 digits.
test.each([
  ['laplace(scale=0.16666666666666666)', 4, 1, 1, 0.9334547746535176],
  ['approx-dp(epsilon=0.0358, delta=0.02691665)', 3084, 3083, 2098, 2.53665716614e-91],
] as const)(
  '%s on one side, %d canaries: few pieces, or where the curve has ended',
  (claim, m, guesses, correct, exact) => {
    const p = independent.pValue(seen(m, guesses, correct, 'in'), tradeOff(claim));
    expect(p).toBeGreaterThanOrEqual(exact * (1 - 1e-11));
    expect(p).toBeLessThan(exact * (1 + 1e-7));
  },
);

// A rule of 400 times as many nodes, on curves of thousands of straight pieces.
test.each([
  ['compose(laplace(scale=31.53889529276631)*4)', 6, 3, 3, 'in', 0.1333678161],
  ['dpsgd(noise=1.7514533007293842, rate=0.0733546284178319, steps=9)', 18, 15, 15, 'out', 4.154911465e-5],
] as const)('%s errs to the safe side', (claim, m, guesses, correct, sides, exact) => {
  const p = independent.pValue(seen(m, guesses, correct, sides), tradeOff(claim));
  expect(p).toBeGreaterThanOrEqual(exact);
  expect(p).toBeLessThan(exact * (1 + 1e-6));
});

/** Sums from either side, as the tail falls with the share that lies beyond the cut. */
function sandwich(observation: Observation, f: TradeOff, pieces: number): [number, number] {
  const { m, guesses, correct } = observation;
  const pair = guessedPair(observation, f);
  const beyond = (share: number) => binomialTail(m, share, guesses + 1);
  const tail = (share: number) => {
    const { right, wrong } = chanceWithin(pair, share);
    return binomialTail(guesses, right, correct, wrong);
  };
  let [low, high] = [0, 0];
  for (let i = 0; i < pieces; i++) {
    // P[share of the cut <= s] = P[at least c' + 1 of m uniform numbers are below s].
    const mass = beyond((i + 1) / pieces) - beyond(i / pieces);
    if (mass <= 0) continue;
    high += mass * (i === 0 ? 1 : tail(i / pieces));
    low += mass * tail((i + 1) / pieces);
  }
  return [low, high];
}

test('lies between the sums of a naive twin', () => {
  const random = createRandom('twins');
  const claims = [
    'gaussian(sigma=1)',
    'laplace(scale=1)',
    'approx-dp(epsilon=1, delta=0.01)',
    'compose(laplace(scale=2)*3)',
    'dpsgd(noise=0.8, rate=0.3, steps=2)',
    'points(0:0.9, 0.1:0.5, 0.5:0.1, 0.9:0, 1:0)',
  ];
  for (const claim of claims) {
    const f = tradeOff(claim);
    for (const sides of [undefined, 'in', 'out']) {
      const m = 10 + random.integer(200);
      const guesses = 1 + random.integer(m - 1);
      const correct = Math.ceil(guesses * (0.5 + 0.5 * random.uniform()));
      const observation = seen(m, guesses, correct, sides);
      const [low, high] = sandwich(observation, f, 4000);
      const p = independent.pValue(observation, f);
      expect(p, `${claim} ${JSON.stringify(observation)}`).toBeGreaterThanOrEqual(low * (1 - 1e-9));
      expect(p, `${claim} ${JSON.stringify(observation)}`).toBeLessThanOrEqual(high * (1 + 1e-9) + 1e-15);
    }
  }
});

/** The classes of a curve of straight pieces: by their slopes, up to where half of the canaries are called. */
function classesOf(f: TradeOff, isOneSided: boolean): SuretyClass[] {
  const found: SuretyClass[] = [];
  if (f.fBar(0) > 0) found.push({ mass: f.fBar(0), right: 1 });
  const ends = [0, ...(f.bends ?? []).filter((x) => x > 0 && x < 1), 1];
  for (let i = 0; i + 1 < ends.length; i++) {
    const [x, y] = [ends[i], f.fBar(ends[i])];
    const [across, rise] = [ends[i + 1] - x, f.fBar(ends[i + 1]) - y];
    const reached = x + y;
    const most = isOneSided ? 2 : 1;
    const part = Math.min(1, (most - reached) / (across + rise));
    if (part <= 0 || across + rise === 0) continue;
    found.push({ mass: part * (across + rise), right: rise / (across + rise) });
  }
  return isOneSided ? found.map(({ mass, right }) => ({ mass: mass / 2, right })) : found;
}

test.each([
  'approx-dp(epsilon=1, delta=0.1)',
  'pure-dp(epsilon=0.5)',
  'points(0:0.9, 0.1:0.5, 0.5:0.1, 0.9:0, 1:0)',
  'randomized-response(epsilon=2, alphabet=3)',
])('of corners is what going through all cases gives: %s', (claim) => {
  const f = tradeOff(claim);
  for (const m of [1, 2, 3, 6])
    for (let guesses = 1; guesses <= m; guesses++)
      for (const correct of [1, guesses])
        for (const sides of [undefined, 'in'] as const) {
          if (sides === 'in' && guesses === m) continue;
          const exact = bruteForceTail(m, guesses, correct, classesOf(f, sides === 'in'));
          const p = independent.pValue(seen(m, guesses, correct, sides), f);
          expect(p, `${m} ${guesses} ${correct} ${sides}`).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
          expect(p, `${m} ${guesses} ${correct} ${sides}`).toBeLessThan(exact * (1 + 1e-7));
        }
});

test('coins that fell oddly prove no epsilon, not an infinite one', () => {
  // Of 20 canaries 19 and more were out, which coins do in 21 of a million games.
  for (const guesses of [19, 20])
    expect(
      empiricalEpsilon(seen(20, guesses, 19, 'out'), 'gaussian', { deltas: [1e-5], method: 'independent' }),
    ).toMatchObject([{ epsilon: 0, parameter: null }]);
});

test('is attained by the ideal mechanism', () => {
  const random = createRandom('ideal');
  const games = 3000;
  for (const [claim, draw] of [
    ['gaussian(mu=0.8)', gaussianSurest(0.8)],
    ['gaussian(mu=2)', gaussianSurest(2)],
    ['approx-dp(epsilon=1, delta=0.05)', guaranteeSurest(1, 0.05)],
  ] as const) {
    const m = 20 + random.integer(60);
    const guesses = 1 + random.integer(m);
    const counts = Array.from({ length: games }, () => rightOfSurest(m, guesses, draw, random)).sort(
      (a, b) => a - b,
    );
    for (const share of [0.5, 0.95]) {
      const correct = counts[Math.floor(share * games)];
      const [low, high] = playedRange(counts.filter((right) => right >= correct).length, games);
      const p = independent.pValue(seen(m, guesses, correct), tradeOff(claim));
      expect(p, claim).toBeGreaterThan(low);
      expect(p, claim).toBeLessThan(high);
    }
  }
});

describe('more options than two', () => {
  test('have an answer for a pure epsilon, where guesses are right as by randomised response', () => {
    const right = Math.E / (Math.E + 3);
    const p = independent.pValue(
      { m: 50, k: 4, guesses: 40, correct: 25 },
      tradeOff('pure-dp(epsilon=1, relation=replace)'),
    );
    expect(p).toBeCloseTo(binomialTail(40, right, 25), 9);
  });

  test('have none for other claims', () => {
    expect(() =>
      independent.pValue({ m: 50, k: 4, guesses: 40, correct: 25 }, tradeOff('gaussian(sigma=1)')),
    ).toThrow('method independent needs two options per canary, or a pure epsilon');
  });
});

test('finds quickly how much of a family guesses on one side refute', () => {
  const counts = { m: 20, guesses: 15, correct: 15, sides: 'in' } as const;
  for (const family of ['gaussian', 'laplace', 'pure-dp', 'dpsgd(rate=0.1, steps=10)'])
    for (const correct of [14, 15]) {
      const before = process.cpuUsage();
      const [found] = empiricalEpsilon({ ...counts, correct }, family, { method: 'independent' });
      expect(process.cpuUsage(before).user, family).toBeLessThan(3e6);
      if (!family.startsWith('dpsgd')) expect(found.epsilon > 0).toBe(correct === 14);
      expect(found.largestProvable).toBeGreaterThanOrEqual(found.epsilon);
    }
});

test('is defined from one canary to ten million, and falls with every further right guess', () => {
  const f = tradeOff('gaussian(sigma=1)');
  for (const [m, guesses] of [
    [1, 1],
    [2, 1],
    [2, 2],
    [1000, 999],
    [1e7, 1],
    [1e7, 100_000],
    [1e7, 1e7],
  ]) {
    const at = (share: number) => independent.pValue(seen(m, guesses, Math.round(share * guesses)), f);
    expect(at(0)).toBe(1);
    expect(at(1)).toBeGreaterThan(0);
    expect(at(1)).toBeLessThanOrEqual(at(0.7));
  }
});

test.each(['epsilon-8', 'epsilon-16'])('docs and gallery say what the counts of the run %s prove', (run) => {
  const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const [, correct, guesses] = (
    textOf('integrations/pytorch/README.md').match(
      new RegExp(`^\\| \`${run}\` .*?\\| (\\d+) / (\\d+) \\|`, 'm'),
    ) as RegExpMatchArray
  ).map(Number);
  const proved = [
    ['approx-dp(delta=1e-5)', 'optimal'],
    ['gaussian', 'optimal'],
    ['gaussian', 'independent'],
  ] as const;
  const said = proved.map(([family, method]) => {
    const [{ epsilon }] = empiricalEpsilon({ m: 5000, guesses, correct }, family, { method });
    return (Math.floor(1000 * epsilon) / 1000).toFixed(3);
  });
  const counts = `${correct.toLocaleString('en-US')} of ${guesses.toLocaleString('en-US')}`;
  expect(textOf('docs/bounds.md')).toContain(
    `| ${run.slice(8)} | ${counts}, m = 5,000 | ${said.join(' | ')} |`,
  );
  const gallery = textOf('web/src/views/gallery/view.tsx').replaceAll(/\s+/g, ' ');
  for (const number of said) expect(gallery).toContain(number);
});

describe('how wrong it can be, as docs/bounds.md and reports have it', () => {
  const f = tradeOff('gaussian(sigma=1)');
  let correct = 216;
  while (independent.rejects(seen(1000, 216, correct - 1), f, 0.05)) correct--;

  test('33% where right guesses come all at once', () => {
    expect(BOUNDS.optimal.pValue(seen(1000, 216, correct), f)).toBeCloseTo(0.326, 3);
  });

  test('14% where 340 canaries are told in 18% of runs, right with 92%, and none in the others', () => {
    // One canary is told with this chance: between the corner and its mirror image the curve is straight.
    const told = 0.18 * 0.34;
    expect(f.fBar(told * 0.08)).toBeGreaterThan(told * 0.92);
    expect(0.18 * binomialTail(216, 0.92, correct)).toBeCloseTo(0.143, 3);
  });
});
