import type { AuditOutcome, BoundResult, ClaimVerdict } from '../../audit/index.ts';
import { STRONGER_ATTACK, VERDICT_MARKS } from './audit/sentences.ts';
import { blindAttackSentence, blindDesignSentence } from './blind.ts';
import { countsSentence, oneSideLine } from './counts.ts';
import { formatAllowedEpsilon, formatConfidence, formatNumber } from './format.ts';
import { TAKEN_AS } from './neighbours.ts';
import { epsilonTable, provedLead, rowMeanings, testsLead, testTable } from './proof-tables.ts';
import { sectionsText } from './prose.ts';
import { type TableData, tableText } from './table.ts';

/**
 * The report of `onerun bound` in words and tables, before they are laid out; null where there is nothing to
 * say.
 */
export interface BoundWords {
  readonly warning: string | null;
  readonly verdict: BoundVerdictWords | null;
  readonly testsLead: string | null;
  readonly tests: TableData | null;
  readonly seen: string;
  readonly lead: string | null;
  readonly results: TableData | null;
  readonly rests: readonly string[];
  readonly next: string | null;
}

interface BoundVerdictWords {
  readonly outcome: AuditOutcome;
  /** The verdict in a few words, what is said behind it, and the same as a sentence of its own. */
  readonly mark: string;
  readonly clause: string;
  readonly sentence: string;
}

/** The report of `onerun bound`: the claim's verdict first, then what was proved, then what it rests on. */
export function boundText(report: BoundResult): string {
  const {
    warning,
    verdict,
    testsLead: meaning,
    tests,
    seen,
    lead,
    results,
    rests,
    next,
  } = boundWords(report);
  return sectionsText([
    warning,
    verdict === null ? null : `${verdict.mark}: ${verdict.clause}`,
    meaning,
    tableText(tests),
    `Seen: ${seen}`,
    lead,
    tableText(results),
    ['What this rests on', ...rests.map((line) => `  ${line}`)].join('\n'),
    next === null ? null : `Next: ${next}`,
  ]);
}

export function boundWords(report: BoundResult): BoundWords {
  const { observation, verdict, results, tau } = report;
  const confidence = formatConfidence(tau);
  return {
    warning: warningOf(report),
    verdict: verdict === undefined ? null : verdictWords(verdict),
    testsLead: verdict === undefined ? null : testsLead(verdict.tau),
    tests: verdict === undefined ? null : testTable(verdict.tests, `at ${formatConfidence(verdict.tau)}`),
    seen: countsSentence(observation),
    lead: results.length === 0 ? null : provedLead(results, confidence, 'counts'),
    results: results.length === 0 ? null : epsilonTable(results),
    rests: assumptions(report),
    next: next(report),
  };
}

function warningOf({ observation, reversed, verdict }: BoundResult): string | null {
  if (reversed !== null)
    return `Far fewer guesses are right than blind guessing gets (probability ${formatNumber(reversed, 2)}): the guesses seem to be the wrong way round, which no test here can see. To count them the other way round is a second test; make both at half of tau.`;
  if (verdict?.outcome === 'could-not-have-noticed') {
    const { claim, standing } = verdict;
    if (standing === null) return `What a violation of ${claim} would look like is not known.`;
    const found = { claim, m: observation.m, standing };
    return blindDesignSentence(found) ?? blindAttackSentence(found, observation.correct);
  }
  return null;
}

function verdictWords({ claim, claimEpsilon, delta, outcome, tau }: ClaimVerdict): BoundVerdictWords {
  const at = `at ${formatConfidence(tau)} confidence`;
  const allowed = `It allows ${formatAllowedEpsilon(claimEpsilon)} at delta ${formatNumber(delta)}`;
  if (outcome === 'refuted') {
    const broken = `${claim} does not hold, ${at}. ${allowed}; the whole trade-off curve was tested, and an epsilon below may be smaller, for it says only what is proved at one delta.`;
    return { outcome, mark: VERDICT_MARKS.refuted, clause: broken, sentence: broken };
  }
  const mark = VERDICT_MARKS[outcome];
  if (outcome !== 'not-refuted') {
    const silent = `this says nothing about ${claim}. ${allowed}.`;
    return { outcome, mark, clause: silent, sentence: silent.replace('this', 'This') };
  }
  const standing = `${claim} stands ${at}. A claim that stands is not proved. ${allowed}.`;
  return { outcome, mark, clause: standing, sentence: standing };
}

function assumptions({ observation, relation, results, notes }: BoundResult): string[] {
  const lines: string[] = [];
  if (results.some((row) => row.assumption === 'worst-case'))
    lines.push('worst-case: holds for every mechanism.');
  if (results.some((row) => row.assumption === 'model-based'))
    lines.push(
      'model-based: holds for mechanisms of the named family only; another can have a smaller epsilon.',
    );
  lines.push(...rowMeanings(results).map(([name, meaning]) => `${name}: ${meaning}`));
  lines.push(
    'Fair, independent draws decided which canaries (planted records) are in, and the number of guesses was fixed before the scores were seen.',
  );
  lines.push(TAKEN_AS[relation]);
  if (observation.sides !== undefined) lines.push(oneSideLine(observation.sides));
  return [...lines, ...notes.map((note) => `Note: ${note}.`)];
}

function next({ results, verdict, reversed }: BoundResult): string | null {
  if (verdict?.refuted)
    return 'look for too little noise, a missing clip or a wrong sampling rate; then audit again with fresh coins.';
  if (
    reversed === null &&
    verdict?.standing?.couldNot === null &&
    verdict.outcome === 'could-not-have-noticed'
  )
    return `${STRONGER_ATTACK[0].toLowerCase()}${STRONGER_ATTACK.slice(1)}`;
  if (results.length > 0 && results.every((row) => row.epsilon === 0))
    return 'plant more canaries, or guess fewer of them and only the surest; fix the number before the next run.';
  return null;
}
