import { type TradeOff, tradeOff } from '../../../src/index.ts';
import { type ChoiceLayout, choice, worstChoice } from '../../support/soundness/choice.ts';
import { exchangeClaim, type Training, trainedChoice } from '../../support/soundness/exchange.ts';
import type { Audited, Situation } from '../../support/soundness/play.ts';
import { runsRate } from '../../support/soundness/rates.ts';

const NOISY: Training = { noise: 2, rate: 0.2, steps: 20 };
const GAME = { m: 100, k: 2, guesses: 40 };
const SCORES: ChoiceLayout = { columns: 'score per option' };

/**
 * One canary in each of several runs. The likelihood ratio is right with probability (1 + delta(0)) / 2, and no
 * mechanism with this curve does better: a curve that is too private by a little refutes too often.
 */
function oneCanaryPerRun(training: Training, runs: number): Audited {
  const claim = exchangeClaim(training);
  const f: TradeOff = tradeOff(claim);
  const rate = runsRate({ m: 1, k: 2, guesses: 1, correct: 1 }, f, runs, (1 + f.delta(0)) / 2);
  const design = { guesses: [1], atLeast: 1 };
  const game = { m: 1, k: 2, guesses: 1 };
  return choice(game, trainedChoice(training, 'likelihood'), SCORES, { claim, design, rate }, runs);
}

/** DP-SGD in which one canary is exchanged for another. */
export const EXCHANGES: readonly Situation[] = [
  {
    name: 'exchanged canaries of DP-SGD',
    mechanisms: {
      'trained, one canary in each of 12 runs': () =>
        oneCanaryPerRun({ noise: 1.5, rate: 0.25, steps: 20 }, 12),
      'trained on all records, one canary in each of 14 runs': () =>
        oneCanaryPerRun({ noise: 2.377, rate: 1, steps: 4 }, 14),
      'trained, scored by the likelihood ratio': () =>
        choice(GAME, trainedChoice(NOISY, 'likelihood'), SCORES, { claim: exchangeClaim(NOISY) }),
      'trained, scored by the sum': () =>
        choice(
          { ...GAME, guesses: 60 },
          trainedChoice(NOISY, 'sum'),
          { columns: 'guess and confidence' },
          {
            claim: exchangeClaim(NOISY),
          },
        ),
      'trained, the claim about adding and removing': () =>
        choice(GAME, trainedChoice(NOISY, 'sum'), SCORES, {
          claim: exchangeClaim(NOISY).replace(', relation=replace', ''),
        }),
      'the worst of the claim': () => worstChoice(exchangeClaim(NOISY), GAME, SCORES),
    },
  },
];
