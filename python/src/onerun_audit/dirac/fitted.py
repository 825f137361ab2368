"""The log-likelihood ratio with the noise that a step shows, where that is less than claimed.

The ratio of the claimed noise misses steps or tensors without noise: there, a canary that is in moves its score by
little beside what honest steps do. With the noise fitted, such a step decides. The fit looks at what was released
and at no coin.
"""

from collections.abc import Callable
from typing import Any

import numpy

from onerun_audit.dirac.ratio import LEAST_TO_FIT, MOST_IN_A_STEP, NATS_TO_DISBELIEVE, log_ratio

# Shares of the claimed noise that are tried: four for each octave, down to 1e-6.
SHARES = 2.0 ** -(numpy.arange(81) / 4)


def fitted_ratio(
    xp: Any, x: Any, noise: float, rate: float, group: Any, sums_by_group: Callable[[Any], Any]
) -> Any:
    """Each canary's log-likelihood ratio in this step, with the noise of its group.

    `group` is the group of each canary. `sums_by_group` takes a row for each canary and gives the sums of the rows of
    each group. The deviation of a group is the one that makes its coordinates likeliest, each of them being around 1
    with chance rate / 2 and else around 0: half of the canaries are in, and of those a share of `rate` is sampled.
    """
    deviations = xp.asarray(noise * SHARES, x.dtype)
    likelihoods = sums_by_group(_log_density(xp, x[:, None], deviations, rate / 2))
    counts = sums_by_group(xp.ones_like(x))
    doubt = xp.asarray(numpy.where(SHARES < 1, NATS_TO_DISBELIEVE, 0.0), x.dtype)
    best = xp.where(counts >= LEAST_TO_FIT, xp.argmax(likelihoods - doubt, axis=-1), 0)
    return xp.clip(log_ratio(xp, x, deviations[best[group]], rate), -MOST_IN_A_STEP, MOST_IN_A_STEP)


def _log_density(xp: Any, x: Any, deviation: Any, chance: float) -> Any:
    """Of a normal around 1 with this chance and else around 0, but for a constant; stable in single precision."""
    around_0 = numpy.log1p(-chance) - (x / deviation) ** 2 / 2
    around_1 = numpy.log(chance) - ((x - 1) / deviation) ** 2 / 2
    return xp.logaddexp(around_0, around_1) - xp.log(deviation)


def groups_of(leaf: Any, counts: Any, xp: Any) -> Any:
    """Canaries are fitted with those of the same leaf; those of leaves with few canaries, all together.

    `leaf` is the number of each canary's leaf, `counts` the canaries of each leaf.
    """
    return xp.where(counts[leaf] >= LEAST_TO_FIT, leaf, len(counts))
