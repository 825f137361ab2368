import { InvalidInput } from '../errors.ts';
import { exp, ln } from '../numerics/index.ts';
import { type Plan, type PlanOptions, plan } from './plan.ts';

/** The numbers of canaries that are tried: a grid that doubles in three steps. */
function* candidates(): Generator<number> {
  for (let t = ln(20); t < ln(2e7); t += Math.LN2 / 3) yield Number(exp(t).toPrecision(2));
}

/** The plan with the fewest canaries whose best design is expected to prove the target. */
export function planForTarget(target: number, options: Omit<PlanOptions, 'm'>): Plan {
  if (!(target > 0)) throw new InvalidInput(`invalid target; must be above 0: ${target}`);
  for (const m of candidates()) {
    const found = plan({ ...options, m });
    if (Math.max(...found.rows.map((row) => row.epsilon)) >= target) return found;
  }
  throw new InvalidInput(
    `no number of canaries up to 2e7 is expected to prove epsilon ${target} of this claim`,
  );
}
