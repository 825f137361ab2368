"""Sums and chances that are exact where it matters, for any array library that looks like NumPy."""

from typing import Any


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
