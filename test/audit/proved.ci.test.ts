import { describe, expect, test } from 'vitest';
import { throughReplace } from '../../src/audit/epsilon/through-replace.ts';
import { empiricalEpsilon } from '../../src/audit/index.ts';
import { BOUNDS } from '../../src/bounds/index.ts';
import { playReconstruction } from '../../src/games/index.ts';
import { type Family, family, METHODS, tradeOff } from '../../src/index.ts';
import {
  dpsgdChoice,
  dpsgdSum,
  gaussianChoice,
  gaussianSum,
  oppositeSteps,
  randomizedResponse,
  type Subject,
} from '../support/mechanisms.ts';

const TAU = 0.05;
const GAMES = 400;

/**
 * The right guesses of a run so lucky that more than tau of all runs are as lucky or more: so much more that chance does not
 * explain it. What is proved grows with the count, so an epsilon above the truth here is one above the truth too often.
 */
function luckyCount({ k, mechanism, attack }: Subject, m: number, guesses: number): number {
  const counts: number[] = [];
  for (let seed = 0; seed < GAMES; seed++)
    counts.push(
      playReconstruction({ m, k, guesses, mechanism, attack: attack(guesses), seed }).observation.correct,
    );
  counts.sort((a, b) => b - a);
  return counts[Math.ceil(GAMES * TAU + 3.3 * Math.sqrt(GAMES * TAU * (1 - TAU)))];
}

/** The game, the subject in it, and for each family the member or guarantee that is true of the subject. */
const CASES: [string, Subject, m: number, guesses: number, families: [family: string, truth: string][]][] = [
  [
    'membership, Gaussian',
    gaussianSum(1.5),
    300,
    60,
    [
      ['gaussian', 'gaussian(sigma=1.5)'],
      ['approx-dp(delta=1e-5)', 'gaussian(sigma=1.5)'],
      ['dpsgd(rate=1, steps=4)', 'gaussian(sigma=1.5)'],
    ],
  ],
  [
    'membership, randomised response',
    randomizedResponse(1, 2),
    200,
    200,
    [
      ['pure-dp', 'pure-dp(epsilon=1)'],
      ['approx-dp(delta=1e-3)', 'pure-dp(epsilon=1)'],
      ['randomized-response', 'pure-dp(epsilon=1)'],
    ],
  ],
  [
    'membership, DP-SGD',
    dpsgdSum(1.6, 0.4, 6),
    300,
    100,
    [['dpsgd(rate=0.4, steps=6)', 'dpsgd(noise=1.6, rate=0.4, steps=6)']],
  ],
  ...[2, 3, 10].map((k): (typeof CASES)[number] => [
    `reconstruction of ${k}, Gaussian`,
    gaussianChoice(2, k),
    300,
    k === 3 ? 100 : 300,
    [
      ['gaussian', 'gaussian(sigma=2)'],
      ['gaussian(relation=replace)', `gaussian(mu=${Math.SQRT1_2}, relation=replace)`],
      ['approx-dp(delta=1e-5)', 'gaussian(sigma=2)'],
      ['approx-dp(delta=1e-5, relation=replace)', `gaussian(mu=${Math.SQRT1_2}, relation=replace)`],
    ],
  ]),
  ...[2, 3, 10].map((k): (typeof CASES)[number] => [
    `reconstruction of ${k}, DP-SGD`,
    dpsgdChoice(1.2, 0.4, 6, k),
    300,
    k === 3 ? 100 : 300,
    [
      ['dpsgd(rate=0.4, steps=6)', 'dpsgd(noise=1.2, rate=0.4, steps=6)'],
      ['dpsgd(rate=0.4, steps=6, relation=replace)', 'dpsgd(noise=1.2, rate=0.4, steps=6, relation=replace)'],
    ],
  ]),
  [
    'exchange of opposite gradients, DP-SGD',
    oppositeSteps(1.6, 0.4, 6),
    300,
    100,
    [
      ['dpsgd(rate=0.4, steps=6, relation=replace)', 'dpsgd(noise=1.6, rate=0.4, steps=6, relation=replace)'],
      ['dpsgd(rate=0.4, steps=6)', 'dpsgd(noise=1.6, rate=0.4, steps=6)'],
    ],
  ],
];

describe.each(CASES)('%s', (name, subject, m, guesses, families) => {
  const correct = luckyCount(subject, m, guesses);

  test.each(families)('%s proves no more than the truth', (text, truth) => {
    const stated = family(text);
    const members: Family = name.startsWith('membership') ? stated : throughReplace(stated);
    const observation = { m, k: subject.k, guesses, correct };
    for (const method of METHODS) {
      if (BOUNDS[method].whyNot(observation, members) !== null) continue;
      const [row] = empiricalEpsilon(observation, members, { tau: TAU, method });
      const exact = tradeOff(truth).epsilon(stated.guarantee?.[1] ?? 1e-5);
      expect(row.epsilon, `${method} at ${correct} right`).toBeLessThanOrEqual(exact);
      expect(row.epsilon, method).toBeGreaterThan(0);
      // The member whose epsilon is reported is one that is rejected.
      expect(BOUNDS[method].rejects(observation, members.at(row.parameter as number), TAU)).toBe(true);
    }
  });
});

test('every curve of a family is mapped to exchanges, those for the first steps of a search too', () => {
  const members = family('dpsgd(rate=0.4, steps=6)');
  const { at, search } = throughReplace(members);
  for (const [mapped, own] of [
    [at(1.5), members.at(1.5)],
    [search?.coarseCurve(1.5), members.search?.coarseCurve(1.5)],
  ])
    for (const x of [0.01, 0.1, 0.4]) {
      const twice = own?.fBar(own.fBar(x)) ?? NaN;
      expect(mapped?.fBar(x)).toBeCloseTo(twice, 12);
      expect(twice).toBeGreaterThan((own?.fBar(x) ?? NaN) + 0.01);
    }
});

test('a search that its hints mislead steps back to a member that is rejected', () => {
  const observation = { m: 300, k: 2, guesses: 300, correct: 210 };
  const members = family('dpsgd(rate=0.4, steps=6)');
  // Curves that are more private than the member they stand for, as add-remove ones are on exchanges.
  const misled: Family = { ...throughReplace(members), search: members.search as never };
  const honest = throughReplace(members);
  for (const method of ['paper', 'optimal'] as const) {
    const [row] = empiricalEpsilon(observation, misled, { tau: TAU, method });
    const [best] = empiricalEpsilon(observation, honest, { tau: TAU, method });
    expect(row.epsilon).toBeGreaterThan(0);
    expect(row.epsilon).toBeLessThanOrEqual(best.epsilon * (1 + 1e-4));
    expect(row.largestProvable).toBeLessThanOrEqual(best.largestProvable * (1 + 1e-4));
  }
});
