import {
  InvalidInput,
  type Plan,
  type PlanOptions,
  plan,
  planForPower,
  planForTarget,
} from '../../../src/index.ts';

export type PlanDesign = Omit<PlanOptions, 'm'>;

/** What a plan is made from: a number of canaries, an epsilon to prove, or a power. */
export type WantedPlan =
  | { readonly canaries: number }
  | { readonly target: number }
  | { readonly power: number };

/** A plan for a number of canaries, or for the fewest that are expected to prove a target or have a power. */
export function planFor(wanted: WantedPlan, design: PlanDesign): Plan {
  if ('canaries' in wanted) return plan({ ...design, m: wanted.canaries });
  return 'target' in wanted ? planForTarget(wanted.target, design) : planForPower(wanted.power, design);
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
