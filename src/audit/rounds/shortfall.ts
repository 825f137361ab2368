import { kindOf, parseClaim, printClaim } from '../../claims/index.ts';

/** The mechanism with noise that is short by a share, or as much more epsilon; null where it has none. */
export function shortBy(model: string, share: number): string | null {
  const claim = parseClaim(model);
  if (claim.parts !== undefined) return null;
  for (const { key, role, direction } of kindOf(claim).parameters) {
    const value = claim.parameters[key];
    if (role !== 'strength' || value === undefined || value === 0) continue;
    const left = 1 - share;
    const changed = direction === 'smaller-is-less-private' ? value * left : value / left;
    const rounded = Number(changed.toPrecision(6));
    return printClaim({ ...claim, parameters: { ...claim.parameters, [key]: rounded } });
  }
  return null;
}
