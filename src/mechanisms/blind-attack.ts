import { binomialTail } from '../numerics/index.ts';
import { asCures, LET_PASS } from './blind-design.ts';
import type { TrialOutcome } from './refutes.ts';

/** Right guesses that blind guessing gets more seldom than this are no accident. */
const BLIND = 0.001;

/** Why the scores of a trial show too little, and what helps. */
export function whyAttackIsBlind(
  { trial, correct, attack }: TrialOutcome,
  letPass: string | null = LET_PASS,
): string {
  const { design, runs, standing } = trial;
  const { claim, k, guesses } = design;
  const right = correct.reduce((a, b) => a + b, 0);
  const isBlind = binomialTail(runs * guesses, 1 / k, right) > BLIND;
  const tighter = k > 2 || isBlind ? '' : `, such as gaussian(sigma=${downToTwoDigits(1 / attack.shift)})`;
  const cures = [
    'return scores that are the higher the likelier in, each for its own record',
    `state a tighter claim${tighter}, where the mechanism leaks less than this one allows`,
    `let it pass with ${letPass}`,
  ];
  const { standsFrom, eachFrom = 0, runsSeeing = 0 } = standing;
  const weak = correct.filter((own) => own < eachFrom).length;
  const why =
    right >= (standsFrom ?? 0)
      ? `${weak} of ${runs} runs have fewer than ${eachFrom} right guesses, and ${runsSeeing} have to show an attack`
      : `${right} of ${runs * guesses} guesses are right${isBlind ? ', as by tossing a coin' : ''}; it stands from ${standsFrom} on, and the best scores get ${Math.round(standing.expected)}`;
  return `The scores could not have shown a violation of ${claim}: ${why}.${letPass === null ? '' : asCures(cures)}`;
}

function downToTwoDigits(x: number): number {
  const unit = 10 ** (Math.floor(Math.log10(x)) - 1);
  return Number((Math.floor(x / unit) * unit).toPrecision(2));
}
