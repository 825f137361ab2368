import { worstChoice } from '../../support/soundness/choice.ts';
import { blindMembership, worstMembership } from '../../support/soundness/membership.ts';
import type { Situation } from '../../support/soundness/play.ts';

/** Scores and truth in two files, joined by id, each in an order of its own. */
export const JOINED: readonly Situation[] = [
  {
    name: 'an assignment in a file of its own',
    mechanisms: {
      'one score for all': () => blindMembership('constant', { joined: true }, { m: 80 }),
      'the worst of a Gaussian claim': () =>
        worstMembership(
          'gaussian(mu=0.5)',
          { m: 100, answered: 56, right: 48, guesses: 50 },
          { joined: true },
        ),
      'the worst of a Gaussian claim in three scores, JSON Lines': () =>
        worstMembership(
          'gaussian(mu=0.5)',
          { m: 100, answered: 56, right: 48, guesses: 50 },
          { joined: true, ties: true, format: 'json lines' },
        ),
      'three options': () =>
        worstChoice(
          'gaussian(mu=1, relation=replace)',
          { m: 60, k: 3, guesses: 20 },
          { columns: 'guess and confidence', joined: true },
        ),
    },
  },
];
