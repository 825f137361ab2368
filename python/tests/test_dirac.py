import math

import numpy
import pytest

from onerun_audit import InvalidInput
from onerun_audit.dirac.design import checked_design
from onerun_audit.dirac.fitted import SHARES, fitted_ratio, groups_of
from onerun_audit.dirac.ratio import log_ratio
from onerun_audit.dirac.sums import add_compensated, rate_words, two_sum
from onerun_audit.torch.scores import fitted_ratio as searched_ratio

GOOD = {"clip": 1.0, "noise": 2.0, "rate": 0.1, "steps": 200, "audited": "sum", "sides": "in"}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"clip": 0}, "invalid clip; must be a positive number: 0"),
        ({"noise": math.inf}, "invalid noise; must be a positive number: inf"),
        ({"noise": math.nan}, "invalid noise; must be a positive number: nan"),
        ({"rate": 3}, "invalid rate; must be in (0, 1]: 3"),
        ({"rate": 0}, "invalid rate; must be in (0, 1]: 0"),
        ({"steps": 2.5}, "invalid steps; must be a positive whole number: 2.5"),
        ({"audited": "max"}, "unknown score; must be one of likelihood_ratio, fitted_ratio, sum: max"),
        ({"sides": "top"}, "unknown sides; must be one of in, out, both: top"),
    ],
)
def test_a_design_that_cannot_be_is_refused_in_a_sentence(changed, message):
    with pytest.raises(InvalidInput) as refused:
        checked_design(**{**GOOD, **changed})
    assert str(refused.value) == message


def test_a_design_states_its_claim():
    design = checked_design(**GOOD)
    assert design.claim == "dpsgd(noise=2.0, rate=0.1, steps=200)"
    assert design.families(1e-6) == ["approx-dp(delta=1e-06)", "gaussian", "dpsgd(rate=0.1, steps=200)"]


@pytest.mark.parametrize("dtype", [numpy.float32, numpy.float64])
@pytest.mark.parametrize("rate", [0.001, 0.3, 0.999, 1])
def test_the_log_ratio_is_that_of_the_densities(dtype, rate):
    noise = 0.7
    for x in [-4.0, -0.3, 0.0, 0.5, 1.0, 6.0]:
        density = lambda mean: math.exp(-(((x - mean) / noise) ** 2) / 2)
        naive = math.log(((1 - rate) * density(0) + rate * density(1)) / density(0))
        found = log_ratio(numpy, numpy.asarray([x], dtype), noise, rate)
        assert found.dtype == dtype
        assert found[0] == pytest.approx(naive, rel=1e-5 if dtype == numpy.float32 else 1e-12, abs=1e-7)


@pytest.mark.parametrize("dtype", [numpy.float32, numpy.float64])
def test_the_log_ratio_of_far_coordinates_is_finite_and_rises(dtype):
    x = numpy.asarray([-1e6, 79.0, 80.0, 80.6, 81.0, 500.0, 1e6], dtype)
    found = log_ratio(numpy, x, 1.0, 0.01)
    assert numpy.isfinite(found).all()
    assert (numpy.diff(found) > 0).all()
    assert found[-2] == pytest.approx(499.5 + math.log(0.01), rel=1e-6)


def test_two_numbers_hold_a_sum_exactly():
    random = numpy.random.default_rng(1)
    a, b = (random.normal(size=1000).astype(numpy.float32) * 10.0 ** random.integers(-6, 6, 1000) for _ in "ab")
    a, b = a.astype(numpy.float32), b.astype(numpy.float32)
    total, error = two_sum(a, b)
    assert total.dtype == error.dtype == numpy.float32
    # Exact rational sums of doubles that hold both.
    for i in range(len(a)):
        assert math.fsum([float(a[i]), float(b[i])]) == math.fsum([float(total[i]), float(error[i])])


def test_long_sums_in_single_precision_stay_as_good_as_in_double():
    random = numpy.random.default_rng(2)
    # One column is constant: its rounding errors all have one sign.
    steps = random.normal(0.05, 1, (20_000, 10)).astype(numpy.float32)
    steps[:, 0] = 1.8720253
    zero = numpy.zeros(10, numpy.float32)
    kept, plain = (zero, zero), zero
    for x in steps:
        kept, plain = add_compensated(kept, x), plain + x
    truth = steps.astype(numpy.float64).sum(0)
    found = kept[0].astype(numpy.float64) + kept[1]
    assert numpy.abs(found - truth).max() < 1e-6 < 1e-2 < numpy.abs(plain - truth).max()


@pytest.mark.parametrize("rate", [0.5, 0.1, 1e-3, 4096 / 50000, 1 - 2**-53, 1e-12])
def test_a_sampling_rate_in_words_never_exceeds_the_rate(rate):
    high, low = rate_words(rate)
    assert 0 <= high < 2**32 and 0 <= low < 2**32
    assert 0 <= rate * 2.0**64 - (high * 2**32 + low) < 1


def sums_by_group(group, groups):
    def sums(rows):
        totals = numpy.zeros((groups, *rows.shape[1:]), rows.dtype)
        numpy.add.at(totals, group, rows)
        return totals

    return sums


def naive_fitted_ratio(x, noise, rate):
    """For one group, a deviation and a canary at a time."""
    chance = rate / 2
    best, highest = noise, -math.inf
    for share in SHARES:
        deviation = noise * share
        likelihood = 0.0
        for value in x:
            exponents = [-((value / deviation) ** 2) / 2, -(((value - 1) / deviation) ** 2) / 2]
            top = max(exponents)
            mixed = (1 - chance) * math.exp(exponents[0] - top) + chance * math.exp(exponents[1] - top)
            likelihood += top + math.log(mixed) - math.log(deviation)
        likelihood -= 3 if share < 1 else 0
        if likelihood > highest:
            best, highest = deviation, likelihood
    return best, numpy.clip(log_ratio(numpy, x, best, rate), -50, 50)


@pytest.mark.parametrize("dtype", [numpy.float32, numpy.float64])
@pytest.mark.parametrize(("rate", "share"), [(0.1, 1), (0.1, 0.5), (0.4, 0.1), (0.1, 1e-4), (1, 0.7)])
def test_the_fitted_ratio_is_that_of_a_loop_over_deviations(dtype, rate, share):
    random = numpy.random.default_rng(5)
    x = (random.random(60) < rate / 2) + share * 1.5 * random.normal(size=60)
    deviation, naive = naive_fitted_ratio(x, 1.5, rate)
    assert deviation == 1.5 if share == 1 else deviation < 1.5
    group = numpy.zeros(60, int)
    found = fitted_ratio(numpy, x.astype(dtype), 1.5, rate, group, sums_by_group(group, 1))
    assert found.dtype == dtype
    numpy.testing.assert_allclose(found, naive, rtol=1e-9 if dtype == numpy.float64 else 2e-3, atol=1e-5)


def test_noise_is_fitted_leaf_by_leaf_and_in_small_leaves_together():
    leaf = numpy.repeat([0, 1, 2, 3], [30, 5, 40, 19])
    group = groups_of(leaf, numpy.asarray([30, 5, 40, 19]), numpy)
    assert sorted(set(zip(leaf.tolist(), group.tolist()))) == [(0, 0), (1, 4), (2, 2), (3, 4)]
    random = numpy.random.default_rng(6)
    x = random.normal(size=94) * numpy.where(leaf == 2, 0.01, 1.0)
    found = fitted_ratio(numpy, x, 1.0, 0.2, group, sums_by_group(group, 5))
    numpy.testing.assert_allclose(found[leaf != 2], log_ratio(numpy, x[leaf != 2], 1.0, 0.2))
    numpy.testing.assert_allclose(found[leaf == 2], naive_fitted_ratio(x[leaf == 2], 1.0, 0.2)[1])
    # Of fewer than twenty canaries nothing is fitted.
    few = fitted_ratio(numpy, x[:19] * 0.01, 1.0, 0.2, group[:19], sums_by_group(group[:19], 5))
    numpy.testing.assert_allclose(few, log_ratio(numpy, x[:19] * 0.01, 1.0, 0.2))


@pytest.mark.parametrize("share", [1, 0.8, 0.5, 0.1, 1e-3, 0])
def test_the_search_downwards_finds_what_the_whole_grid_does(share):
    random = numpy.random.default_rng(7)
    for rate in (0.05, 0.3, 1):
        x = (random.random(200) < rate / 2) + share * random.normal(size=200)
        group = numpy.zeros(200, int)
        whole = fitted_ratio(numpy, x, 1.0, rate, group, sums_by_group(group, 1))
        numpy.testing.assert_allclose(searched_ratio(x, 1.0, rate, [numpy.arange(200)]), whole, rtol=1e-9)
