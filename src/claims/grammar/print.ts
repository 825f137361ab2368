import type { Claim, FamilyClaim } from '../../types.ts';
import { kindOf } from '../kinds/lookup.ts';
import { oncePer } from '../once-per.ts';

/**
 * The canonical text of a claim: parameters in the order of its kind, defaults left out.
 *
 * @example
 * printClaim(parseClaim('gaussian( sigma = 1e0 )')); // 'gaussian(sigma=1)'
 */
export const printClaim = oncePer(
  (claim: Claim): string => `${claim.name}(${argumentsOf(claim).join(', ')})`,
);

/** The canonical text of a family; a bare name where nothing is fixed. */
export function printFamily(family: FamilyClaim): string {
  const args = argumentsOf(family.claim);
  return args.length === 0 ? family.claim.name : `${family.claim.name}(${args.join(', ')})`;
}

function argumentsOf(claim: Claim): string[] {
  const args = kindOf(claim)
    .parameters.filter(
      ({ key, fallback }) => claim.parameters[key] !== undefined && claim.parameters[key] !== fallback,
    )
    .map(({ key }) => `${key}=${printNumber(claim.parameters[key])}`);
  for (const [x, y] of claim.pairs ?? []) args.push(`${printNumber(x)}:${printNumber(y)}`);
  for (const part of claim.parts ?? []) {
    // The relation is stated once, on the whole.
    const text = printClaim({ ...part.claim, relation: 'add-remove' });
    args.push(part.count === 1 ? text : `${text}*${part.count}`);
  }
  if (claim.relation === 'replace') args.push('relation=replace');
  return args;
}

/** The shortest decimal that reads back as the same double; small numbers as 1e-5. */
export function printNumber(x: number): string {
  return x !== 0 && Math.abs(x) < 1e-4 ? x.toExponential() : String(x).replace('e+', 'e');
}
