import { quotedPath } from '../../quote.ts';
import { count, percent } from './format.ts';

/** What playing a mechanism again and again found. */
export interface Repeated {
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
export function repeatedText(found: Repeated): string {
  const { mechanism, bug, claim, m, k, guesses, tau, games, refuted, rate, lower, upper, meanCorrect } =
    found;
  const who = k === 2 ? `${count(m)} canaries` : `${count(m)} buckets of ${count(k)} candidates`;
  const sections = [
    `Played: ${mechanism}${bug === null ? '' : ` with the bug ${bug}`}, ${count(games)} games with ${who} and ${count(guesses)} guesses each; ${Number(meanCorrect.toPrecision(5))} right on average.`,
    `Claimed: ${claim}.`,
    `Refuted in ${count(refuted)} of ${count(games)} games: ${percent(rate)} (95% limits ${percent(lower)} to ${percent(upper)}).`,
    `A true claim is refuted in at most ${percent(tau)} of games.`,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** What `onerun simulate` played and wrote. */
export function playedText(mechanism: string, m: number, k: number, file: string): string {
  const who = k === 2 ? `${count(m)} canaries` : `${count(m)} buckets of ${count(k)} candidates`;
  return `Played: ${mechanism} once, with ${who}. The scores are in ${quotedPath(file)}.
`;
}
