"""What is added up for each canary, step by step.

x is the released coordinate less what the other records sum to, in units of the clip norm.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy

SCORES = ("likelihood_ratio", "fitted_ratio", "sum")

# From this exponent on, e^exponent is near the largest double and the logarithm is a straight line.
LARGEST_EXPONENT = 700.0

# One step of the fitted ratio counts for at most this: more than all honest steps together usually have.
MOST_IN_A_STEP = 50.0

# Noise is fitted on a grid of this ratio, down to this share of the claimed noise.
GRID_RATIO, LEAST_SHARE = 2.0**0.25, 1e-6

# So many deviations in a row, an octave, must be no better before the search for a better one ends.
PATIENCE = 4

# The claimed noise is believed unless another deviation makes the step likelier by e to this.
NATS_TO_DISBELIEVE = 3.0

# Fewer canaries than this tell too little of the noise.
LEAST_TO_FIT = 20


def log_ratio(library: Any, x: Any, noise: float, rate: float) -> Any:
    """ln(1 - q + q e^((x - 1/2) / noise^2)): how much likelier x is for a canary that is in, sampled at rate q."""
    exponent = (x - 0.5) / noise**2
    if rate == 1:
        return exponent
    curved = library.log1p(rate * library.expm1(library.clip(exponent, None, LARGEST_EXPONENT)))
    return curved + library.clip(exponent - LARGEST_EXPONENT, 0.0, None)


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
