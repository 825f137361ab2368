import type { AuditOutcome, AuditResult } from '../../../audit/index.ts';
import { testsLead } from '../proof-tables.ts';
import type { TableData } from '../table.ts';
import { type AssumptionLine, assumptionLines } from './assumptions.ts';
import { type AttackWords, attackWords } from './attack.ts';
import { classicalPairs } from './classical-words.ts';
import { fixedTable, jointSentence } from './joint.ts';
import {
  auditProvedLead,
  bestProvableSentence,
  powerSentence,
  provedSentence,
  weakerStatementSentence,
} from './proved-sentences.ts';
import { recordPairs } from './record.ts';
import { type RiskWords, riskSentence, riskWords } from './risk-section.ts';
import {
  asSentence,
  claimedSentence,
  correctionSentence,
  nextStep,
  plainSentence,
  seenSentence,
  VERDICT_MARKS,
  verdictClause,
  verdictSentence,
  warningSentence,
} from './sentences.ts';
import {
  auditEpsilonTable,
  auditTestTable,
  type CheckWords,
  inputTable,
  observationTable,
} from './tables.ts';

/** Everything that a report says of an audit, before it is laid out; null where there is nothing to say. */
export interface AuditWords {
  readonly outcome: AuditOutcome;
  /** The verdict in a few words. */
  readonly mark: string;
  /** The outcome for a reader who knows no mathematics. */
  readonly plain: string;
  readonly warning: string | null;
  readonly claimed: string;
  readonly seen: string;
  readonly observations: TableData | null;
  /** Of several runs: what they show together, and what was fixed in advance. */
  readonly joint: string | null;
  readonly fixed: TableData | null;
  /** The verdict behind its mark, and as a sentence of its own. */
  readonly verdictClause: string | null;
  readonly verdictSentence: string | null;
  /** Bonferroni's correction, and the p-values that it applies to, with what they are. */
  readonly correction: string | null;
  readonly testsLead: string | null;
  readonly tests: TableData | null;
  /** Why a smaller epsilon does not contradict the verdict; the line above the table; the table. */
  readonly weaker: string | null;
  readonly provedLead: string | null;
  readonly epsilons: TableData | null;
  /** The largest epsilons, without the table. */
  readonly proved: string | null;
  /** What the classical test of one canary saw, as (term, fact) pairs; none where it was not made. */
  readonly classical: readonly (readonly [term: string, fact: string])[];
  /** What claim and proof mean as risk to one record, in a sentence and in full. */
  readonly riskSentence: string | null;
  readonly risk: RiskWords | null;
  readonly best: string | null;
  readonly power: string | null;
  /** Numbers that describe the attack and prove nothing. */
  readonly attack: AttackWords | null;
  readonly checks: readonly CheckWords[];
  readonly assumptions: readonly AssumptionLine[];
  readonly notes: readonly string[];
  readonly inputs: TableData;
  readonly record: readonly (readonly [term: string, fact: string])[];
  /** What to do next. Backticks mark commands. */
  readonly next: string;
}

export function auditWords(result: AuditResult): AuditWords {
  const { outcome } = result;
  const tests = auditTestTable(result);
  const epsilons = auditEpsilonTable(result);
  return {
    outcome,
    mark: VERDICT_MARKS[outcome],
    plain: plainSentence(result),
    warning: warningSentence(result),
    claimed: claimedSentence(result),
    seen: seenSentence(result),
    observations: observationTable(result),
    joint: jointSentence(result),
    fixed: fixedTable(result),
    verdictClause: verdictClause(result),
    verdictSentence: verdictSentence(result),
    correction: tests === null && epsilons === null ? null : correctionSentence(result),
    testsLead: tests === null ? null : testsLead(result.tauEach),
    tests,
    weaker: epsilons === null ? null : weakerStatementSentence(result),
    provedLead: epsilons === null ? null : auditProvedLead(result),
    epsilons,
    proved: provedSentence(result),
    classical: classicalPairs(result),
    riskSentence: riskSentence(result),
    risk: riskWords(result),
    best: bestProvableSentence(result),
    power: powerSentence(result),
    attack: attackWords(result),
    checks: result.checks.map(({ message, ...check }) => ({ ...check, message: asSentence(message) })),
    assumptions: assumptionLines(result),
    notes: result.notes.map((note) => `Note: ${asSentence(note)}`),
    inputs: inputTable(result),
    record: recordPairs(result),
    next: nextStep(result),
  };
}
