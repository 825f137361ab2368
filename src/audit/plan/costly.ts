import { algorithm3, BOUNDS, testedCurve } from '../../bounds/index.ts';
import { type Family, parameterAt, type TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { Method, Observation } from '../../types.ts';

/** The steps, relative, between members that are computed. */
const STEP = 0.15;
/** An epsilon below this counts as none. */
const LEAST = 1e-3;

/**
 * What an observation proves within a family whose members are costly, such as DP-SGD's: from few of them,
 * coarse and computed once for all observations, and what lies between by interpolation. To a percent or so;
 * an expectation needs no more.
 */
export function interpolated(
  { search, direction, at }: Family,
  delta: number,
): (observation: Observation, tau: number, method: Method) => number {
  const exactCurve = (t: number) => at(parameterAt(direction, t));
  const { coarseCurve, start, most } = search ?? { coarseCurve: exactCurve, start: 1, most: Infinity };
  const known = new Map<number, { readonly f: TradeOff; readonly epsilon: number }>();
  const member = (j: number) => {
    const found = known.get(j);
    if (found !== undefined) return found;
    // Member j in the coordinate t that grows with the loss of privacy; j = 0 is where searches start.
    const f = coarseCurve(start * exp(STEP * j));
    const computed = { f, epsilon: f.epsilonLower(delta) };
    known.set(j, computed);
    return computed;
  };
  const last = Math.floor(ln(most / start) / STEP);
  let from = 0;
  return (observation, tau, method) => {
    const margin = (j: number) => rejection(observation, member(j).f, tau, method);
    // From where the last search ended: neighbouring observations prove much the same.
    let j = Math.min(from, last);
    while (margin(j) < 0) {
      if (member(j).epsilon < LEAST) return 0;
      j--;
    }
    while (j < last && margin(j + 1) >= 0) j++;
    from = j;
    const { epsilon } = member(j);
    if (j === last || !(epsilon > 0)) return epsilon;
    const [inside, outside] = [margin(j), margin(j + 1)];
    const part = inside / (inside - outside);
    return exp((1 - part) * ln(epsilon) + part * ln(member(j + 1).epsilon));
  };
}

/** At least 0 where the curve is rejected at tau, the more the surer. */
function rejection(observation: Observation, f: TradeOff, tau: number, method: Method): number {
  if (method !== 'paper') return ln(tau) - ln(BOUNDS[method].pValue(observation, f));
  const total = ln(algorithm3(observation, testedCurve(observation, f), tau, 8));
  return total > 0 ? total : Math.min(total, -Number.MIN_VALUE);
}
