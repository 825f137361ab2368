import type { RoundsPlan } from '../../../audit/index.ts';
import { chance } from '../../../chance.ts';
import { formatCount, formatLowerBound, formatNumber } from '../format.ts';
import { sectionsText } from '../prose.ts';

/** The report of `onerun plan --rounds`. */
export function roundsPlanText(plan: RoundsPlan, written: string): string {
  const { canaries, rounds, round, length, provesEpsilon, delta, found, experts, sides } = plan;
  const what = length === 'step' ? 'step' : length === 'each' ? 'round' : `round of ${length} steps`;
  const numbers = [...new Set(experts.map(({ game }) => game.guesses))].sort((a, b) => a - b);
  const ends = sides === 'both' ? 'the surest as in and as out' : `the surest as ${sides}`;
  return sectionsText([
    `In each of ${formatCount(rounds)} rounds (a ${what}, ${round}) guess ${numbers.map(formatCount).join(' and ')} of ${formatCount(canaries)} canaries, ${ends}; fresh coins in every round.`,
    [
      '  noise short by   found at round (median)       found at all',
      ...found.map(({ short, round: at, share }) =>
        [
          `${formatNumber(100 * (short ?? 0), 3)}%`.padStart(16),
          (at === null ? '-' : formatCount(at)).padStart(26),
          chance(share).padStart(19),
        ].join(''),
      ),
    ].join('\n'),
    provesEpsilon === null
      ? null
      : `An honest ${length === 'each' ? 'mechanism' : 'training'} proves epsilon ${formatLowerBound(provesEpsilon)} at delta ${formatNumber(delta, 3)}, by the best attack.`,
    written,
  ]);
}
