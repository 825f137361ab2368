import { quotedPath } from '../../quote.ts';
import { namedClaim } from './answer.ts';
import { gameSize } from './counts.ts';
import { formatCount, formatPercent } from './format.ts';
import { sectionsText } from './prose.ts';

/** What playing a mechanism again and again found. */
export interface RepeatedGames {
  readonly mechanism: string;
  readonly bug: string | null;
  readonly claim: string;
  readonly m: number;
  readonly k: number;
  readonly guesses: number;
  readonly tau: number;
  readonly games: number;
  readonly refuted: number;
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
  readonly meanCorrect: number;
}

/** How often a claim was refuted, in words. */
export function repeatedText(found: RepeatedGames): string {
  const { mechanism, bug, claim, m, k, guesses, tau, games, refuted, rate, lower, upper, meanCorrect } =
    found;
  return sectionsText([
    `Refuted in ${formatCount(refuted)} of ${formatCount(games)} games: ${formatPercent(rate)} (95% limits ${formatPercent(lower)} to ${formatPercent(upper)}).`,
    `Played: ${mechanism}${bug === null ? '' : ` with the bug ${bug}`}, with ${gameSize(m, k)} and ${formatCount(guesses)} guesses a game, ${Number(meanCorrect.toPrecision(4))} right on average. Claimed: ${namedClaim(claim)}. A true claim is refuted in at most ${formatPercent(tau)} of games.`,
  ]);
}

/** What `onerun simulate` played and wrote. */
export function playedText(mechanism: string, m: number, k: number, file: string): string {
  return `Played: ${mechanism} once, with ${gameSize(m, k)}. The scores are in ${quotedPath(file)}.
`;
}
