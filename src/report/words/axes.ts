import { formatNumber } from './format.ts';

/** What axes are called, in every plot of reports and of the page. */
export const AXIS = {
  score: 'score',
  confidence: 'confidence of the guess',
  canaries: 'canaries',
  candidates: 'candidates per bucket',
  guesses: 'guesses',
  right: 'right guesses',
  rightShare: 'share of guesses that are right',
  alpha: 'false positives (alpha)',
  beta: 'false negatives (beta)',
  truePositives: 'true positives (1 − beta)',
  epsilon: 'epsilon',
  claimedEpsilon: 'claimed epsilon',
  delta: 'delta',
  power: 'probability of a refutation',
  missing: 'claimed noise that is missing',
  evidence: 'evidence against the claim',
  runs: 'runs',
  steps: 'steps of the ledger',
  rounds: 'rounds',
} as const;

export type AxisName = (typeof AXIS)[keyof typeof AXIS];

/** A name with what a reader needs to know of the axis: its scale, and the delta of an epsilon. */
export function axisLabel(
  name: AxisName,
  { log = false, delta = null }: { readonly log?: boolean; readonly delta?: number | null } = {},
): string {
  return `${name}${delta === null ? '' : ` at delta ${formatNumber(delta)}`}${log ? ' (log scale)' : ''}`;
}
