import type { ClaimVerdict, EmpiricalEpsilon } from '../audit/index.ts';
import type { Observation } from '../types.ts';
import { count, lowerBound, percent, pValue, value } from './format.ts';
import { table } from './table.ts';

/** What `onerun bound` found. */
export interface BoundReport {
  readonly observation: Observation;
  readonly tau: number;
  readonly results: readonly EmpiricalEpsilon[];
  readonly verdict?: ClaimVerdict;
  readonly notes: readonly string[];
}

/** The report of `onerun bound`: the claim's verdict first, then what was proved, then what it rests on. */
export function boundText(report: BoundReport): string {
  const sections = [
    ...(report.verdict === undefined ? [] : claimSections(report.verdict)),
    seen(report.observation),
    proved(report),
    assumptions(report),
    next(report),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function claimSections({ claim, refuted, refutable, tau, tests }: ClaimVerdict): string[] {
  const warning = refutable
    ? []
    : [
        `This design could not have refuted ${claim}: with every guess right it would still pass. Use more canaries or guesses.`,
      ];
  const confidence = percent(1 - tau);
  const sentence = refuted
    ? `REFUTED: ${claim} does not hold, at ${confidence} confidence.`
    : `Not refuted: the counts are consistent with ${claim} at ${confidence} confidence. That does not prove the claim.`;
  const rows = tests.map((test) => [
    test.method,
    pValue(test.pValue),
    test.refuted ? 'refuted' : 'not refuted',
  ]);
  return [
    ...warning,
    sentence,
    table([{ title: 'method' }, { title: 'p-value', align: 'right' }, { title: `at ${confidence}` }], rows),
  ];
}

function seen({ m, k, guesses, correct }: Observation): string {
  const blind = `${count(Math.round(guesses / k))} (${percent(1 / k)})`;
  const right = guesses === 0 ? '' : ` (${percent(correct / guesses)})`;
  const what = k === 2 ? `${count(m)} canaries` : `${count(m)} buckets of ${count(k)} candidates`;
  return `Seen: ${what}, ${count(guesses)} guesses, ${count(correct)} right${right}. Blind guessing gets about ${blind} right.`;
}

function proved({ results, tau }: BoundReport): string {
  if (results.length === 0) return '';
  const lead = results.some((row) => row.epsilon > 0)
    ? `Proved at ${percent(1 - tau)} confidence: epsilon is at least`
    : `Nothing was proved at ${percent(1 - tau)} confidence: these counts do not rule out perfect privacy.`;
  const rows = results.map((row) => [
    row.family,
    row.method,
    value(row.delta),
    lowerBound(row.epsilon),
    lowerBound(row.largestProvable),
    row.assumption,
  ]);
  const columns = [
    { title: 'hypotheses' },
    { title: 'method' },
    { title: 'at delta', align: 'right' as const },
    { title: 'epsilon', align: 'right' as const },
    { title: 'if all were right', align: 'right' as const },
    { title: 'rests on' },
  ];
  return `${lead}\n\n${table(columns, rows)}`;
}

function assumptions({ observation, results, notes }: BoundReport): string {
  const lines = ['What this rests on'];
  if (results.some((row) => row.assumption === 'worst-case'))
    lines.push('  worst-case: holds for every mechanism.');
  if (results.some((row) => row.assumption === 'model-based'))
    lines.push(
      '  model-based: a statement about the named family; a mechanism outside it can have a smaller epsilon.',
    );
  lines.push(
    '  The number of guesses was fixed before the scores were seen, and who is in was decided by fair, independent draws.',
  );
  lines.push(
    observation.k === 2
      ? '  A curve is taken as that of the neighbours this game compares: a canary in against the same canary out (add-remove).'
      : '  A curve is taken as that of the neighbours this game compares: one candidate against another (replace).',
  );
  for (const note of notes) lines.push(`  Note: ${note}.`);
  return lines.join('\n');
}

function next({ results, verdict }: BoundReport): string {
  if (verdict?.refuted)
    return 'Next: look for too little noise, a missing clip or a wrong sampling rate; then audit again with fresh coins.';
  if (results.length > 0 && results.every((row) => row.epsilon === 0))
    return 'Next: plant more canaries, or guess fewer of them and only the surest; fix the number before the next run.';
  return '';
}
