import {
  blind,
  blindMembership,
  leakOfOneSide,
  membership,
  type Score,
  splitOf,
  worstMembership,
  worstScores,
} from '../../support/soundness/membership.ts';
import type { Audited, Situation } from '../../support/soundness/play.ts';
import { critical, listRate, rankedTail } from '../../support/soundness/rates.ts';

const PURE = 'pure-dp(epsilon=1)';
const ONE_SIDE = { m: 100, answered: 60, right: 50, guesses: 16 };
const GAUSSIAN = 'gaussian(mu=0.5)';

const M = 160;
const BUDGETS = [10, 40, 80];

/**
 * Larger budgets add to smaller ones, and every guess is right with the same probability, apart from all others: that
 * answers of one kind run short happens less than once in a million audits.
 */
function list(claim: string, right: number, score: Score): Audited {
  const tau = 0.05 / BUDGETS.length;
  const criticals = BUDGETS.map((guesses) => critical({ m: M, k: 2, guesses }, claim, tau));
  const rate = listRate(right, BUDGETS, criticals);
  return membership(M, score, { rows: 'members first' }, { claim, design: { guesses: BUDGETS }, rate });
}

/** Losses: the lower, the more likely in. */
function losses(): Audited {
  const [claim, guesses] = [GAUSSIAN, 50];
  const { law, score } = worstScores(claim, { m: 100, answered: 56, right: 48 }, false);
  const least = critical({ m: 100, k: 2, guesses }, claim);
  return membership(
    100,
    (included, random) => Float64Array.from(score(included, random), (value) => -value),
    {},
    {
      claim,
      design: { guesses: [guesses], lowerIsIn: true },
      rate: rankedTail(law, splitOf(guesses), least),
    },
  );
}

/** Which canaries are guessed, and in how many ways at once. */
export const GUESSES: readonly Situation[] = [
  {
    name: 'guesses "in" alone',
    mechanisms: {
      'blind scores': () => blindMembership('distinct', {}, { guesses: 37, sides: 'in' }),
      'one score for all, members first': () =>
        blindMembership('constant', { rows: 'members first' }, { guesses: 37, sides: 'in' }),
      'the worst of a pure claim': () => worstMembership(PURE, { ...ONE_SIDE, sides: 'in' }),
      'the worst of a pure claim in three scores, members first': () =>
        worstMembership(PURE, { ...ONE_SIDE, sides: 'in' }, { ties: true, rows: 'members first', ids: true }),
      'what gives members away as often as (0, 0.02) allows': () => leakOfOneSide('in', 0.0199, 100, 20),
    },
  },
  {
    name: 'guesses "out" alone',
    mechanisms: {
      'blind scores, rounded, members first': () =>
        blindMembership('rounded', { rows: 'members first', ids: true }, { guesses: 37, sides: 'out' }),
      'the worst of a pure claim': () => worstMembership(PURE, { ...ONE_SIDE, sides: 'out' }),
      'what gives others away as often as (0, 0.02) allows': () => leakOfOneSide('out', 0.0199, 100, 20),
    },
  },
  {
    name: 'guesses on both sides',
    mechanisms: {
      'an odd number, blind scores': () => blindMembership('distinct', {}, { guesses: 37 }),
      'all canaries, one score for all, members first': () =>
        blindMembership('constant', { rows: 'members first' }, { m: 60, guesses: 60 }),
      'the worst of an (epsilon, delta) claim': () =>
        worstMembership('approx-dp(epsilon=0.5, delta=0.01)', {
          m: 100,
          answered: 56,
          right: 46,
          guesses: 50,
        }),
      'losses, the worst of a Gaussian claim': losses,
    },
  },
  {
    name: 'a list of guesses',
    mechanisms: {
      'blind scores': () => list('perfect()', 0.5, blind.distinct),
      'the worst of a pure claim': () => {
        const claim = 'pure-dp(epsilon=0.5)';
        const { score } = worstScores(claim, { m: M, answered: M, right: 120 }, false);
        return list(claim, 1 / (1 + Math.exp(-0.5)), score);
      },
    },
  },
];
