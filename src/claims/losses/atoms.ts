import { exp, ln } from '../../numerics/index.ts';
import type { TradeOff } from '../curves/trade-off.ts';
import { addAtom, GridBuilder, type LossSource } from './law.ts';

/** A loss and its probabilities under P and Q. */
type Atom = readonly [loss: number, p: number, q: number];

/**
 * The pair behind a piecewise linear curve: one outcome per segment of fBar, with its rise as P-probability
 * and its width as Q-probability; before the first segment only P has mass, after the last only Q. It
 * dominates every mechanism that satisfies the curve, so its composition does too.
 */
export function polylineLoss(f: TradeOff): LossSource {
  const xs = [0, ...(f.bends ?? []), 1];
  const ys = xs.map((x) => f.fBar(x));
  const atoms: Atom[] = [];
  let onlyLower = 0;
  for (let i = 1; i < xs.length; i++) {
    const [rise, width] = [ys[i] - ys[i - 1], xs[i] - xs[i - 1]];
    const loss = ln(rise / width);
    // The slope 1 does not survive rounding: a loss next to 0 is 0.
    if (rise > 0) atoms.push([Math.abs(loss) < 1e-12 ? 0 : loss, rise, width]);
    else onlyLower += width;
  }
  return discreteLoss(atoms, ys[0], onlyLower);
}

/** A pair of discrete laws: finitely many losses, and outcomes that only one of the two ever has. */
function discreteLoss(atoms: readonly Atom[], upperInfinite: number, lowerInfinite: number): LossSource {
  const losses = atoms.map(([loss]) => loss);
  return {
    atoms: losses.map(Math.abs).filter((loss) => loss > 0),
    smooth: false,
    reach: Math.max(...losses.map(Math.abs)),
    discrete: {
      losses,
      upper: atoms.map(([, p]) => p),
      lower: atoms.map(([, , q]) => q),
      upperInfinite,
      lowerInfinite,
    },
    sketch: {
      losses: Float64Array.from(losses),
      weights: Float64Array.from(atoms, ([, , q]) => q),
    },
    discretise(step) {
      const first = Math.floor(Math.min(...losses) / step) - 1;
      const grid = new GridBuilder(first, Math.ceil(Math.max(...losses) / step) + 1, step);
      for (const [loss, p] of atoms) addAtom(grid, loss, p);
      return grid.finish(upperInfinite, lowerInfinite);
    },
  };
}

/** k-ary randomised response: the own answer, the other's, and those of nobody. */
export function responseLoss(epsilon: number, alphabet: number): LossSource {
  const other = exp(-epsilon) / (1 + (alphabet - 1) * exp(-epsilon));
  const own = 1 / (1 + (alphabet - 1) * exp(-epsilon));
  if (epsilon === 0) return discreteLoss([[0, 1, 1]], 0, 0);
  const rest = (alphabet - 2) * other;
  const nobody: Atom[] = alphabet > 2 ? [[0, rest, rest]] : [];
  return discreteLoss([[epsilon, own, other], ...nobody, [-epsilon, other, own]], 0, 0);
}

/**
 * (epsilon, delta)-DP: with probability delta all is told, else binary randomised response
 * (Kairouz, Oh and Viswanath, 2015).
 */
export function approximateLoss(epsilon: number, delta: number): LossSource {
  const own = (1 - delta) / (1 + exp(-epsilon));
  const other = (exp(-epsilon) * (1 - delta)) / (1 + exp(-epsilon));
  const atoms: Atom[] =
    epsilon === 0
      ? [[0, 1 - delta, 1 - delta]]
      : [
          [epsilon, own, other],
          [-epsilon, other, own],
        ];
  return discreteLoss(atoms, delta, delta);
}
