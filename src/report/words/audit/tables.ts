import type { AuditResult } from '../../../audit/index.ts';
import { rightShare } from '../counts.ts';
import { formatConfidence, formatCount, formatNumber } from '../format.ts';
import { observationsOf } from '../observations.ts';
import { epsilonTable, testTable } from '../proof-tables.ts';
import type { TableData } from '../table.ts';
import { runsTable } from './joint.ts';
import { inputFiles } from './record.ts';

/** What was seen, where there is more than one observation; null otherwise. */
export function observationTable(result: AuditResult): TableData | null {
  if (result.runs.length > 1) return runsTable(result);
  const observations = observationsOf(result);
  if (observations.length < 2) return null;
  return {
    columns: [
      { title: 'guesses', align: 'right' },
      { title: 'right', align: 'right' },
    ],
    rows: observations.map((observation) => [
      formatCount(observation.guesses),
      formatCount(observation.correct) + rightShare(observation),
    ]),
  };
}

/** The p-values of the claim; null where none was tested, or a failed check voids them. */
export function auditTestTable(result: AuditResult): TableData | null {
  const { tests, tau, tauEach } = result;
  if (tests.length === 0 || result.outcome === 'no-verdict') return null;
  return testTable(
    tests,
    tauEach === tau ? `at ${formatConfidence(tau)}` : `at p-value ${formatNumber(tauEach, 3)}`,
  );
}

/** The epsilon that the scores prove; null where no family was searched, or a failed check voids it. */
export function auditEpsilonTable(result: AuditResult): TableData | null {
  const { results } = result;
  if (results.length === 0 || result.outcome === 'no-verdict') return null;
  return epsilonTable(results, result.runs.length > 1 ? 'if all count' : 'if all right');
}

/** A check of the input, its message a sentence. */
export interface CheckWords {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
}

export function checkTable(checks: readonly CheckWords[]): TableData {
  return {
    columns: [{ title: 'check' }, { title: 'outcome' }, { title: 'what was found' }],
    rows: checks.map(({ name, passed, message }) => [name, passed ? 'passed' : 'FAILED', message]),
  };
}

/** The files that went in. */
export function inputTable(result: AuditResult): TableData {
  return {
    columns: [{ title: 'file' }, { title: 'rows', align: 'right' }, { title: 'sha256' }],
    rows: inputFiles(result).map(({ name, rows, sha256 }) => [
      name,
      formatCount(rows),
      sha256 ?? 'none: handed in as arrays',
    ]),
  };
}
