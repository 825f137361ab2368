import { expm1, log1p } from '../../numerics/index.ts';
import type { Chain } from './chain.ts';
import type { DiscreteLaw } from './law.ts';

/** The most sums of losses that are kept, and the most products taken in all: a fraction of a second. */
const MOST_SUMS = 50_000;
const MOST_WORK = 4_000_000;

/** A composition of discrete laws: every loss with its probabilities under P and under Q, by falling loss. */
export interface ComposedAtoms {
  readonly losses: Float64Array;
  readonly upper: Float64Array;
  readonly lower: Float64Array;
  readonly upperInfinite: number;
  readonly lowerInfinite: number;
  /** What rounding may have done to any sum of these probabilities, relatively. */
  readonly margin: number;
}

export interface RepeatedDiscrete {
  readonly law: DiscreteLaw;
  readonly count: number;
}

/** Composes by enumeration, without a grid; null where there are too many different sums. */
export function composeAtoms(parts: readonly RepeatedDiscrete[]): ComposedAtoms | null {
  const runs = parts.reduce((sum, { count }) => sum + count, 0);
  const most = parts.reduce((sum, { law, count }) => sum + count * Math.max(...law.losses.map(Math.abs)), 0);
  // Sums that differ by less differ by rounding.
  const same = 2 ** -50 * (runs + 2) * most;
  if (!(same < 1e-6)) return null;
  let sums = { losses: [0], upper: [1], lower: [1] };
  let [upperLog, lowerLog, work] = [0, 0, 0];
  for (const { law, count } of parts) {
    upperLog += count * log1p(-law.upperInfinite);
    lowerLog += count * log1p(-law.lowerInfinite);
    for (let n = 0; n < count; n++) {
      work += sums.losses.length * law.losses.length;
      if (sums.losses.length > MOST_SUMS || work > MOST_WORK) return null;
      sums = addRun(sums, law, same);
    }
  }
  return {
    losses: Float64Array.from(sums.losses),
    upper: Float64Array.from(sums.upper),
    lower: Float64Array.from(sums.lower),
    upperInfinite: -expm1(upperLog),
    lowerInfinite: -expm1(lowerLog),
    margin: 1e-12 + 2 * same + runs * 2 ** -49,
  };
}

interface Sums {
  readonly losses: number[];
  readonly upper: number[];
  readonly lower: number[];
}

/** One more run: a copy of the sums for each of its losses, merged by falling loss. */
function addRun(sums: Sums, law: DiscreteLaw, same: number): Sums {
  const next: Sums = { losses: [], upper: [], lower: [] };
  const at = law.losses.map(() => 0);
  const size = sums.losses.length;
  for (;;) {
    let from = -1;
    let loss = -Infinity;
    for (let a = 0; a < at.length; a++) {
      if (at[a] === size || sums.losses[at[a]] + law.losses[a] <= loss) continue;
      loss = sums.losses[at[a]] + law.losses[a];
      from = a;
    }
    if (from === -1) return next;
    const i = at[from]++;
    const [p, q] = [sums.upper[i] * law.upper[from], sums.lower[i] * law.lower[from]];
    const last = next.losses.length - 1;
    if (last >= 0 && next.losses[last] - loss <= same) {
      next.upper[last] += p;
      next.lower[last] += q;
    } else {
      next.losses.push(loss);
      next.upper.push(p);
      next.lower.push(q);
    }
  }
}

/**
 * Both orders of two neighbours: outcomes by falling loss, y their probability under the first law, x under
 * the second.
 */
export function chainsOfAtoms(composed: ComposedAtoms): [Chain, Chain] {
  const { losses, upper, lower, upperInfinite, lowerInfinite, margin } = composed;
  return [
    chain(losses, upper, lower, upperInfinite, margin),
    chain(
      losses.toReversed().map((loss) => -loss),
      lower.toReversed(),
      upper.toReversed(),
      lowerInfinite,
      margin,
    ),
  ];
}

function chain(
  losses: Float64Array,
  first: Float64Array,
  second: Float64Array,
  infinite: number,
  margin: number,
): Chain {
  let count = 1;
  while (count <= losses.length && losses[count - 1] >= 0) count++;
  const [x, y, ls] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  y[0] = Math.min(1, infinite * (1 + 2 ** -49));
  ls[0] = Infinity;
  let [top, bottom] = [0, 0];
  for (let j = 1; j < count; j++) {
    top += first[j - 1];
    bottom += second[j - 1];
    ls[j] = losses[j - 1];
    y[j] = Math.min(1, y[0] + top * (1 + margin));
    x[j] = bottom * (1 - margin);
  }
  return { x, y, losses: ls };
}
