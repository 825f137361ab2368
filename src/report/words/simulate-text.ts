import { quotedPath } from '../../quote.ts';
import { formatCount, formatPercent } from './format.ts';

/** What `onerun simulate --repeat` found. */
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
  const who =
    k === 2 ? `${formatCount(m)} canaries` : `${formatCount(m)} buckets of ${formatCount(k)} candidates`;
  const sections = [
    `Played: ${mechanism}${bug === null ? '' : ` with the bug ${bug}`}, ${formatCount(games)} games with ${who} and ${formatCount(guesses)} guesses each; ${Number(meanCorrect.toPrecision(5))} right on average.`,
    `Claimed: ${claim}.`,
    `Refuted in ${formatCount(refuted)} of ${formatCount(games)} games: ${formatPercent(rate)} (95% limits ${formatPercent(lower)} to ${formatPercent(upper)}).`,
    `A true claim is refuted in at most ${formatPercent(tau)} of games.`,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** What `onerun simulate` played and wrote. */
export function playedText(mechanism: string, claim: string, m: number, k: number, file: string): string {
  const who =
    k === 2 ? `${formatCount(m)} canaries` : `${formatCount(m)} buckets of ${formatCount(k)} candidates`;
  return `Played: ${mechanism} once, with ${who}. The scores are in ${quotedPath(file)}.

Next: onerun audit ${quotedPath(file)} --claim "${claim}"
`;
}
