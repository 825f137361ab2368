import type { ClaimInstead, EnoughCanaries } from '../../audit/index.ts';
import { chance } from '../../chance.ts';
import { formatCount, formatPercent } from './format.ts';
import { violationWords } from './violation-words.ts';

interface KnownRemedies {
  readonly enough?: EnoughCanaries;
  readonly instead?: readonly ClaimInstead[];
}

interface Design {
  readonly m: number;
  readonly runs: number;
  readonly model: string;
}

/**
 * Which claims say more about the same budget, and how many canaries would be enough; null where neither is
 * known.
 */
export function remedySentences({ enough, instead = [] }: KnownRemedies, design: Design): string | null {
  const claims =
    instead.length === 0
      ? []
      : [`state the mechanism, which says more than two numbers: ${insteadClauses(instead, design)}.`];
  const more = enough === undefined ? [] : [`${enoughClause(enough, design)}.`];
  return [...claims, ...more].join(' Or ') || null;
}

/** Plan with more canaries: about 1,000 find half the noise with probability 90%. */
function enoughClause({ canaries, violation, power }: EnoughCanaries, { m, runs, model }: Design): string {
  const found = `${violationWords(model, violation)} with probability ${formatPercent(power)}`;
  const each = runs === 1 ? '' : ` in each of ${formatCount(runs)} runs`;
  if (canaries === null)
    return `say what larger violation is to be noticed: no number of canaries up to 1,000,000${each} finds ${found}`;
  return canaries <= m
    ? `guess as many as \`onerun plan\` says: then these canaries find ${found}`
    : `plan with more canaries: about ${formatCount(canaries)}${each} find ${found}`;
}

function insteadClauses(claims: readonly ClaimInstead[], { m }: Design): string {
  return claims
    .map(
      ({ claim, violation, power, canaries }) =>
        `with ${claim} ${formatCount(m)} canaries find ${violationWords(claim, violation)} with probability ${chance(power)}${canaries === null || power >= 0.9 ? '' : `, ${formatCount(canaries)} with 90%`}`,
    )
    .join('; ');
}
