import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../src/bounds/index.ts';
import { playReconstruction } from '../../src/games/index.ts';
import { type Observation, tradeOff } from '../../src/index.ts';
import { clopperPearsonLower } from '../../src/numerics/index.ts';
import {
  gaussianChoice,
  gaussianSum,
  leakyResponse,
  randomizedResponse,
  type Subject,
  sharedCoin,
} from '../support/mechanisms.ts';

const GAMES = 20_000;

/** How often each method refutes the subject's own claim, in seeded games. */
function refutations(
  { claim, k, mechanism, attack }: Subject,
  m: number,
  guesses: number,
  tau: number,
  games = GAMES,
) {
  const f = tradeOff(claim);
  const methods = Object.values(BOUNDS).filter(
    (bound) => bound.whyNot({ m, k, guesses, correct: 0 }, f) === null,
  );
  const counts = new Map(methods.map((bound) => [bound.method, 0]));
  // The decision depends on the count alone: decide each count once.
  const decisions = new Map<string, boolean>();
  for (let seed = 0; seed < games; seed++) {
    const { observation } = playReconstruction({ m, k, guesses, mechanism, attack: attack(guesses), seed });
    for (const bound of methods) {
      if (
        decide(decisions, `${bound.method} ${observation.correct}`, () =>
          bound.rejects(observation as Observation, f, tau),
        )
      )
        counts.set(bound.method, (counts.get(bound.method) ?? 0) + 1);
    }
  }
  return counts;
}

function decide(known: Map<string, boolean>, key: string, compute: () => boolean): boolean {
  let decision = known.get(key);
  if (decision === undefined) {
    decision = compute();
    known.set(key, decision);
  }
  return decision;
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
  test.each([0.05, 0.2])(`${GAMES} true claims are refuted at most tau = %f of the time`, (tau) => {
    for (const [method, refuted] of refutations(subject, m, guesses, tau))
      expect(clopperPearsonLower(refuted, GAMES, 0.005), method).toBeLessThanOrEqual(tau);
  });
});

test('the same games refute a claim of twice the noise: the test above can fail', () => {
  const refuted =
    refutations({ ...gaussianSum(1), claim: 'gaussian(sigma=2)' }, 2000, 100, 0.05, 500).get('paper') ?? 0;
  expect(refuted).toBeGreaterThan(450);
});

test('an add-remove curve tested on a reconstruction game refutes a true claim: neighbours matter', () => {
  const subject = { ...gaussianChoice(1, 2), claim: 'gaussian(sigma=1)' };
  expect(refutations(subject, 10_000, 500, 0.05, 40).get('paper')).toBeGreaterThan(10);
});
