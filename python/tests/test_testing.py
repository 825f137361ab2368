"""assert_keeps catches what does not keep its claim, and a sound mechanism fails it at most tau of the time."""

import math
import pickle
import re
from typing import Any

import numpy as np
import onerun
import pytest
from onerun.testing import ClaimRefuted, _design, _play, _words, assert_keeps

CLAIM = "gaussian(sigma=1)"


def noisy_sum(included: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return included + rng.normal(size=len(included))


def half_the_noise(included: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return included + 0.5 * rng.normal(size=len(included))


def test_a_sound_mechanism_passes_with_the_facts(started: list[str]) -> None:
    facts = assert_keeps(noisy_sum, CLAIM, seed=3)
    assert (facts.m, facts.guesses, facts.critical, facts.violation) == (1000, 216, 208, "gaussian(sigma=0.5)")
    assert facts.correct[0] < 208 and facts.p_value > 0.05 and facts.power is not None and facts.power > 0.99
    assert assert_keeps(noisy_sum, CLAIM, seed=3) == facts


def test_a_failure_says_counts_p_value_power_and_how_to_repeat_it(started: list[str]) -> None:
    with pytest.raises(AssertionError) as failure:
        assert_keeps(half_the_noise, CLAIM)
    assert isinstance(failure.value, ClaimRefuted)
    message, facts = str(failure.value), failure.value.facts
    assert f"{facts.correct[0]} of 216 guesses right (1000 canaries), p-value " in message
    assert "would catch gaussian(sigma=0.5) with probability 99.8%" in message
    again = re.search(r"To repeat it: (assert_keeps\(mechanism, .*\)); the outcome", message)
    assert again is not None
    with pytest.raises(ClaimRefuted) as same:
        eval(again[1], {"assert_keeps": assert_keeps, "mechanism": half_the_noise})
    assert same.value.facts == facts
    elsewhere = pickle.loads(pickle.dumps(failure.value))
    assert str(elsewhere) == message and elsewhere.facts == facts


def test_a_sound_mechanism_fails_at_most_tau_of_the_time(started: list[str]) -> None:
    """Over many seeds, by a naive count of right guesses against the critical number of the design."""
    design = _design(_words(CLAIM, 1000, 2))
    games, half = 2000, design["guesses"] // 2
    failed = 0
    for seed in range(games):
        included, scores = _play(noisy_sum, design, seed, 0)
        order = np.argsort(scores)
        failed += included[order[-half:]].sum() + (~included[order[:half]]).sum() >= design["critical"]
    # More failures than this would come up once in a million if tau were the rate of failure.
    assert failed <= 0.05 * games + 5 * math.sqrt(0.05 * 0.95 * games)


def test_the_worst_mechanism_that_keeps_a_claim_fails_about_tau_of_the_time(started: list[str]) -> None:
    """Randomised response, independent from record to record, keeps pure-dp(epsilon=1) and no less."""
    claim = "pure-dp(epsilon=1)"
    design = _design(_words(claim, 200, 2, guesses=200, runs=1))
    games, failed = 4000, 0
    chance = math.e / (1 + math.e)
    rng = np.random.default_rng(0)
    for _ in range(games):
        failed += (rng.random(200) < chance).sum() >= design["critical"]
    assert 0.01 * games < failed <= 0.05 * games + 5 * math.sqrt(0.05 * 0.95 * games)


def test_several_runs_at_a_small_tau(started: list[str]) -> None:
    facts = assert_keeps(noisy_sum, CLAIM, tau=1e-6, seed=1)
    assert facts.runs > 1 and len(facts.correct) == facts.runs
    with pytest.raises(ClaimRefuted, match=f"in {facts.runs} runs"):
        assert_keeps(half_the_noise, CLAIM, tau=1e-6, seed=1)


def test_candidates_of_which_one_is_in(started: list[str]) -> None:
    def release(noise: float) -> Any:
        return lambda truth, rng: np.eye(10)[truth] + noise * rng.normal(size=(len(truth), 10))

    with pytest.warns(onerun.OnerunWarning, match="only"):
        assert assert_keeps(release(1), CLAIM, m=200, k=10, seed=1).k == 10
    with pytest.raises(ClaimRefuted):
        assert_keeps(release(0.2), CLAIM, m=200, k=10, seed=1)


def test_what_would_prove_nothing_is_refused_or_said(started: list[str]) -> None:
    with pytest.raises(onerun.InvalidInput, match="^no verdict; 5 canaries cannot refute"):
        assert_keeps(noisy_sum, "approx-dp(epsilon=8, delta=1e-5)", m=5)
    with pytest.warns(onerun.OnerunWarning, match="would catch gaussian"):
        assert_keeps(noisy_sum, CLAIM, m=80, runs=1, guesses=70, seed=1)
    with pytest.raises(onerun.InvalidInput, match="point the other way"):
        assert_keeps(lambda included, rng: -noisy_sum(included, rng), CLAIM, seed=1)


def test_a_seed_can_be_typed_again(started: list[str]) -> None:
    assert assert_keeps(noisy_sum, CLAIM, seed=np.int64(3)) == assert_keeps(noisy_sum, CLAIM, seed=3)
    for wrong in (np.random.default_rng(1), 1.5, True):
        with pytest.raises(onerun.InvalidInput, match="^invalid seed; must be a whole number or a text: "):
            assert_keeps(noisy_sum, CLAIM, seed=wrong)  # type: ignore[arg-type]


def test_what_is_no_score_is_refused(started: list[str]) -> None:
    for wrong in (lambda i, r: i[:-1], lambda i, r: None, lambda i, r: np.full(1000, np.nan), lambda i, r: 1.0):
        with pytest.raises(onerun.InvalidInput, match="^invalid scores; "):
            assert_keeps(wrong, CLAIM, seed=1)


def test_a_mechanism_that_changes_its_argument_does_not_change_the_truth(started: list[str]) -> None:
    def all_in(included: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        included[:] = True
        return included + rng.normal(size=len(included))

    assert assert_keeps(all_in, CLAIM, seed=1).correct[0] < 150


def test_ties_prove_nothing(started: list[str]) -> None:
    assert assert_keeps(lambda included, rng: np.zeros(1000), CLAIM, seed=1).correct[0] < 150
