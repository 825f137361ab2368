"""A test of a mechanism, as a library would have it: pytest python/examples

`release` adds Gaussian noise to a histogram of people, each of whom counts once. The other function has a bug that is
easy to write and hard to see: it takes the variance for the standard deviation.
"""

import numpy as np
import pytest
from onerun_audit.testing import assert_keeps

SIGMA = 0.5
CLAIM = f"gaussian(sigma={SIGMA})"


def release(counts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return counts + rng.normal(scale=SIGMA, size=len(counts))


def release_with_bug(counts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return counts + rng.normal(scale=SIGMA**2, size=len(counts))


def test_the_release_keeps_its_claim() -> None:
    assert_keeps(release, CLAIM, seed=1)


def test_a_variance_taken_for_a_standard_deviation_is_caught() -> None:
    with pytest.raises(AssertionError, match="is refuted: .* guesses right .* p-value"):
        assert_keeps(release_with_bug, CLAIM, seed=1)
