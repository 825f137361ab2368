import { exp, expm1, findSignChange, minimise } from '../../numerics/index.ts';
import { polyline } from './polyline.ts';
import { type TradeOff, up } from './trade-off.ts';

/** The smallest x that is looked at apart from 0. */
const TINY = 1e-300;

/** The error in delta that the search for the best pair of lines may leave. */
const MISSED = 1e-8;

/**
 * The curve for exchanging one record, from the curve for adding or removing one: an exchange is a removal
 * and an addition, so fBar(fBar(x)) always holds. A curve that is about exchanges already comes back as it
 * is.
 */
export function toReplace(f: TradeOff): TradeOff {
  if (f.relation === 'replace') return f;
  const name = `replace(${f.name})`;
  const notes = f.note === undefined ? {} : { note: f.note };
  if (f.twice !== undefined) return { ...f.twice(), name, relation: 'replace' };
  const twice = {
    symmetric: f.symmetric,
    fBar: (x: number) => f.fBar(f.fBar(x)),
    fBarInv: (y: number) => f.fBarInv(f.fBarInv(y)),
    slope: (x: number) => f.slope(x) * f.slope(f.fBar(x)),
    ...notes,
  };
  if (f.bends !== undefined) return { ...bentTwice(f, name), ...twice };
  return { ...twice, ...smoothProfile(f), name, relation: 'replace', gap: MISSED };
}

/** Piecewise linear again: it bends where fBar does and where fBar takes a value at which it does. */
function bentTwice(f: TradeOff, name: string): TradeOff {
  const bends = f.bends ?? [];
  const inside = [TINY, ...bends, ...bends.map((x) => f.fBarInv(x))].filter((x) => x >= TINY && x < 1);
  const xs = [0, ...new Set(inside.sort((a, b) => a - b)), 1];
  const ys = xs.map((x) => f.fBar(f.fBar(x)));
  const line = polyline(xs, ys, 'replace', name);
  // A rise within the smallest x looked at has a slope beyond the doubles: it counts as an infinite loss.
  return ys[1] - ys[0] < 1e-100
    ? line
    : {
        ...line,
        delta: (epsilon) => Math.max(ys[1], line.delta(epsilon)),
        epsilon: (delta) => (delta < ys[1] ? Infinity : line.epsilon(delta)),
      };
}

function smoothProfile(f: TradeOff): Pick<TradeOff, 'delta' | 'epsilon' | 'epsilonLower'> {
  const epsilonOf = (target: number) => {
    if (target < f.fBar(f.fBar(0))) return Infinity;
    const excess = (epsilon: number) => {
      const over = deltaTwice(f, epsilon) - target;
      return over > 0 ? over : Math.min(over, -Number.MIN_VALUE);
    };
    if (excess(0) <= 0) return 0;
    let high = 1;
    while (excess(high) > 0) high *= 2;
    return findSignChange(excess, 0, high, 1e-13).hi;
  };
  return {
    delta: (epsilon) => deltaTwice(f, epsilon),
    epsilon: epsilonOf,
    epsilonLower: (target) => Math.max(0, epsilonOf(target * (1 + MISSED) + MISSED) * (1 - 1e-12)),
  };
}

/** The profile of a symmetric curve at any real epsilon: below 0 it follows from the opposite order. */
function deltaAnywhere(f: TradeOff, epsilon: number): number {
  return epsilon >= 0 ? f.delta(epsilon) : up(-expm1(epsilon) + exp(epsilon) * f.delta(-epsilon));
}

/**
 * The profile of fBar(fBar(x)): with lines of slopes a and e^epsilon / a one after the other,
 * delta(ln a) + a delta(epsilon - ln a) is valid for every a, convex in a, and tight at the best.
 */
function deltaTwice(f: TradeOff, epsilon: number): number {
  const at = (t: number) => {
    const first = deltaAnywhere(f, t);
    // A first line with delta 1 says nothing: a value above 1 that falls with t leads the search on to
    // steeper ones.
    if (first >= 1) return 2 + (epsilon + 1 - t);
    const second = deltaAnywhere(f, epsilon - t);
    return first + (second === 0 ? 0 : exp(t) * second);
  };
  // First coarsely over the whole range, then around the best place as finely as doubles of that size allow.
  const [from, to] = [-40, epsilon + 1];
  const width = 1e-4 * (1 + epsilon);
  const { x } = minimise(at, from, to, width);
  const [low, high] = [Math.max(from, x - 2 * width), Math.min(to, x + 2 * width)];
  return Math.min(1, up(minimise(at, low, high, Math.max(1e-9, 1e-14 * epsilon)).value));
}
