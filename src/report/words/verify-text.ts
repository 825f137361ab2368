import type { Observation } from '../../types.ts';
import { gameSize } from './counts.ts';
import { formatCount, formatNumber } from './format.ts';

/** The report of `onerun verify`. */
export function verifyText({
  claim,
  observation: { m, k, guesses, correct },
  bound,
  tangents,
}: {
  readonly claim: string;
  readonly observation: Observation;
  readonly bound: number;
  readonly tangents: number;
}): string {
  return `Valid: whatever mechanism has the curve of ${claim}, and whatever the attack, ${formatCount(correct)} or more of ${formatCount(guesses)} guesses on ${gameSize(m, k)} are right with probability at most ${formatNumber(bound, 6)}.

Checked without a solver: ${formatCount(tangents)} tangents lie above the curve, no weight is negative, and the weights add up to the bound, every sum rounded up.
Not checked: that the counts were seen in an honest game. The probability is worst-case, over all mechanisms with this curve.
`;
}
