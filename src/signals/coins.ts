import { InvalidInput } from '../errors.ts';
import { binomialTail } from '../numerics/index.ts';

/** Coins that agree or differ more often than independent ones do with this probability are refused. */
const TOO_UNLIKELY = 1e-6;

/**
 * Refuses references that were trained with the target's coins: a score that knows who was in those would
 * know who was in the target, and an audit of it would prove nothing. `target` and each of `references` say
 * for every canary whether it was in, or which of `options` candidates was drawn. This is a check alone: no
 * score is made of the target's coins.
 *
 * @example
 * checkReferenceCoins([0, 1, 1, 0, 1, 0], [[1, 1, 0, 0, 1, 1]]);
 */
export function checkReferenceCoins(
  target: ArrayLike<number | boolean>,
  references: readonly ArrayLike<number | boolean>[],
  options = 2,
): void {
  const m = target.length;
  for (const [i, coins] of references.entries()) {
    let agree = 0;
    for (let row = 0; row < m; row++) if (Number(coins[row]) === Number(target[row])) agree++;
    const more = binomialTail(m, 1 / options, agree);
    const fewer = binomialTail(m, 1 - 1 / options, m - agree);
    if (2 * Math.min(more, fewer) < TOO_UNLIKELY)
      throw new InvalidInput(
        `invalid reference ${i}; its coins agree with the target's on ${agree} of ${m} canaries, so that its scores would give those away: references need coins of their own`,
      );
  }
}
