import type { AmongManyOutcome, AuditRow, AuditsTogether } from '../../../audit/index.ts';
import { quotedPath } from '../../../quote.ts';
import { formatCount, formatNumber, formatPercent } from '../format.ts';

/** What is known of many audits beside their rows. */
export interface ManyAudits extends AuditsTogether {
  /** What lies in the folder and was not audited, and why. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** How the same results were judged before, where that was otherwise; null where it was not. */
  readonly earlier: EarlierJudgement | null;
  /** Reports that are of no audit of now. */
  readonly oldReports: readonly string[];
}

/** How many audits were judged, and how. */
interface EarlierJudgement extends Pick<AuditsTogether, 'tau' | 'correction'> {
  readonly audits: number;
  readonly refuted: number;
}

/** How many audits came to each outcome. */
export function outcomeCounts({ rows }: AuditsTogether): Record<AmongManyOutcome, number> {
  const counts = {
    refuted: 0,
    'not-refuted': 0,
    'could-not-have-noticed': 0,
    'no-verdict': 0,
    none: 0,
    error: 0,
  };
  for (const { outcome } of rows) counts[outcome]++;
  return counts;
}

const RANKS = {
  refuted: 0,
  error: 1,
  'no-verdict': 2,
  'could-not-have-noticed': 3,
  'not-refuted': 4,
  none: 5,
} as const;

/** Where a row stands: refuted claims first, then what has no answer. */
export const outcomeRank = ({ outcome }: AuditRow): number => RANKS[outcome];

/** What is said of many audits, before it is laid out; the first sentence says it all. */
export interface ManyWords {
  readonly outcome: 'refuted' | 'not-refuted' | 'could-not-have-noticed' | 'no-verdict';
  readonly mark: string;
  readonly lead: string;
  readonly level: string;
  /** Said before the rows: where a pass means nothing, and what is not controlled. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** What to do next. Backticks mark commands. */
  readonly next: string;
}

export function manyWords(many: ManyAudits): ManyWords {
  const counts = outcomeCounts(many);
  const open = counts['no-verdict'] + counts.error;
  const outcome =
    counts.refuted > 0
      ? 'refuted'
      : open > 0
        ? 'no-verdict'
        : counts['could-not-have-noticed'] > 0 || counts['not-refuted'] === 0
          ? 'could-not-have-noticed'
          : 'not-refuted';
  return {
    outcome,
    mark: markOf(many, counts),
    lead: leadSentence(many, counts),
    level: levelSentence(many),
    warnings: [...powerlessSentence(many), ...earlierSentence(many)],
    notes: [
      'The p-value of an audit is that of its whole test, valid at every level; the corrected one refutes where it is at most the level of all together.',
      'A proved epsilon holds with the confidence of its own audit, not together with all others.',
      ...oldReportsSentence(many),
      ...skippedSentences(many),
    ],
    next: nextSentence(many, counts),
  };
}

const of = (count: number, one: string, several = `${one}s`) =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${several}`;

function markOf({ rows, correction }: ManyAudits, counts: Record<AmongManyOutcome, number>): string {
  const open = counts['no-verdict'] + counts.error;
  if (counts.refuted > 0)
    return `${formatCount(counts.refuted)} of ${of(rows.length, 'audit')} REFUTED${correction === 'none' ? ', not corrected' : ''}`;
  if (counts.none === rows.length) return 'No claim tested';
  const blind = counts['could-not-have-noticed'];
  return [
    'Nothing refuted',
    ...(blind > 0 ? [`${formatCount(blind)} could not have noticed`] : []),
    ...(open > 0 ? [`${formatCount(open)} without an answer`] : []),
  ].join(', ');
}

/** 22 audits: 2 claims are refuted, 17 are not; 1 has no verdict, 2 failed. */
function leadSentence({ rows }: ManyAudits, counts: Record<AmongManyOutcome, number>): string {
  const blind = counts['could-not-have-noticed'];
  const tested = counts.refuted + counts['not-refuted'] + blind;
  const others = [
    ...(counts['no-verdict'] > 0 ? [`${formatCount(counts['no-verdict'])} without a verdict`] : []),
    ...(counts.error > 0 ? [of(counts.error, 'error')] : []),
    ...(counts.none > 0 ? [`${formatCount(counts.none)} without a claim`] : []),
  ];
  const parts = [
    `${of(tested, 'claim')} tested: ${formatCount(counts.refuted)} refuted, ${formatCount(counts['not-refuted'])} not refuted${blind === 0 ? '' : `, ${formatCount(blind)} could not have noticed a violation`}`,
    ...others,
  ];
  return `${of(rows.length, 'audit')}. ${parts.join('; ')}.`;
}

/** What is controlled over all audits, and at which level. */
function levelSentence({ correction, tau, claims }: ManyAudits): string {
  if (claims === 0) return 'No audit states a claim, so nothing could be refuted.';
  const level = formatPercent(tau);
  switch (correction) {
    case 'holm':
      return `Corrected for ${of(claims, 'claim')} by Holm's procedure: the chance that any claim which holds is called refuted is at most ${level} over all audits together, whatever they have to do with each other. An audit that failed counts among them.`;
    case 'bh':
      return `Corrected for ${of(claims, 'claim')} by the procedure of Benjamini and Hochberg: of the claims called refuted, at most ${level} hold on average, provided that the audits are independent or positively dependent. The chance that some claim which holds is called refuted is not controlled. An audit that failed counts among them.`;
    case 'none':
      return `NOT CORRECTED for the number of audits: each claim is judged alone, at ${level}. If all ${of(claims, 'claim')} held, up to about ${formatNumber(tau * claims, 2)} would be called refuted by chance.`;
  }
}

/** A design that was too small to say anything is told before anything else. */
function powerlessSentence({ rows, claims, correction, refutable }: ManyAudits): string[] {
  if (!refutable && rows.some(isTooSmallAmongMany))
    return [
      `Among ${of(claims, 'claim')} none could have been refuted, whatever the scores: that nothing is refuted means nothing. Plan canaries and guesses for so many before the next runs.`,
    ];
  const blind = rows.filter(({ outcome }) => outcome === 'could-not-have-noticed').length;
  const notAlone = rows.filter(isTooSmallAmongMany).length;
  return [
    ...(blind > 0
      ? [
          `${of(blind, 'audit')} could not have noticed a violation: that ${blind === 1 ? 'its claim is' : 'their claims are'} not refuted means nothing.`,
        ]
      : []),
    ...(notAlone > 0
      ? [
          `${of(notAlone, 'audit')} could have refuted ${notAlone === 1 ? 'its claim' : 'their claims'} alone, but among ${formatCount(claims)} only beside claims that are refuted as well (${correction === 'holm' ? 'Holm' : 'Benjamini and Hochberg'}).`,
        ]
      : []),
  ];
}

/** Whether an audit could have refuted its claim as the only one, and not among so many. */
export function isTooSmallAmongMany({ summary, refutableAlone }: AuditRow): boolean {
  return summary?.couldNotice === true && refutableAlone === false;
}

const PROCEDURES = { holm: 'holm', bh: 'bh', none: 'no correction' } as const;

function earlierSentence({ earlier, rows, ...now }: ManyAudits): string[] {
  if (earlier === null) return [];
  const { tau, correction, audits, refuted } = earlier;
  const isAlike = tau === now.tau && correction === now.correction && audits === rows.length;
  const others = isAlike ? ', with other files, options or versions' : '';
  return [
    `Results in this folder were judged before${others}: ${of(audits, 'audit')} at ${formatPercent(tau)}, ${PROCEDURES[correction]}, ${formatCount(refuted)} refuted. The level holds for one judgement that was fixed in advance; to choose among several, or to add audits until one is refuted, is not covered by it.`,
  ];
}

/** How many names a sentence lists. */
const NAMED = 5;

/** The first of several names, and how many more there are. */
export function firstNames(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${formatCount(names.length - NAMED)} more` : '';
  return `${names.slice(0, NAMED).map(quotedPath).join(', ')}${more}`;
}

function oldReportsSentence({ oldReports }: ManyAudits): string[] {
  if (oldReports.length === 0) return [];
  return [
    `${of(oldReports.length, 'report')} from before ${oldReports.length === 1 ? 'is' : 'are'} of no audit of now, and left as ${oldReports.length === 1 ? 'it is' : 'they are'}: ${firstNames(oldReports)}.`,
  ];
}

function skippedSentences({ skipped }: ManyAudits): string[] {
  const groups = new Map<string, string[]>();
  for (const { path, why } of skipped) groups.set(why, [...(groups.get(why) ?? []), path]);
  return [...groups].map(([why, paths]) => `Not audited, ${why}: ${firstNames(paths)}.`);
}

function nextSentence({ rows }: ManyAudits, counts: Record<AmongManyOutcome, number>): string {
  const open = counts['no-verdict'] + counts.error;
  const mend =
    open === 0
      ? ''
      : ` Then mend what the other ${open === 1 ? 'one says' : `${formatCount(open)} say`} and run the same command again: what is done is kept.`;
  if (counts.refuted > 0)
    return `Read the reports of the refuted ones first, and look for too little noise, a missing clip or a wrong sampling rate.${mend}`;
  if (open > 0)
    return `Mend what the ${open === 1 ? 'one' : formatCount(open)} without an answer ${open === 1 ? 'says' : 'say'}, and run the same command again: what is done is kept.`;
  if (counts.none === rows.length) return 'For verdicts, state a claim: what the privacy is said to be.';
  if (rows.some((row) => row.summary?.couldNotice === false || isTooSmallAmongMany(row)))
    return 'Plan the runs that were too small before they are trained again: `onerun plan` says how many canaries can refute a claim.';
  return 'Keep this page with the models; a stronger attack or more canaries would test the claims harder.';
}
