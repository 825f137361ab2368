import {
  blindMembership,
  membership,
  noisySum,
  worstMembership,
} from '../../support/soundness/membership.ts';
import type { Situation } from '../../support/soundness/play.ts';

const GAUSSIAN = 'gaussian(mu=0.5)';
const FEW = { m: 200, answered: 26, right: 25, guesses: 20 };
const MANY = { m: 100, answered: 56, right: 48, guesses: 50 };

/** How rows stand in the file, and what happens where scores are equal. */
export const ROWS: readonly Situation[] = [
  {
    name: 'members first',
    mechanisms: {
      'blind scores': () => blindMembership('distinct', { rows: 'members first' }),
      'the worst of a Gaussian claim, 20 guesses, JSON Lines': () =>
        worstMembership(GAUSSIAN, FEW, { rows: 'members first', ids: true, format: 'json lines' }),
      'the worst of a Gaussian claim, 50 guesses': () =>
        worstMembership(GAUSSIAN, MANY, { rows: 'members first' }),
      'the worst of a DP-SGD claim': () =>
        worstMembership(
          'dpsgd(noise=1, rate=0.1, steps=20)',
          { m: 100, answered: 36, right: 34, guesses: 30 },
          { rows: 'members first', ids: true },
        ),
      'a noisy sum': () =>
        membership(
          100,
          noisySum(2),
          { rows: 'members first' },
          {
            claim: GAUSSIAN,
            design: { guesses: [50] },
          },
        ),
      'a noisy sum in two arrays': () =>
        membership(100, noisySum(2), { format: 'npy pair' }, { claim: GAUSSIAN, design: { guesses: [50] } }),
    },
  },
  {
    name: 'equal scores',
    mechanisms: {
      'one score for all': () => blindMembership('constant', { rows: 'members first' }),
      'one score for all, with ids': () =>
        blindMembership('constant', { rows: 'members first', ids: true }, { guesses: 37 }),
      'one score for all, in two arrays': () =>
        blindMembership('constant', { format: 'npy pair' }, { guesses: 18 }),
      'one score for all, fresh tie-breaks': () => ({
        ...blindMembership('constant', { rows: 'members first', ids: true }, { guesses: 24 }),
        freshTies: true,
      }),
      'blind scores, rounded': () => blindMembership('rounded', { rows: 'members first' }, { guesses: 44 }),
      'blind scores, rounded, with ids': () =>
        blindMembership('rounded', { rows: 'members first', ids: true }, { guesses: 62 }),
      'the worst of a Gaussian claim in three scores': () =>
        worstMembership(GAUSSIAN, FEW, { rows: 'members first', ties: true }),
      'the worst of a Gaussian claim in three scores, with ids': () =>
        worstMembership(GAUSSIAN, MANY, { rows: 'members first', ids: true, ties: true }),
      'randomised response': () =>
        worstMembership(
          'pure-dp(epsilon=1)',
          { m: 100, answered: 80, right: 66, guesses: 41 },
          { rows: 'members first', ids: true, ties: true },
        ),
      'a noisy sum, rounded': () =>
        membership(
          100,
          noisySum(2, 1),
          { rows: 'members first', ids: true },
          {
            claim: GAUSSIAN,
            design: { guesses: [50] },
          },
        ),
    },
  },
];
