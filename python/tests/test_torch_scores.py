"""The scores against naive ones, and the noise that is fitted."""

import math

import numpy
import pytest

from onerun_audit.dirac.ratio import MOST_IN_A_STEP, log_ratio
from onerun_audit.torch.scores import GRID_RATIO, LEAST_SHARE, fitted_noise, fitted_ratio


def naive_likelihood(x: numpy.ndarray, s: float, chance: float) -> float:
    with numpy.errstate(divide="ignore"):
        out = numpy.log(1 - chance) - x**2 / (2 * s * s)
    inside = numpy.log(chance) - (x - 1) ** 2 / (2 * s * s)
    return float((numpy.logaddexp(out, inside) - numpy.log(s)).sum())


def naive_noise(x: numpy.ndarray, noise: float, rate: float) -> float:
    """The best of the whole grid."""
    count = 1 + math.floor(math.log(1 / LEAST_SHARE, GRID_RATIO))
    grid = [noise * GRID_RATIO**-k for k in range(count)]
    found = [naive_likelihood(x, s, rate / 2) for s in grid]
    best = int(numpy.argmax(found))
    return grid[best] if found[best] > found[0] + 3 else noise


@pytest.mark.parametrize("rate", [0.001, 0.05, 0.5, 1.0])
@pytest.mark.parametrize("share", [1.0, 0.8, 0.5, 0.1, 1e-3, 0.0])
@pytest.mark.parametrize("noise", [0.5, 1.0, 8.0])
def test_the_fitted_noise_is_the_best_of_the_grid(rate: float, share: float, noise: float) -> None:
    random = numpy.random.default_rng([int(1000 * rate), int(1000 * share), int(10 * noise)])
    for canaries in (25, 300):
        sampled = (random.random(canaries) < 0.5) & (random.random(canaries) < rate)
        x = sampled + share * noise * random.normal(size=canaries) + 1e-7 * random.normal(size=canaries)
        found = fitted_noise(x, noise, rate)
        assert math.isclose(found, naive_noise(x, noise, rate), rel_tol=1e-9)
        if canaries == 300 and share >= 1e-3:
            assert 0.75 < found / (share * noise) < 1.3


def test_more_noise_than_claimed_is_not_fitted() -> None:
    x = 5 * numpy.random.default_rng(1).normal(size=300)
    assert fitted_noise(x, 1.0, 0.05) == 1.0


@pytest.mark.parametrize("rate", [0.01, 0.5, 1.0])
def test_the_ratio_is_that_of_the_densities(rate: float) -> None:
    x = numpy.linspace(-5, 5, 101)
    density = lambda centre: numpy.exp(-((x - centre) ** 2) / (2 * 0.7**2))  # noqa: E731
    naive = numpy.log(((1 - rate) * density(0) + rate * density(1)) / density(0))
    assert abs(log_ratio(numpy, x, 0.7, rate) - naive).max() < 1e-12
    assert numpy.isfinite(log_ratio(numpy, numpy.array([-1e6, 0.5, 1e6]), 1e-6, rate)).all()


def test_a_step_without_noise_gives_the_sampled_away_and_counts_for_no_more_than_its_limit() -> None:
    x = numpy.zeros(100)
    x[:3] = 1.0
    ratio = fitted_ratio(x, 1.0, 0.05, [numpy.arange(100)])
    assert ratio[:3].tolist() == [MOST_IN_A_STEP] * 3
    assert numpy.allclose(ratio[3:], math.log(0.95))


def test_groups_have_noise_of_their_own() -> None:
    random = numpy.random.default_rng(3)
    x = numpy.concatenate([random.normal(size=50), numpy.zeros(50)])
    x[60] = 1.0
    ratio = fitted_ratio(x, 1.0, 0.05, [numpy.arange(50), numpy.arange(50, 100)])
    assert ratio[60] == MOST_IN_A_STEP
    assert numpy.allclose(ratio[:50], log_ratio(numpy, x[:50], 1.0, 0.05))


def test_few_canaries_are_scored_with_the_claimed_noise() -> None:
    x = numpy.zeros(5)
    assert numpy.array_equal(fitted_ratio(x, 1.0, 0.05, [numpy.arange(5)]), log_ratio(numpy, x, 1.0, 0.05))
