import type { AuditRow, AuditsTogether } from '../../../audit/index.ts';
import { ONE_PER_RUN } from '../../../audit-choices.ts';
import { quotedPath } from '../../../quote.ts';
import { assumedClause, VERDICT_MARKS } from '../answer.ts';
import { formatCount, formatLowerBound, formatNumber, formatPercent, formatPValue } from '../format.ts';
import { sectionsText } from '../prose.ts';
import { type TableData, tableText } from '../table.ts';

/** Outcomes in words, in the order in which rows are shown. */
export const OUTCOMES = {
  refuted: VERDICT_MARKS.refuted,
  error: 'failed',
  'no-verdict': VERDICT_MARKS['no-verdict'].toLowerCase(),
  'could-not-have-noticed': VERDICT_MARKS['could-not-have-noticed'].toLowerCase(),
  'not-refuted': VERDICT_MARKS['not-refuted'].toLowerCase(),
  none: 'no claim',
} as const;

/** Rows, what matters most first. */
export function worstFirst({ rows }: AuditsTogether): AuditRow[] {
  const ranks = Object.keys(OUTCOMES);
  return rows.toSorted((a, b) => ranks.indexOf(a.outcome) - ranks.indexOf(b.outcome));
}

/** 30 audits: 1 REFUTED, 2 failed, 27 not refuted. */
export function leadSentence({ rows }: AuditsTogether): string {
  const counts = Object.entries(OUTCOMES).flatMap(([outcome, words]) => {
    const count = rows.filter((row) => row.outcome === outcome).length;
    return count === 0 ? [] : [`${formatCount(count)} ${words}`];
  });
  return `${formatCount(rows.length)} ${rows.length === 1 ? 'audit' : 'audits'}: ${counts.join(', ')}.`;
}

/** What is controlled over all audits, and at which level. */
export function levelSentence({ correction, tau, claims }: AuditsTogether): string {
  const level = formatPercent(tau);
  const claimed = claims === 1 ? '1 claim' : `${formatCount(claims)} claims`;
  switch (correction) {
    case 'holm':
      return `Corrected for ${claimed} by Holm's procedure: the chance that any claim which holds is called refuted is at most ${level}, whatever the audits have to do with each other.`;
    case 'bh':
      return `Corrected for ${claimed} by the procedure of Benjamini and Hochberg: of the claims called refuted at most ${level} hold on average, if audits are independent or positively dependent.`;
    case 'none':
      return `NOT CORRECTED for their number: each claim is judged alone, at ${level}; if all ${claimed} held, up to about ${formatNumber(tau * claims, 2)} would be called refuted by chance.`;
  }
}

/** All audits as a table, in order. */
export function manyTable(many: AuditsTogether): TableData {
  const titles = ['audit', 'verdict', 'p-value', 'corrected', 'right', 'epsilon'];
  return {
    columns: titles.map((title, i) => ({ title, align: i < 2 ? 'left' : 'right' })),
    rows: worstFirst(many).map(({ name, outcome, result, adjusted }) => {
      const proved = result?.proved.find(({ assumption }) => assumption === 'worst-case');
      const counts = result?.runs.length === 1 ? result.runs[0].observations : [];
      return [
        name,
        OUTCOMES[outcome],
        result?.pValue == null ? '' : formatPValue(result.pValue),
        adjusted === null ? '' : formatPValue(adjusted),
        counts.map(({ correct, guesses }) => `${correct} of ${guesses}`).join('; '),
        proved === undefined ? '' : formatLowerBound(proved.epsilon),
      ];
    }),
  };
}

/** What has to be known beside the verdict of a row. */
export function rowNotes(
  { outcome, result, error, sameScores }: AuditRow,
  together: AuditsTogether,
): string[] {
  if (result === null) return [error ?? 'no result'];
  const blind =
    result.outcome !== 'could-not-have-noticed'
      ? `could not have noticed a violation at the level that is left to one of ${formatCount(together.claims)} claims`
      : result.standing?.couldNot
        ? 'the design could not have noticed a violation, whatever the scores'
        : 'the attack was too weak to notice a violation, or is wired wrongly';
  return [
    ...result.checks.flatMap(({ passed, message }) => (passed ? [] : [message])),
    ...(outcome === 'could-not-have-noticed' ? [blind] : []),
    ...(result.refuted && outcome !== 'refuted' ? ['refuted alone, and not together with the others'] : []),
    ...(result.tau === together.tau ? [] : [`its own tau is ${formatNumber(result.tau)}`]),
    ...(result.decidedBy?.assumes === undefined ? [] : [`holds${assumedClause(result.decidedBy.assumes)}`]),
    ...result.notes.filter((note) => note === ONE_PER_RUN),
    ...(sameScores.length > 0 ? [`the same scores as ${sameScores.join(', ')}, counted in each row`] : []),
    ...result.provenance.departures.map((departure) => `departs from its design: ${departure}`),
  ];
}

/** The notes of all rows, each once with the audits that it is about. */
export function manyNotes(many: AuditsTogether): string[] {
  const named = worstFirst(many).flatMap((row) =>
    rowNotes(row, many).map((note) => [note, row.name] as const),
  );
  return [...new Set(named.map(([note]) => note))].map(
    (note) => `${named.flatMap(([said, name]) => (said === note ? [name] : [])).join(', ')}: ${note}`,
  );
}

/** Many audits for the terminal. */
export function manyText(many: AuditsTogether, page: string): string {
  return sectionsText([
    leadSentence(many),
    levelSentence(many),
    tableText(manyTable(many)),
    manyNotes(many).join('\n'),
    `With their reports: ${quotedPath(page)}`,
  ]);
}

/** What `onerun audit-all --json` prints. */
export function manyData(many: AuditsTogether): object {
  const { tau, correction, claims } = many;
  const rows = many.rows.map((row) => ({
    name: row.name,
    outcome: row.outcome,
    claim: row.result?.claim?.stated ?? null,
    pValue: row.result?.pValue ?? null,
    correctedPValue: row.adjusted,
    notes: rowNotes(row, many),
    report: row.report,
  }));
  return { schema: 'onerun-audits/2', tau, correction, claims, level: levelSentence(many), rows };
}
