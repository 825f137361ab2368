import type { AmongManyOutcome, AuditRow, AuditsTogether } from '../../../audit/index.ts';
import { formatCount, formatLowerBound, formatNumber, formatPValue } from '../format.ts';
import { firstNames, isTooSmallAmongMany } from './many-words.ts';

const OUTCOMES: Readonly<Record<AmongManyOutcome, string>> = {
  refuted: 'REFUTED',
  'not-refuted': 'not refuted',
  'could-not-have-noticed': 'could not have noticed',
  'no-verdict': 'no verdict',
  none: 'no claim',
  error: 'error',
};

/** One audit among many as the cells of a table. */
export interface RowWords {
  readonly name: string;
  readonly verdict: string;
  readonly claim: string;
  readonly pValue: string;
  readonly adjusted: string;
  /** Right guesses of all guesses, or runs that reached the threshold of all runs. */
  readonly right: string;
  /** The largest epsilon proved for every mechanism, and within a model. */
  readonly worstCase: string;
  readonly modelBased: string;
  readonly notes: readonly string[];
}

export function rowWords(row: AuditRow, many: AuditsTogether): RowWords {
  const { name, outcome, summary, adjusted } = row;
  return {
    name,
    verdict: OUTCOMES[outcome],
    claim: summary?.claim ?? '',
    pValue: valueText(summary?.pValue ?? null),
    adjusted: valueText(adjusted),
    right: rightText(row),
    worstCase: provedText(row, 'worst-case'),
    modelBased: provedText(row, 'model-based'),
    notes: rowNotes(row, many),
  };
}

const valueText = (pValue: number | null) => (pValue === null ? '' : formatPValue(pValue));

function rightText({ summary }: AuditRow): string {
  if (summary === null) return '';
  const { runs, reached, guesses, correct } = summary;
  if (reached !== null) return `${formatCount(reached)} of ${formatCount(runs)} runs`;
  return correct.map((right, i) => `${formatCount(right)} of ${formatCount(guesses[i])}`).join('; ');
}

function provedText({ summary }: AuditRow, assumption: string): string {
  const found = summary?.proved.find((proved) => proved.assumption === assumption);
  return found === undefined ? '' : formatLowerBound(found.epsilon ?? Infinity);
}

/** What has to be known beside the verdict of a row, one sentence each. */
export function rowNotes(row: AuditRow, { tau, claims, correction }: AuditsTogether): string[] {
  const { outcome, summary, error, sameScores, keptByOwnTau } = row;
  if (summary === null) return [sentence(error ?? 'no result')];
  const notes: string[] = summary.failed.map(sentence);
  if (outcome === 'could-not-have-noticed' && summary.couldNotice === false)
    notes.push('Its design could not have noticed a violation, whatever the scores.');
  else if (summary.outcome === 'could-not-have-noticed')
    notes.push('Its attack was too weak to notice a violation, or is wired wrongly; its report says more.');
  else if (isTooSmallAmongMany(row))
    notes.push(
      `Too few canaries or guesses to refute the claim among ${formatCount(claims)}, unless others are refuted as well.`,
    );
  else if (outcome === 'could-not-have-noticed')
    notes.push(`At the level of one among ${formatCount(claims)} its attack or design was too weak.`);
  if (summary.tau !== tau)
    notes.push(
      keptByOwnTau
        ? `Its own tau is ${formatNumber(summary.tau)}, at which the claim is not refuted, so that its p-value counts as 1.`
        : `Its own tau is ${formatNumber(summary.tau)}, which is what its report judges it by.`,
    );
  if (outcome !== 'refuted' && summary.outcome === 'refuted')
    notes.push(
      correction === 'none'
        ? 'Refuted at its own tau, and not at that of all.'
        : 'Refuted by itself, and not once the number of audits is taken into account.',
    );
  if (sameScores.length > 0)
    notes.push(`The same scores as ${firstNames(sameScores)}: one piece of evidence, counted in each row.`);
  if (summary.tiesDecide) notes.push('Equal scores decided it: another draw could have changed it.');
  if (summary.departures.length > 0)
    notes.push(`It departs from what was fixed in advance: ${summary.departures.join('; ')}.`);
  return notes;
}

function sentence(text: string): string {
  const whole = /[.!?]$/.test(text) ? text : `${text}.`;
  // What begins with a name or a claim keeps its letter.
  return /^[a-z]+ /.test(whole) ? whole.charAt(0).toUpperCase() + whole.slice(1) : whole;
}
