import type { ClaimInstead, EnoughCanaries } from '../../audit/index.ts';
import { chance } from '../../chance.ts';
import { formatCount, formatPercent } from './format.ts';

/** How many canaries would be enough, as a sentence without its first capital and its full stop. */
export function enoughClause({ canaries, violation, power }: EnoughCanaries, runs = 1): string {
  const caught = `${violation} with probability ${formatPercent(power)}`;
  const each = runs === 1 ? '' : ` in each of ${formatCount(runs)} runs`;
  return canaries === null
    ? `no number of canaries up to 1,000,000${each} catches ${caught}`
    : `about ${formatCount(canaries)} canaries${each} catch ${caught}`;
}

/** Which claims say more about the same budget, and what as many canaries make of them. */
export function insteadClauses(claims: readonly ClaimInstead[]): string[] {
  return claims.map(
    ({ claim, violation, power, canaries }) =>
      `state ${claim}, which says more than two numbers: as many canaries find ${violation} with probability ${chance(power)}${canaries === null ? '' : `, ${formatCount(canaries)} with 90%`}`,
  );
}
