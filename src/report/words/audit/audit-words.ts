import type { AuditResult } from '../../../audit/index.ts';
import type { AnswerWords } from '../answer.ts';
import { howWrong } from '../proof-tables.ts';
import type { TableData } from '../table.ts';
import { assumptionLines } from './assumptions.ts';
import { type AttackWords, attackWords } from './attack.ts';
import { asSentence, auditAnswer } from './audit-answer.ts';
import { classicalPairs } from './classical-words.ts';
import { fixedTable, jointSentence } from './joint.ts';
import { recordPairs } from './record.ts';
import { type RiskWords, riskSentence, riskWords } from './risk-section.ts';
import { claimedSentence, correctionSentence, powerSentence } from './sentences.ts';
import {
  auditEpsilonTable,
  auditTestTable,
  type CheckWords,
  inputTable,
  observationTable,
} from './tables.ts';

/** Everything that a report says of an audit, before it is laid out; null where there is nothing to say. */
export interface AuditWords {
  /** What is read first. All else is for whoever reads on, and says none of it again. */
  readonly answer: AnswerWords;
  readonly claimed: string | null;
  readonly observations: TableData | null;
  /** Of several runs: what they show together, and what was fixed in advance. */
  readonly joint: string | null;
  readonly fixed: TableData | null;
  /** Bonferroni's correction, and the p-values that it applies to. */
  readonly correction: string | null;
  readonly tests: TableData | null;
  readonly epsilons: TableData | null;
  /** How wrong a row of it can be. */
  readonly howWrong: string | null;
  /** What the classical test of one canary saw, as (term, fact) pairs; none where it was not made. */
  readonly classical: readonly (readonly [term: string, fact: string])[];
  /** What claim and proof mean as risk to one record, in a sentence and in full. */
  readonly riskSentence: string | null;
  readonly risk: RiskWords | null;
  readonly power: string | null;
  /** Numbers that describe the attack and prove nothing. */
  readonly attack: AttackWords | null;
  readonly checks: readonly CheckWords[];
  /** What all of it rests on, a sentence each. */
  readonly assumptions: readonly string[];
  readonly inputs: TableData;
  readonly record: readonly (readonly [term: string, fact: string])[];
}

export function auditWords(result: AuditResult): AuditWords {
  const tests = auditTestTable(result);
  const epsilons = auditEpsilonTable(result);
  return {
    answer: auditAnswer(result),
    claimed: claimedSentence(result),
    observations: observationTable(result),
    joint: jointSentence(result),
    fixed: fixedTable(result),
    correction: tests === null && epsilons === null ? null : correctionSentence(result),
    tests,
    epsilons,
    howWrong: epsilons === null ? null : howWrong(result.results),
    classical: classicalPairs(result),
    riskSentence: riskSentence(result),
    risk: riskWords(result),
    power: powerSentence(result),
    attack: attackWords(result),
    checks: result.checks.map(({ message, ...check }) => ({ ...check, message: asSentence(message) })),
    assumptions: [...assumptionLines(result), ...result.notes.map((note) => `Note: ${asSentence(note)}`)],
    inputs: inputTable(result),
    record: recordPairs(result),
  };
}
