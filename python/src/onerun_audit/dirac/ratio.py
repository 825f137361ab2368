"""What a step says of a canary, for any array library that looks like NumPy (`xp`).

x is the released coordinate less what the other records sum to, in units of the clip norm.
"""

from typing import Any

SCORES = ("likelihood_ratio", "fitted_ratio", "sum")

# Which end of the scores is guessed: the top as in, the bottom as out.
SIDES = ("in", "out", "both")

# e to this fits single precision. From there on the logarithm is a straight line, to the last digit.
LARGEST_EXPONENT = 80.0

# Fewer canaries than this tell too little of the noise.
LEAST_TO_FIT = 20

# One step of the fitted ratio counts for at most this: more than all honest steps together usually have.
MOST_IN_A_STEP = 50.0

# The claimed noise is believed unless another deviation makes the step likelier by e to this.
NATS_TO_DISBELIEVE = 3.0


def log_ratio(xp: Any, x: Any, noise: Any, rate: float) -> Any:
    """ln(1 - q + q e^((x - 1/2) / noise^2)): how much likelier x is if the canary is in and sampled at rate q."""
    exponent = (x - 0.5) / noise**2
    if rate == 1:
        return exponent
    curved = xp.log1p(rate * xp.expm1(xp.clip(exponent, None, LARGEST_EXPONENT)))
    return curved + xp.clip(exponent - LARGEST_EXPONENT, 0.0, None)
