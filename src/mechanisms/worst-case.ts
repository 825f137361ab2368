import { worstLaw } from '../bounds/index.ts';
import type { TradeOff } from '../claims/index.ts';
import { ABSTAIN, type Mechanism } from '../games/index.ts';
import type { Random } from '../numerics/index.ts';
import type { Observation } from '../types.ts';

/** The worst mechanism that still satisfies a claim. */
export interface WorstCase {
  /** Says one option or ABSTAIN per canary; an attack has nothing to do but repeat it. */
  readonly mechanism: Mechanism<Int32Array>;
  /** P[N = 0], ..., P[N = c'] of the number of right answers. */
  readonly law: Float64Array;
  /** P[N >= c]: no mechanism with this curve does better, up to a fraction of a percent. */
  readonly success: number;
}

/**
 * A mechanism with curve f that gets `correct` or more of its answers right as often as any such mechanism
 * can. In every run it draws afresh how many answers will be right, which canaries it answers for, and which
 * answers are right: with the same canaries every time, each of them would leak m / c' times too much.
 */
export function worstCase(observation: Observation, f: TradeOff): WorstCase {
  const law = worstLaw(observation, f);
  const { m, k, guesses, correct } = observation;
  return {
    law,
    success: law.subarray(correct).reduce((sum, p) => sum + p, 0),
    mechanism(options, random) {
      const answers = new Int32Array(m).fill(ABSTAIN);
      const right = draw(law, random);
      const places = someOf(m, guesses, random);
      for (let j = 0; j < guesses; j++) {
        const i = places[j];
        answers[i] = j < right ? options[i] : (options[i] + 1 + random.integer(k - 1)) % k;
      }
      return answers;
    },
  };
}

function draw(law: Float64Array, random: Random): number {
  let left = random.uniform();
  for (let n = 0; n < law.length - 1; n++) {
    left -= law[n];
    if (left < 0) return n;
  }
  return law.length - 1;
}

/** `count` of 0..m-1, in random order. */
function someOf(m: number, count: number, random: Random): Uint32Array {
  const all = Uint32Array.from({ length: m }, (_, i) => i);
  for (let j = 0; j < count; j++) {
    const other = j + random.integer(m - j);
    [all[j], all[other]] = [all[other], all[j]];
  }
  return all.subarray(0, count);
}
