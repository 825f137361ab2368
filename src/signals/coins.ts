import { InvalidInput } from '../errors.ts';
import { binomialTail, exp } from '../numerics/index.ts';

/** Coins that agree or differ more often than independent ones do with this probability are refused. */
const TOO_UNLIKELY = 1e-6;

/**
 * Refuses references that were trained with the target's coins: a score that knows who was in those would
 * know who was in the target, and an audit of it would prove nothing. So would one that knows in how many
 * references a canary was, where each canary was put into exactly half of all models. `target` and each of
 * `references` say for every canary whether it was in, or which of `options` candidates was drawn. This is a
 * check alone: no score is made of the target's coins.
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
  if (chanceOfCounts(target, references, options) < TOO_UNLIKELY)
    throw new InvalidInput(
      "invalid references; in how many of them a canary was gives the target's coins away, as where each canary was put into exactly half of all models: every model needs coins of its own",
    );
}

/**
 * A bound on the probability that fair coins of the target go with, or against, the numbers of references as
 * they do (Hoeffding, 1963). Given the references, each canary adds a number of mean 0 and known range.
 */
function chanceOfCounts(
  target: ArrayLike<number | boolean>,
  references: readonly ArrayLike<number | boolean>[],
  options: number,
): number {
  const m = target.length;
  const counts = Array.from({ length: options }, () => new Float64Array(m));
  for (const coins of references)
    for (let row = 0; row < m; row++) {
      const own = counts[Number(coins[row])];
      if (own !== undefined) own[row]++;
    }
  // What all canaries have in common says nothing: only how they differ does.
  for (const own of counts) {
    const mean = own.reduce((sum, count) => sum + count, 0) / m;
    for (let row = 0; row < m; row++) own[row] -= mean;
  }
  let [sum, ranges] = [0, 0];
  for (let row = 0; row < m; row++) {
    let [mean, least, most] = [0, Infinity, -Infinity];
    for (const own of counts) {
      mean += own[row] / options;
      least = Math.min(least, own[row]);
      most = Math.max(most, own[row]);
    }
    const drawn = counts[Number(target[row])];
    if (drawn === undefined) continue;
    sum += drawn[row] - mean;
    ranges += (most - least) ** 2;
  }
  return ranges === 0 ? 1 : 2 * exp((-2 * sum * sum) / ranges);
}
