import { type Attack, guessByRank, keepMostConfident, type Mechanism } from '../../src/games/index.ts';

/** A mechanism with the optimal attack on it and the claim that is exactly true of it. */
export interface Subject {
  readonly claim: string;
  readonly k: number;
  // biome-ignore lint/suspicious/noExplicitAny: outputs differ from subject to subject
  readonly mechanism: Mechanism<any>;
  // biome-ignore lint/suspicious/noExplicitAny: outputs differ from subject to subject
  readonly attack: (guesses: number) => Attack<any>;
}

/** Noisy sum of orthogonal unit vectors, one per canary: add or remove one and one coordinate moves by 1. */
export function gaussianSum(sigma: number, claimed = sigma): Subject {
  return {
    claim: `gaussian(sigma=${claimed})`,
    k: 2,
    mechanism: (included, random) => Float64Array.from(included, (bit) => bit + sigma * random.normal()),
    attack: (guesses) => (output, random) => guessByRank(output, guesses, 'both', random),
  };
}

/** Noisy sum of one of k orthogonal unit vectors per bucket: an exchange moves the sum by sqrt(2). */
export function gaussianChoice(sigma: number, k: number): Subject {
  return {
    claim: `gaussian(mu=${Math.SQRT2 / sigma}, relation=replace)`,
    k,
    mechanism: (chosen, random) => {
      const sum = new Float64Array(chosen.length * k);
      for (let i = 0; i < sum.length; i++)
        sum[i] = (chosen[Math.floor(i / k)] === i % k ? 1 : 0) + sigma * random.normal();
      return sum;
    },
    attack: (guesses) => (sum: Float64Array, random) => {
      const m = sum.length / k;
      const answers = new Int32Array(m);
      const posterior = new Float64Array(m);
      for (let i = 0; i < m; i++) {
        const weights = sum.subarray(i * k, (i + 1) * k).map((x) => Math.exp(x / (sigma * sigma)));
        answers[i] = weights.indexOf(Math.max(...weights));
        posterior[i] = weights[answers[i]] / weights.reduce((a, b) => a + b);
      }
      return keepMostConfident(answers, posterior, guesses, random);
    },
  };
}

/** Each canary's option, told truthfully with probability e^epsilon / (e^epsilon + k - 1). */
export function randomizedResponse(epsilon: number, k: number): Subject {
  return {
    claim: `randomized-response(epsilon=${epsilon}, alphabet=${k})`,
    k,
    mechanism: (options, random) => options.map((option) => respond(option, epsilon, k, random)),
    attack: (guesses) => (answers, random) =>
      keepMostConfident(answers, new Float64Array(answers.length), guesses, random),
  };
}

function respond(
  option: number,
  epsilon: number,
  k: number,
  random: { bernoulli(p: number): boolean; integer(n: number): number },
): number {
  if (random.bernoulli(1 / (1 + (k - 1) * Math.exp(-epsilon)))) return option;
  return (option + 1 + random.integer(k - 1)) % k;
}

/** Randomised response that with probability delta gives a canary away, marked as sure. */
export function leakyResponse(epsilon: number, delta: number): Subject {
  return {
    claim: `approx-dp(epsilon=${epsilon}, delta=${delta})`,
    k: 2,
    mechanism: (options, random) =>
      options.map((option) => (random.bernoulli(delta) ? 2 + option : respond(option, epsilon, 2, random))),
    attack: (guesses) => (answers: Uint32Array, random) =>
      keepMostConfident(
        answers.map((a) => a % 2),
        Float64Array.from(answers, (a) => (a >= 2 ? 1 : 0)),
        guesses,
        random,
      ),
  };
}

/** All or nothing: with probability delta everything is told, else randomised response. One coin for all canaries. */
export function sharedCoin(epsilon: number, delta: number): Subject {
  const honest = randomizedResponse(epsilon, 2);
  return {
    ...honest,
    claim: `approx-dp(epsilon=${epsilon}, delta=${delta})`,
    mechanism: (options, random) => (random.bernoulli(delta) ? options : honest.mechanism(options, random)),
  };
}

/** The log-likelihood ratio of one coordinate of DP-SGD's sums, in units of the clip norm: taken part against not. */
function stepRatio(noise: number, rate: number, x: number): number {
  return Math.log1p(rate * Math.expm1((x - 0.5) / (noise * noise)));
}

/** DP-SGD on orthogonal canaries, in or out: the sum of log-likelihood ratios of each one's coordinate. */
export function dpsgdSum(noise: number, rate: number, steps: number): Subject {
  return {
    claim: `dpsgd(noise=${noise}, rate=${rate}, steps=${steps})`,
    k: 2,
    mechanism: (included, random) =>
      Float64Array.from(included, (bit) => {
        let score = 0;
        for (let t = 0; t < steps; t++) {
          const taken = random.uniform() < rate ? bit : 0;
          score += stepRatio(noise, rate, taken + noise * random.normal());
        }
        return score;
      }),
    attack: (guesses) => (scores, random) => guessByRank(scores, guesses, 'both', random),
  };
}

/** DP-SGD on one of k orthogonal candidates per bucket: the surest of the largest ratios. */
export function dpsgdChoice(noise: number, rate: number, steps: number, k: number): Subject {
  return {
    claim: `dpsgd(noise=${noise}, rate=${rate}, steps=${steps})`,
    k,
    mechanism: (chosen, random) => {
      const scores = new Float64Array(chosen.length * k);
      chosen.forEach((candidate, i) => {
        for (let t = 0; t < steps; t++) {
          const taken = random.uniform() < rate ? candidate : -1;
          for (let j = 0; j < k; j++)
            scores[i * k + j] += stepRatio(noise, rate, (j === taken ? 1 : 0) + noise * random.normal());
        }
      });
      return scores;
    },
    attack: (guesses) => (scores: Float64Array, random) => {
      const answers = new Int32Array(scores.length / k);
      const margins = new Float64Array(answers.length);
      for (let i = 0; i < answers.length; i++) {
        const own = scores.subarray(i * k, (i + 1) * k);
        answers[i] = own.indexOf(Math.max(...own));
        const others = own.filter((_, j) => j !== answers[i]);
        margins[i] = own[answers[i]] - Math.max(...others);
      }
      return keepMostConfident(answers, margins, guesses, random);
    },
  };
}

/** DP-SGD on two candidates per bucket whose gradients point in opposite directions: the worst exchange. */
export function oppositeSteps(noise: number, rate: number, steps: number): Subject {
  return {
    claim: `dpsgd(noise=${noise}, rate=${rate}, steps=${steps}, relation=replace)`,
    k: 2,
    mechanism: (chosen, random) =>
      Float64Array.from(chosen, (candidate) => {
        let score = 0;
        for (let t = 0; t < steps; t++) {
          const taken = random.uniform() < rate ? 2 * candidate - 1 : 0;
          const x = taken + noise * random.normal();
          score += stepRatio(noise, rate, x) - stepRatio(noise, rate, -x);
        }
        return score;
      }),
    attack: (guesses) => (scores, random) => guessByRank(scores, guesses, 'both', random),
  };
}
