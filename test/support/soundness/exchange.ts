import type { Random } from '../../../src/numerics/index.ts';
import type { Choose } from './choice.ts';

/** DP-SGD as a claim about exchanged records states it, in units of the clip norm. */
export interface Training {
  readonly noise: number;
  readonly rate: number;
  readonly steps: number;
}

export function exchangeClaim({ noise, rate, steps }: Training): string {
  return `dpsgd(noise=${noise}, rate=${rate}, steps=${steps}, relation=replace)`;
}

/**
 * DP-SGD on pairs of canaries with opposite gradients of the clip norm, each pair in a coordinate of its own: one of the
 * two is in, every step takes it with the sampling rate and adds Gaussian noise. The attack sees every step and scores
 * by the log-likelihood ratio of the two, which no attack beats, or by the plain sum of the coordinate.
 */
export function trainedChoice(training: Training, score: 'likelihood' | 'sum'): Choose {
  return (truth, random) => {
    const evidence = Float64Array.from(truth, (option) => evidenceFor(option, training, score, random));
    return {
      guesses: Int32Array.from(evidence, (value) => (value > 0 ? 1 : 0)),
      confidence: evidence.map((value) => Math.abs(value)),
    };
  };
}

/** Positive where option 1 is the likelier. */
function evidenceFor(
  option: number,
  { noise, rate, steps }: Training,
  score: 'likelihood' | 'sum',
  random: Random,
): number {
  const direction = 2 * option - 1;
  const logRatio = (x: number) => Math.log(1 - rate + rate * Math.exp((x - 0.5) / (noise * noise)));
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const x = (random.bernoulli(rate) ? direction : 0) + noise * random.normal();
    sum += score === 'sum' ? x : logRatio(x) - logRatio(-x);
  }
  return sum;
}
