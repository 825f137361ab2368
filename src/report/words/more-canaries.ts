import type { EnoughCanaries } from '../../audit/index.ts';
import { formatCount, formatPercent } from './format.ts';

/** How many canaries would be enough, as a sentence without its first capital and its full stop. */
export function enoughClause({ canaries, violation, power }: EnoughCanaries, runs = 1): string {
  const caught = `${violation} with probability ${formatPercent(power)}`;
  const each = runs === 1 ? '' : ` in each of ${formatCount(runs)} runs`;
  return canaries === null
    ? `no number of canaries up to 1,000,000${each} catches ${caught}`
    : `about ${formatCount(canaries)} canaries${each} catch ${caught}`;
}
