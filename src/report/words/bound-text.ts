import type { BoundResult, ClaimVerdict } from '../../audit/index.ts';
import type { Observation } from '../../types.ts';
import type { Rows } from './audit/tables.ts';
import { confidence, count, lowerBound, percent, pValue, value } from './format.ts';
import { table } from './table.ts';

/** What `onerun bound` found, in words and tables, before they are laid out; null where there is nothing to say. */
export interface BoundWords {
  readonly warning: string | null;
  readonly verdict: string | null;
  readonly tests: Rows | null;
  readonly seen: string;
  readonly lead: string | null;
  readonly results: Rows | null;
  readonly rests: readonly string[];
  readonly next: string | null;
}

/** The report of `onerun bound`: the claim's verdict first, then what was proved, then what it rests on. */
export function boundText(report: BoundResult): string {
  const { warning, verdict, tests, seen, lead, results, rests, next } = boundWords(report);
  const sections = [
    warning,
    verdict,
    draw(tests),
    `Seen: ${seen}`,
    lead,
    draw(results),
    ['What this rests on', ...rests.map((line) => `  ${line}`)].join('\n'),
    next === null ? null : `Next: ${next}`,
  ];
  return `${sections.filter((section) => section !== null).join('\n\n')}\n`;
}

export function boundWords(report: BoundResult): BoundWords {
  const { verdict } = report;
  return {
    warning: warningOf(report),
    verdict: verdict === undefined ? null : claimSentence(verdict),
    tests: verdict === undefined ? null : testRows(verdict),
    seen: seen(report.observation),
    ...proved(report),
    rests: assumptions(report),
    next: next(report),
  };
}

function warningOf({ reversed, verdict }: BoundResult): string | null {
  if (verdict !== undefined && !verdict.refutable)
    return `This design could not have refuted ${verdict.claim}: with every guess right it would still pass. Use more canaries or guesses.`;
  if (reversed === null) return null;
  return `Far fewer guesses are right than blind guessing gets (probability ${value(reversed, 2)}): the guesses seem to point the other way, and no test here can see that. Counted the other way round it is a second test, to be made at half of tau.`;
}

function draw(rows: Rows | null): string | null {
  return rows === null ? null : table(rows.columns, rows.rows);
}

function claimSentence({ claim, claimEpsilon, delta, refuted, tau }: ClaimVerdict): string {
  const at = confidence(tau);
  const allowed = `It allows ${claimEpsilon === Infinity ? 'any epsilon' : `epsilon ${value(claimEpsilon)}`} at delta ${value(delta)}`;
  return refuted
    ? `REFUTED: ${claim} does not hold, at ${at} confidence. ${allowed}; the whole curve was tested, and an epsilon below is a weaker statement on its own, which may be smaller.`
    : `Not refuted: the counts are consistent with ${claim} at ${at} confidence. That does not prove the claim. ${allowed}.`;
}

function testRows({ tau, tests }: ClaimVerdict): Rows {
  const rows = tests.map((test) => [
    test.method,
    pValue(test.pValue),
    test.refuted ? 'refuted' : 'not refuted',
  ]);
  const columns = [
    { title: 'method' },
    { title: 'p-value', align: 'right' as const },
    { title: `at ${confidence(tau)}` },
  ];
  return { columns, rows };
}

function seen({ m, k, guesses, correct }: Observation): string {
  const blind = `${count(Math.round(guesses / k))} (${percent(1 / k)})`;
  const right = guesses === 0 ? '' : ` (${percent(correct / guesses)})`;
  const what = k === 2 ? `${count(m)} canaries` : `${count(m)} buckets of ${count(k)} candidates`;
  return `${what}, ${count(guesses)} guesses, ${count(correct)} right${right}. Blind guessing gets about ${blind} right.`;
}

function proved({ results, tau }: BoundResult): Pick<BoundWords, 'lead' | 'results'> {
  if (results.length === 0) return { lead: null, results: null };
  const lead = results.some((row) => row.epsilon > 0)
    ? `Proved at ${confidence(tau)} confidence: epsilon is at least`
    : `Nothing was proved at ${confidence(tau)} confidence: these counts do not rule out perfect privacy.`;
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
  return { lead, results: { columns, rows } };
}

function assumptions({ observation, results, notes }: BoundResult): string[] {
  const lines: string[] = [];
  if (results.some((row) => row.assumption === 'worst-case'))
    lines.push('worst-case: holds for every mechanism.');
  if (results.some((row) => row.assumption === 'model-based'))
    lines.push(
      'model-based: a statement about the named family; a mechanism outside it can have a smaller epsilon.',
    );
  lines.push(
    'The number of guesses was fixed before the scores were seen, and who is in was decided by fair, independent draws.',
  );
  lines.push(
    observation.k === 2
      ? 'A curve is taken as that of the neighbours this game compares: a canary in against the same canary out (add-remove).'
      : 'A curve is taken as that of the neighbours this game compares: one candidate against another (replace).',
  );
  return [...lines, ...notes.map((note) => `Note: ${note}.`)];
}

function next({ results, verdict }: BoundResult): string | null {
  if (verdict?.refuted)
    return 'look for too little noise, a missing clip or a wrong sampling rate; then audit again with fresh coins.';
  if (results.length > 0 && results.every((row) => row.epsilon === 0))
    return 'plant more canaries, or guess fewer of them and only the surest; fix the number before the next run.';
  return null;
}
