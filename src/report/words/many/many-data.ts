import type { AmongManyOutcome, AuditRow, AuditSummary } from '../../../audit/index.ts';
import { type ManyAudits, manyWords, outcomeCounts } from './many-words.ts';
import { rowNotes } from './row-words.ts';

/** One audit among many as plain data. */
export interface AuditRowData
  extends Pick<
    AuditRow,
    'name' | 'path' | 'kind' | 'sameScores' | 'evidence' | 'files' | 'report' | 'error'
  > {
  readonly outcome: AmongManyOutcome;
  readonly claim: string | null;
  readonly pValue: number | null;
  readonly adjustedPValue: number | null;
  readonly alone: AuditSummary['outcome'] | null;
  readonly tau: number | null;
  readonly game: AuditSummary['game'] | null;
  readonly canaries: number | null;
  readonly options: number | null;
  readonly runs: number | null;
  readonly reached: number | null;
  readonly guesses: readonly number[];
  readonly correct: readonly number[];
  readonly delta: number | null;
  readonly claimEpsilon: number | null;
  readonly epsilon: number | null;
  readonly epsilonUnbounded: boolean;
  readonly modelEpsilon: number | null;
  readonly modelFamily: string | null;
  readonly couldNotice: boolean | null;
  readonly refutableAmongMany: boolean | null;
  readonly violation: string | null;
  readonly bestPower: number | null;
  readonly attackPower: number | null;
  readonly attackStrength: number | null;
  readonly seed: string | null;
  readonly seedFrom: AuditSummary['seedFrom'] | null;
  readonly notes: readonly string[];
}

/** One audit among many, under names that scripts rely on: a line of the JSON Lines file. */
export function auditRowData(row: AuditRow, many: ManyAudits): AuditRowData {
  const { name, path, kind, outcome, summary, adjusted, sameScores, files, evidence, report, error } = row;
  const proved = (assumption: string) => summary?.proved.find((one) => one.assumption === assumption);
  const [worst, model] = [proved('worst-case'), proved('model-based')];
  return {
    name,
    path,
    kind,
    outcome,
    claim: summary?.claim ?? null,
    pValue: summary?.pValue ?? null,
    adjustedPValue: adjusted,
    alone: summary?.outcome ?? null,
    tau: summary?.tau ?? null,
    game: summary?.game ?? null,
    canaries: summary?.m ?? null,
    options: summary?.k ?? null,
    runs: summary?.runs ?? null,
    reached: summary?.reached ?? null,
    guesses: summary?.guesses ?? [],
    correct: summary?.correct ?? [],
    delta: summary?.delta ?? null,
    claimEpsilon: summary?.claimEpsilon ?? null,
    epsilon: worst?.epsilon ?? null,
    epsilonUnbounded: worst !== undefined && worst.epsilon === null,
    modelEpsilon: model?.epsilon ?? null,
    modelFamily: model?.family ?? null,
    couldNotice: summary?.couldNotice ?? null,
    refutableAmongMany: row.refutableAlone,
    violation: summary?.violation ?? null,
    bestPower: summary?.bestPower ?? null,
    attackPower: summary?.attackPower ?? null,
    attackStrength: summary?.attackStrength ?? null,
    seed: summary?.seed ?? null,
    seedFrom: summary?.seedFrom ?? null,
    sameScores,
    evidence,
    files,
    report,
    error,
    notes: rowNotes(row, many),
  };
}

/** What `onerun audit-all --json` prints. */
export function manyData(many: ManyAudits, files: Readonly<Record<string, string>>): object {
  const { tau, correction, claims, rows, skipped, earlier, oldReports } = many;
  const counts = outcomeCounts(many);
  const { level, warnings, notes } = manyWords(many);
  return {
    schema: 'onerun-audits/1',
    tau,
    correction,
    claims,
    level,
    audits: rows.length,
    counts: {
      refuted: counts.refuted,
      notRefuted: counts['not-refuted'],
      couldNotHaveNoticed: counts['could-not-have-noticed'],
      noVerdict: counts['no-verdict'],
      noClaim: counts.none,
      errors: counts.error,
    },
    rows: rows.map((row) => auditRowData(row, many)),
    warnings,
    notes,
    skipped,
    earlier,
    oldReports,
    files,
  };
}
