import { InvalidInput } from '../errors.ts';
import { exp, ln, logBinomialTail } from '../numerics/index.ts';
import type { Scores } from '../types.ts';
import type { AuditCheck } from './result.ts';

/** Below this probability coins are not fair, and the theorem says nothing. */
const UNFAIR = 1e-6;

/** ln of twice the smaller tail of seeing x of n, each with probability p. */
function logTwoSided(n: number, p: number, x: number): number {
  const tail = Math.min(logBinomialTail(n, p, x), logBinomialTail(n, 1 - p, n - x, p));
  return Math.min(0, Math.LN2 + tail);
}

/** How often each option went in. */
function counts(scores: Scores): number[] {
  if (scores.kind === 'membership') {
    const inside = scores.included.reduce((sum, bit) => sum + bit, 0);
    return [scores.included.length - inside, inside];
  }
  const found = new Array<number>(scores.k).fill(0);
  for (const option of scores.truth) found[option]++;
  return found;
}

/**
 * Whether fair, independent draws decided who is in. What fair coins do not produce voids the theorem: then there is
 * no verdict, whatever the counts say.
 */
export function checkFairness(name: string, scores: Scores): AuditCheck {
  const seen = counts(scores);
  const m = seen.reduce((a, b) => a + b, 0);
  const p = 1 / seen.length;
  if (scores.kind === 'membership') {
    const [outside, inside] = seen;
    if (inside === 0 || outside === 0)
      throw new InvalidInput(
        `no verdict on ${name}; all ${m} canaries are ${inside === 0 ? 'out' : 'in'}, and an audit compares canaries that are in with canaries that are out`,
      );
  }
  // The union bound over options: for membership both say the same.
  const worst = Math.min(...seen.map((count) => logTwoSided(m, p, count)));
  const log = scores.kind === 'membership' ? worst : Math.min(0, worst + ln(seen.length));
  const what =
    scores.kind === 'membership'
      ? `${seen[1]} of ${m} canaries are in`
      : `${m} draws over ${seen.length} candidates`;
  if (log < ln(UNFAIR))
    throw new InvalidInput(
      `no verdict on ${name}; ${what}, which fair draws do not produce (probability ${exp(log).toExponential(1)}), so the theorem behind the audit does not apply`,
    );
  return {
    name: 'fair draws',
    passed: true,
    message: `${what}: fair draws do that (p = ${Number(exp(log).toPrecision(2))})`,
  };
}
