"""The arithmetic of Dirac canaries, for any array library that looks like NumPy (`xp`).

A Dirac canary is an example whose gradient is zero but for one coordinate of its own, where it is the clip norm.
"""

from dataclasses import dataclass
from typing import Any

from onerun.errors import InvalidInput

SCORES = ("likelihood_ratio", "fitted_ratio", "sum")


@dataclass(frozen=True)
class Design:
    """What is claimed and fixed before training: noise in units of the clip norm, sampling rate, steps, the score."""

    clip: float
    noise: float
    rate: float
    steps: int
    audited: str = "likelihood_ratio"

    @property
    def claim(self) -> str:
        """The claim in onerun's grammar.

        >>> Design(clip=1.0, noise=2.5, rate=0.01, steps=1000).claim
        'dpsgd(noise=2.5, rate=0.01, steps=1000)'
        """
        return f"dpsgd(noise={self.noise!r}, rate={self.rate!r}, steps={self.steps})"

    def families(self, delta: float) -> list[str]:
        return [f"approx-dp(delta={delta!r})", "gaussian", f"dpsgd(rate={self.rate!r}, steps={self.steps})"]


def checked_design(*, clip: float, noise: float, rate: float, steps: int, audited: str) -> Design:
    """The design, or the sentence that says what is wrong with it."""
    for name, good, what, value in [
        ("clip", 0 < clip < float("inf"), "a positive number", clip),
        ("noise", 0 < noise < float("inf"), "a positive number", noise),
        ("rate", 0 < rate <= 1, "in (0, 1]", rate),
        ("steps", steps >= 1 and steps % 1 == 0, "a positive whole number", steps),
    ]:
        if not good:
            raise InvalidInput(f"invalid {name}; must be {what}: {value}")
    if audited not in SCORES:
        raise InvalidInput(f"unknown score; must be one of {', '.join(SCORES)}: {audited}")
    return Design(float(clip), float(noise), float(rate), int(steps), audited)


def log_ratio(xp: Any, x: Any, noise: Any, rate: float) -> Any:
    """ln(1 - q + q e^((x - 1/2) / noise^2)): how much likelier x is if the canary is in and sampled at rate q.

    x is the released coordinate less the other records' sum, in units of the clip norm.
    """
    exponent = (x - 0.5) / noise**2
    if rate == 1:
        return exponent
    # e^80 fits single precision. From there on the logarithm is a straight line, to the last digit.
    curved = xp.log1p(rate * xp.expm1(xp.minimum(exponent, 80.0)))
    return curved + xp.maximum(exponent - 80.0, 0.0)


def two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """a + b rounded, and the rounding error, exactly (Knuth): their sum is a + b."""
    total = a + b
    virtual = total - a
    return total, (a - (total - virtual)) + (b - virtual)


def add_compensated(total: tuple[Any, Any], x: Any) -> tuple[Any, Any]:
    """Adds x to a sum that is kept as two numbers: long sums in single precision stay about as good as in double."""
    high, error = two_sum(total[0], x)
    # The second number is kept below the last digit of the first, or its own rounding errors would add up.
    return two_sum(high, total[1] + error)


def rate_words(rate: float) -> tuple[int, int]:
    """A rate below 1 in units of 2^-64, rounded down, as two words of 32 bits: a sampler may not exceed its claim.

    >>> rate_words(0.5)
    (2147483648, 0)
    """
    return divmod(int(rate * 2.0**64), 2**32)
