"""The ratio with the noise that a step shows, searched downwards: the twin of `onerun_audit.dirac.fitted`, without jit.

x is the released coordinate less what the other records sum to, in units of the clip norm.
"""

import math
from collections.abc import Sequence

import numpy

from onerun_audit.dirac.ratio import LEAST_TO_FIT, MOST_IN_A_STEP, NATS_TO_DISBELIEVE, log_ratio

# Noise is fitted on a grid of this ratio, down to this share of the claimed noise.
GRID_RATIO, LEAST_SHARE = 2.0**0.25, 1e-6

# So many deviations in a row, an octave, must be no better before the search for a better one ends.
PATIENCE = 4


def fitted_ratio(x: numpy.ndarray, noise: float, rate: float, groups: Sequence[numpy.ndarray]) -> numpy.ndarray:
    """The same with the noise that the canaries of each group show in this step, where that is less than claimed."""
    ratio = numpy.zeros_like(x)
    for group in groups:
        part = x[group]
        found = fitted_noise(part, noise, rate) if len(part) >= LEAST_TO_FIT else noise
        ratio[group] = log_ratio(numpy, part, found, rate).clip(-MOST_IN_A_STEP, MOST_IN_A_STEP)
    return ratio


def fitted_noise(x: numpy.ndarray, noise: float, rate: float) -> float:
    """The deviation at most `noise` that makes x likeliest, each being around 1 with chance rate / 2 and else around 0.

    Half of the canaries are in, and of those a share of `rate` is sampled. Deviations are tried downwards from the
    claimed one, until PATIENCE of them in a row are no better than the best before.
    """
    squares = float(x @ x)
    likeliest = log_likelihood(x, squares, noise, rate / 2)
    best, highest = noise, likeliest + NATS_TO_DISBELIEVE
    tried_in_vain, deviation = 0, noise / GRID_RATIO
    while tried_in_vain < PATIENCE and deviation >= noise * LEAST_SHARE:
        likelihood = log_likelihood(x, squares, deviation, rate / 2)
        tried_in_vain = 0 if likelihood > likeliest else tried_in_vain + 1
        likeliest = max(likeliest, likelihood)
        if likelihood > highest:
            best, highest = deviation, likelihood
        deviation /= GRID_RATIO
    return best


def log_likelihood(x: numpy.ndarray, squares: float, deviation: float, chance: float) -> float:
    """Of independent x, each normal around 1 with this chance and else around 0, but for a constant.

    `squares` is the sum of the squares of x.
    """
    mixed = float(log_ratio(numpy, x, deviation, chance).sum())
    return mixed - squares / (2 * deviation**2) - len(x) * math.log(deviation)
