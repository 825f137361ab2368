import type { AuditResult } from '../audit/index.ts';
import { isReconstruction } from './audit-words.ts';

/** What the numbers of an audit rest on: a name to look up in its tables, or null, and what it means. */
export interface AssumptionLine {
  readonly name: string | null;
  readonly meaning: string;
}

export function assumptionLines(result: AuditResult): AssumptionLine[] {
  const { results, plots, power } = result;
  const rests = (assumption: string) => results.some((row) => row.assumption === assumption);
  const lines: AssumptionLine[] = [];
  if (rests('worst-case')) lines.push({ name: 'worst-case', meaning: 'holds for every mechanism.' });
  if (rests('model-based'))
    lines.push({
      name: 'model-based',
      meaning:
        'a statement about the named family of mechanisms; a mechanism outside it can have a smaller epsilon.',
    });
  if (plots.roc !== null || power !== null)
    lines.push({
      name: 'independent-canaries',
      meaning:
        'holds only if canaries do not interact: the band around the attack’s errors and the power, never the verdict.',
    });
  lines.push({
    name: null,
    meaning:
      'The number of guesses was fixed before the scores were seen, and who is in was decided by fair, independent draws that the attack did not know.',
  });
  lines.push({
    name: null,
    meaning: isReconstruction(result)
      ? 'The game compares one candidate with another (replace).'
      : 'The game compares a canary in with the same canary out (add-remove).',
  });
  return lines;
}
