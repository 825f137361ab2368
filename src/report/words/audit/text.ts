import type { AuditResult } from '../../../audit/index.ts';
import { answerText } from '../answer.ts';
import { labelled, listed, sectionsText } from '../prose.ts';
import { tableText } from '../table.ts';
import { type AuditWords, auditWords } from './audit-words.ts';

/** The first screen of an audit. */
export function auditScreen(result: AuditResult): string {
  return answerText(auditWords(result).answer);
}

/** The report of an audit as text: the answer, then the numbers, then what they rest on. */
export function auditText(result: AuditResult): string {
  return `${auditScreen(result)}\n${auditDetails(result)}`;
}

/** What the first screen leaves out. */
export function auditDetails(result: AuditResult): string {
  const words = auditWords(result);
  return sectionsText([
    labelled('Claimed', words.claimed),
    tableText(words.observations),
    tableText(words.fixed),
    words.correction,
    labelled('Together', words.joint),
    tableText(words.tests),
    tableText(words.epsilons),
    words.howWrong,
    listed('The classical audit', words.classical.map(pair)),
    labelled('Risk', words.riskSentence),
    labelled('Power', words.power),
    words.attack?.lead ?? null,
    tableText(words.attack?.table ?? null),
    words.attack?.notes ?? null,
    listed('Checks', words.checks.map(checkLine)),
    listed('What this rests on', words.assumptions),
    listed('To repeat or check it', words.record.map(pair)),
  ]);
}

const pair = ([term, fact]: readonly [string, string]) => `${term}: ${fact}`;

const checkLine = ({ name, passed, message }: AuditWords['checks'][number]) =>
  `${passed ? 'passed' : 'FAILED'}  ${name}: ${message}`;
