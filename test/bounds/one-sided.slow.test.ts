import { expect, test } from 'vitest';
import { BOUNDS } from '../../src/bounds/index.ts';
import { guessByRank, playMembership } from '../../src/games/index.ts';
import { type Side, tradeOff } from '../../src/index.ts';
import { clopperPearsonLower } from '../../src/numerics/index.ts';
import { dpsgdSum, gaussianSum, type Subject, sharedCoin } from '../support/mechanisms.ts';

const GAMES = 2500;

const scored = (subject: Subject, side: Side): Subject => ({
  ...subject,
  attack: (guesses) => (output, random) => guessByRank(Float64Array.from(output), guesses, side, random),
});

/** How many games refute a claim, by any method, at tau. */
function refuted(
  { claim, mechanism, attack }: Subject,
  m: number,
  guesses: number,
  sides: Side,
  tau: number,
) {
  const f = tradeOff(claim);
  const known = new Map<number, boolean>();
  let found = 0;
  for (let seed = 0; seed < GAMES; seed++) {
    const { correct } = playMembership({ m, guesses, mechanism, attack: attack(guesses), seed }).observation;
    const rejects = () =>
      Object.values(BOUNDS).some(
        (bound) =>
          bound.whyNot({ m, k: 2, guesses, correct, sides }, f) === null &&
          bound.rejects({ m, k: 2, guesses, correct, sides }, f, tau),
      );
    const decided = known.get(correct) ?? rejects();
    known.set(correct, decided);
    if (decided) found++;
  }
  return found;
}

test.each<[string, Subject, number, number, Side]>([
  ['a noisy sum, few called in', gaussianSum(1), 100, 10, 'in'],
  ['a noisy sum, more than half called out', gaussianSum(1), 60, 40, 'out'],
  ['a sum with little noise, called out', gaussianSum(0.5), 60, 8, 'out'],
  ['DP-SGD, called in', dpsgdSum(0.7, 0.3, 3), 60, 8, 'in'],
  ['DP-SGD, called out', dpsgdSum(0.7, 0.3, 3), 60, 8, 'out'],
  ['all told at once now and then, called in', sharedCoin(0.5, 0.04), 40, 10, 'in'],
])(`${GAMES} true claims are refuted at most tau of the time: %s`, (_, subject, m, guesses, side) => {
  for (const tau of [0.05, 0.2])
    expect(
      clopperPearsonLower(refuted(scored(subject, side), m, guesses, side, tau), GAMES, 0.005),
    ).toBeLessThanOrEqual(tau);
});

test('the same games refute a claim of twice the noise', () => {
  const subject = { ...scored(gaussianSum(0.5), 'in'), claim: 'gaussian(sigma=1)' };
  expect(refuted(subject, 400, 40, 'in', 0.05)).toBeGreaterThan(0.5 * GAMES);
});
