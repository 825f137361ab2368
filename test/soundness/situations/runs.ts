import { tradeOff } from '../../../src/index.ts';
import { binomialTail } from '../../../src/numerics/index.ts';
import { choice, worstChooser } from '../../support/soundness/choice.ts';
import {
  blind,
  type Layout,
  membership,
  noisySum,
  splitOf,
  worstScores,
} from '../../support/soundness/membership.ts';
import type { Audited, Situation } from '../../support/soundness/play.ts';
import { chosenTail, rankedTail, runsRate } from '../../support/soundness/rates.ts';

const M = 60;

/** Several runs of scores that know nothing. */
function blindRuns(kind: keyof typeof blind, layout: Layout): Audited {
  const [runs, guesses, atLeast] = [3, 20, 13];
  const claim = 'perfect()';
  const seen = { m: M, k: 2, guesses, correct: atLeast };
  const rate = runsRate(seen, tradeOff(claim), runs, binomialTail(guesses, 0.5, atLeast));
  const design = { guesses: [guesses], atLeast };
  return membership(M, blind[kind], layout, { claim, design, rate }, runs);
}

/** Several runs of the worst mechanism of a claim. */
function worstRuns(claim: string, runs: number, guesses: number, atLeast: number, answered: number): Audited {
  const { law, score } = worstScores(claim, { m: M, answered, right: atLeast }, false);
  const success = rankedTail(law, splitOf(guesses), atLeast);
  const rate = runsRate({ m: M, k: 2, guesses, correct: atLeast }, tradeOff(claim), runs, success);
  return membership(M, score, {}, { claim, design: { guesses: [guesses], atLeast }, rate }, runs);
}

/** Several runs of guesses among three options by the worst mechanism of a claim. */
function worstChoices(claim: string, runs: number, guesses: number, atLeast: number): Audited {
  const game = { m: M, k: 3, guesses };
  const f = tradeOff(claim);
  const { law, choose } = worstChooser(claim, game, { answered: guesses, right: atLeast }, false);
  const rate = runsRate({ ...game, correct: atLeast }, f, runs, chosenTail(law, guesses, 0, atLeast));
  const design = { guesses: [guesses], atLeast };
  return choice(game, choose, { columns: 'guess and confidence' }, { claim, design, rate }, runs);
}

/** Independent runs, of which enough have at least the number of right guesses that was fixed in advance. */
export const RUNS: readonly Situation[] = [
  {
    name: 'several runs',
    mechanisms: {
      'blind scores': () => blindRuns('distinct', {}),
      'blind scores, rounded, members first': () => blindRuns('rounded', { rows: 'members first' }),
      'one score for all, assignments in files of their own': () => blindRuns('constant', { joined: true }),
      'the worst of a pure claim': () => worstRuns('pure-dp(epsilon=1)', 5, 16, 13, 30),
      'three options, the worst of a Gaussian claim': () =>
        worstChoices('gaussian(mu=1, relation=replace)', 4, 20, 16),
      'a noisy sum': () =>
        membership(
          M,
          noisySum(1),
          {},
          { claim: 'gaussian(sigma=1)', design: { guesses: [20], atLeast: 18 } },
          4,
        ),
    },
  },
];
