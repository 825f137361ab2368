import { findSignChange } from '../numerics/index.ts';
import { type TradeOff, up } from './tradeoff.ts';

const GAP = 1e-9;

/**
 * The curve for exchanging one record, from the curve for adding or removing one: an exchange is a removal and an
 * addition, so fBar(fBar(x)) always holds. A curve that is about exchanges already comes back as it is.
 */
export function toReplace(f: TradeOff): TradeOff {
  if (f.relation === 'replace') return f;
  const name = `replace(${f.name})`;
  if (f.twice !== undefined) return { ...f.twice(), name, relation: 'replace' };
  const delta = (epsilon: number) => deltaTwice(f, epsilon);
  const epsilonOf = (target: number, scale: number) => {
    if (target < f.fBar(f.fBar(0))) return Infinity;
    const excess = (epsilon: number) => {
      const over = scale * delta(epsilon) - target;
      return over > 0 ? over : Math.min(over, -Number.MIN_VALUE);
    };
    if (excess(0) <= 0) return 0;
    let high = 1;
    while (excess(high) > 0) high *= 2;
    return findSignChange(excess, 0, high, 1e-13).hi;
  };
  return {
    name,
    relation: 'replace',
    symmetric: f.symmetric,
    gap: GAP,
    fBar: (x) => f.fBar(f.fBar(x)),
    fBarInv: (y) => f.fBarInv(f.fBarInv(y)),
    delta,
    epsilon: (target) => epsilonOf(target, 1),
    epsilonLower: (target) => epsilonOf(target, 1 - GAP) * (1 - GAP),
    ...(f.note === undefined ? {} : { note: f.note }),
  };
}

/** The profile of a symmetric curve at any real epsilon: below 0 it follows from the opposite order. */
function deltaAnywhere(f: TradeOff, epsilon: number): number {
  return epsilon >= 0 ? f.delta(epsilon) : up(-Math.expm1(epsilon) + Math.exp(epsilon) * f.delta(-epsilon));
}

/**
 * The profile of fBar(fBar(x)): with lines of slopes a and e^epsilon / a one after the other,
 * delta(ln a) + a delta(epsilon - ln a) is valid for every a, convex in a, and tight at the best.
 */
function deltaTwice(f: TradeOff, epsilon: number): number {
  const at = (t: number) => deltaAnywhere(f, t) + Math.exp(t) * deltaAnywhere(f, epsilon - t);
  const golden = 0.6180339887498949;
  let low = -40;
  let high = epsilon + 1;
  let a = high - golden * (high - low);
  let b = low + golden * (high - low);
  let atA = at(a);
  let atB = at(b);
  while (high - low > 1e-9) {
    if (atA <= atB) {
      high = b;
      b = a;
      atB = atA;
      a = high - golden * (high - low);
      atA = at(a);
    } else {
      low = a;
      a = b;
      atA = atB;
      b = low + golden * (high - low);
      atB = at(b);
    }
  }
  return Math.min(1, up(Math.min(atA, atB)));
}
