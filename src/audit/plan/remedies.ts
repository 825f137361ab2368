import { family as familyOf, parseClaim, parseFamily, printClaim, usualModel } from '../../claims/index.ts';
import { calibrate } from '../calibration/calibrate.ts';
import type { AuditData, ClaimInstead, Standing } from '../records.ts';
import { plannedPower } from './choice.ts';
import { enoughCanaries, USUAL_POWER } from './sizes/enough.ts';
import type { SizelessOptions } from './sizes/grid.ts';

/** What would have noticed a violation that a design could not, or was unlikely to. */
export interface Remedies extends Pick<AuditData, 'enough' | 'instead'> {}

/** Below this power "not refuted" says little. */
const LITTLE = 0.8;

export function remediesOf(
  m: number,
  { couldNot, power }: Pick<Standing, 'couldNot' | 'power'>,
  { requirePower = 0, families, ...design }: InsteadOptions & { readonly requirePower?: number },
): Remedies {
  if (couldNot === null && power !== null && power >= Math.max(LITTLE, requirePower)) return {};
  const wanted = requirePower < 1 && (power ?? 0) < requirePower ? requirePower : USUAL_POWER;
  const enough = enoughCanaries(wanted, design, m);
  const instead = claimsInstead(m, { ...design, ...(families === undefined ? {} : { families }) });
  return { ...(enough === null ? {} : { enough }), ...(instead.length === 0 ? {} : { instead }) };
}

type InsteadOptions = Omit<SizelessOptions, 'guesses' | 'family'> & { readonly families?: readonly string[] };

/**
 * The claims to state in the place of a guarantee, which many mechanisms keep and whose worst one a test has
 * to allow for: the Gaussian that spends the same budget, and the training itself where its rate and steps
 * are known from the model or from a family. Empty where the claim names a mechanism already.
 */
function claimsInstead(
  m: number,
  { claim, model, violation: _, families = [], ...design }: InsteadOptions,
): ClaimInstead[] {
  const parsed = parseClaim(claim);
  const usual = printClaim(usualModel(parsed));
  if (usual === printClaim(parsed)) return [];
  const guarantee = guaranteeOf(claim);
  const trainings = guarantee === null ? [] : families.flatMap((text) => trainingWithin(text, guarantee));
  const stated = model === undefined || parseClaim(model).name !== 'dpsgd' ? [] : [model];
  return [...new Set([...stated, ...trainings, usual])].flatMap((instead) => {
    const options = { ...design, claim: instead };
    const enough = enoughCanaries(USUAL_POWER, options);
    if (enough === null) return [];
    const { violation, canaries } = enough;
    return [{ claim: instead, violation, power: plannedPower({ ...options, m }), canaries }];
  });
}

function guaranteeOf(text: string): { epsilon: number; delta: number } | null {
  const { name, parameters } = parseClaim(text);
  return name === 'approx-dp' && parameters.delta > 0
    ? { epsilon: parameters.epsilon, delta: parameters.delta }
    : null;
}

/** The training of a family such as dpsgd(rate=0.01, steps=1000) with the noise that the guarantee needs. */
function trainingWithin(text: string, { epsilon, delta }: { epsilon: number; delta: number }): string[] {
  if (familyOf(text).delta !== undefined) return [];
  const { claim, free } = parseFamily(text);
  if (claim.name !== 'dpsgd' || free !== 'noise') return [];
  return [calibrate(text, 'noise', epsilon, delta).claim];
}
