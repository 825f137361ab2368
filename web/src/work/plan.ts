import { InvalidInput, type Plan, type PlanOptions, plan, planForTarget } from '../../../src/index.ts';

export type PlanDesign = Omit<PlanOptions, 'm'>;

/** A plan for a number of canaries, or for the fewest that are expected to prove a target. */
export function planFor(
  wanted: { readonly canaries: number } | { readonly target: number },
  design: PlanDesign,
): Plan {
  return 'canaries' in wanted
    ? plan({ ...design, m: wanted.canaries })
    : planForTarget(wanted.target, design);
}

/** The same design with fewer and with more canaries, from few to many. */
export function plansAround(m: number, design: PlanDesign): Plan[] {
  const { guesses: _, ...free } = design;
  const sizes = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8].map((factor) => Math.round(m * factor));
  return sizes.filter((size) => size >= 8 && size <= 2e7).map((size) => plan({ ...free, m: size }));
}

/** The same design for each of several numbers of canaries. */
export function plansFor(sizes: readonly number[], design: PlanDesign): Plan[] {
  if (sizes.length === 0) throw new InvalidInput('no canaries');
  return sizes.map((m) => plan({ ...design, m }));
}
