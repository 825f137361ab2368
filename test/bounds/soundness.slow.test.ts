import { beforeAll, describe, expect, test } from 'vitest';
import { BOUNDS } from '../../src/bounds/index.ts';
import { playReconstruction } from '../../src/games/index.ts';
import { tradeOff } from '../../src/index.ts';
import { clopperPearsonLower } from '../../src/numerics/index.ts';
import {
  gaussianChoice,
  gaussianSum,
  leakyResponse,
  randomizedResponse,
  type Subject,
  sharedCoin,
} from '../support/mechanisms.ts';
import { often } from '../support/thorough.ts';

const GAMES = often(10_000, 4000);

/** How often each number of right guesses comes up in seeded games. */
function played({ k, mechanism, attack }: Subject, m: number, guesses: number, games = GAMES) {
  const times = new Map<number, number>();
  for (let seed = 0; seed < games; seed++) {
    const { observation } = playReconstruction({ m, k, guesses, mechanism, attack: attack(guesses), seed });
    times.set(observation.correct, (times.get(observation.correct) ?? 0) + 1);
  }
  return times;
}

/** How often each method refutes the subject's own claim in these games: the count alone decides. */
function refutations(
  { claim, k }: Subject,
  m: number,
  guesses: number,
  tau: number,
  times: ReadonlyMap<number, number>,
) {
  const f = tradeOff(claim);
  const methods = Object.values(BOUNDS).filter(
    (bound) => bound.whyNot({ m, k, guesses, correct: 0 }, f) === null,
  );
  return new Map(
    methods.map((bound) => {
      const refuting = [...times].filter(([correct]) => bound.rejects({ m, k, guesses, correct }, f, tau));
      return [bound.method, refuting.reduce((sum, [, games]) => sum + games, 0)];
    }),
  );
}

const CASES: [string, Subject, number, number][] = [
  ['Gaussian sum, all guessed', gaussianSum(1), 100, 100],
  ['Gaussian sum, few guesses', gaussianSum(1), 200, 20],
  ['Gaussian sum, little noise', gaussianSum(0.5), 60, 10],
  ['Gaussian sum, much noise', gaussianSum(4), 150, 60],
  ['Gaussian choice of 4, all guessed', gaussianChoice(1, 4), 30, 30],
  ['Gaussian choice of 3, few guesses', gaussianChoice(0.7, 3), 40, 10],
  ['randomised response, all guessed', randomizedResponse(1, 2), 100, 100],
  ['randomised response, few guesses', randomizedResponse(2, 2), 50, 12],
  ['randomised response among 5', randomizedResponse(1.5, 5), 80, 80],
  ['response that leaks single canaries', leakyResponse(0.5, 0.02), 150, 10],
  ['response that leaks, all guessed', leakyResponse(1, 0.05), 60, 60],
  ['response that leaks all at once', sharedCoin(0.5, 0.04), 40, 40],
];

describe.each(CASES)('%s', (_, subject, m, guesses) => {
  let times: ReadonlyMap<number, number>;
  beforeAll(() => {
    times = played(subject, m, guesses);
  });

  test.each([0.05, 0.2])(`${GAMES} true claims are refuted at most tau = %f of the time`, (tau) => {
    for (const [method, refuted] of refutations(subject, m, guesses, tau, times))
      expect(clopperPearsonLower(refuted, GAMES, 0.005), method).toBeLessThanOrEqual(tau);
  });
});

test('the same games refute a claim of twice the noise: the test above can fail', () => {
  const subject = { ...gaussianSum(1), claim: 'gaussian(sigma=2)' };
  const refuted = refutations(subject, 2000, 100, 0.05, played(subject, 2000, 100, 500));
  expect(refuted.get('paper')).toBeGreaterThan(450);
});

test('an add-remove curve tested on a reconstruction game refutes a true claim: neighbours matter', () => {
  const subject = { ...gaussianChoice(1, 2), claim: 'gaussian(sigma=1)' };
  const refuted = refutations(subject, 10_000, 500, 0.05, played(subject, 10_000, 500, 40));
  expect(refuted.get('paper')).toBeGreaterThan(10);
});
