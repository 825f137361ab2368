import { exp, expm1 } from '../../numerics/index.ts';
import { addAtom, GridBuilder, type LossSource } from './law.ts';

const SKETCH_SIZE = 400;

/**
 * The Laplace mechanism: the loss is +-epsilon0 with P-probabilities 1/2 and e^-epsilon0 / 2, and between
 * them has the P-density e^((l - epsilon0) / 2) / 4.
 */
export function laplaceLoss(epsilon0: number): LossSource {
  const losses = Float64Array.from({ length: SKETCH_SIZE + 2 }, (_, i) =>
    i === 0 ? -epsilon0 : i > SKETCH_SIZE ? epsilon0 : epsilon0 * ((2 * i - 1) / SKETCH_SIZE - 1),
  );
  const weights = losses.map((l, i) => {
    if (i === 0) return 0.5;
    if (i > SKETCH_SIZE) return 0.5 * exp(-epsilon0);
    return ((0.25 * 2 * epsilon0) / SKETCH_SIZE) * exp(-0.5 * (epsilon0 + l));
  });
  return {
    atoms: [epsilon0],
    smooth: true,
    reach: epsilon0,
    sketch: { losses, weights },
    discretise(step) {
      const last = Math.round(epsilon0 / step);
      const exact = Math.abs(last * step - epsilon0) <= 1e-12 * epsilon0;
      const end = exact ? last : Math.ceil(epsilon0 / step);
      const grid = new GridBuilder(-end, end, step);
      // Both masses of a bin are known in closed form, so its two atoms are too; cut bins at the ends alike.
      for (let i = -end; i < end; i++) {
        const from = exact ? i * step : Math.max(-epsilon0, i * step);
        const to = exact ? (i + 1) * step : Math.min(epsilon0, (i + 1) * step);
        addExponential(grid, i, from, to, epsilon0);
      }
      addAtom(grid, epsilon0, 0.5);
      addAtom(grid, -epsilon0, 0.5 * exp(-epsilon0));
      return grid.finish(0, 0);
    },
  };
}

/**
 * P-mass with density e^((l - epsilon0) / 2) / 4 on [from, to], within the bin that starts at grid point i.
 */
function addExponential(grid: GridBuilder, i: number, from: number, to: number, epsilon0: number): void {
  const p = 0.5 * exp(0.5 * (from - epsilon0)) * expm1(0.5 * (to - from));
  // The likelihood ratio q/p of the whole piece: where a single point with both its masses would sit.
  const above = 0.5 * (from + to) - i * grid.step;
  grid.add(i, Math.min(grid.step, Math.max(0, above)), p);
  grid.spread += (p * (to - from) * (to - from)) / 12;
}
