"""assert_keeps catches what does not keep its claim, and a sound mechanism fails it at most tau of the time."""

import math
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onerun_audit as onerun
import pytest
from onerun_audit.testing import ClaimRefuted, CouldNotHaveNoticed, _design, _play, _words, assert_keeps, test_outcome

CLAIM = "gaussian(sigma=1)"
GUARANTEE = "approx-dp(epsilon=4.4, delta=1e-5)"


def noisy_sum(included: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return included + rng.normal(size=len(included))


def half_the_noise(included: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return included + 0.5 * rng.normal(size=len(included))


def silent(included: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.zeros(len(included))


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

    asked: Any = {"m": 200, "k": 10, "violation": "gaussian(sigma=0.2)", "seed": 1}
    assert assert_keeps(release(1), CLAIM, **asked).k == 10
    with pytest.raises(ClaimRefuted):
        assert_keeps(release(0.2), CLAIM, **asked)


def test_a_design_that_could_not_have_noticed_fails_before_the_mechanism_runs(started: list[str]) -> None:
    ran = []

    def half(included: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        ran.append(1)
        return half_the_noise(included, rng)

    with pytest.raises(CouldNotHaveNoticed, match="^The design could not have noticed a violation of") as failure:
        assert_keeps(half, GUARANTEE, seed=1)
    assert failure.value.facts is None and not isinstance(failure.value, AssertionError) and ran == []
    message = str(failure.value)
    assert message.endswith("; or let it pass with min_power=0.") and "minPower" not in message
    assert str(pickle.loads(pickle.dumps(failure.value))) == message
    instead = re.search(r"state (gaussian\(sigma=[.\d]+\)), which spends the same budget", message)
    assert instead is not None
    with pytest.raises(ClaimRefuted):
        assert_keeps(half, instead[1], seed=1)


def test_where_no_power_is_asked_for_all_passes_that_is_not_refuted(started: list[str]) -> None:
    facts = assert_keeps(half_the_noise, GUARANTEE, min_power=0, seed=1)
    assert facts.power is not None and facts.power < 0.05 and "min_power=0, seed=1)" in facts.summary
    assert assert_keeps(silent, CLAIM, min_power=0, seed=1).outcome == "could-not-have-noticed"
    with pytest.raises(ClaimRefuted):
        assert_keeps(half_the_noise, CLAIM, min_power=0, seed=1)
    for wrong in (-0.1, 1):
        with pytest.raises(onerun.InvalidInput, match=r"^invalid min_power; must be in \[0, 1\): "):
            assert_keeps(noisy_sum, CLAIM, min_power=wrong)


def test_a_design_that_no_guesses_refute_fails_whatever_power_is_asked_for(started: list[str]) -> None:
    for power in (None, 0):
        with pytest.raises(CouldNotHaveNoticed, match="with 5 canaries not even all guesses right refute it"):
            assert_keeps(noisy_sum, "approx-dp(epsilon=8, delta=1e-5)", m=5, min_power=power)
    assert test_outcome(noisy_sum, "approx-dp(epsilon=8, delta=1e-5)", m=5) == "could-not-have-noticed"


def test_scores_that_could_not_have_noticed_fail(started: list[str]) -> None:
    with pytest.raises(CouldNotHaveNoticed) as failure:
        assert_keeps(silent, CLAIM, seed=1)
    message, facts = str(failure.value), failure.value.facts
    assert message.startswith(f"The scores could not have shown a violation of {CLAIM}: ")
    assert "as by tossing a coin; it stands from 174 on, and the best scores get 187" in message
    assert facts is not None and (facts.outcome, facts.stands_from) == ("could-not-have-noticed", 174)
    with pytest.raises(CouldNotHaveNoticed, match=r"state a tighter claim, such as gaussian\(sigma="):
        assert_keeps(lambda included, rng: included + 3 * rng.normal(size=len(included)), CLAIM, seed=1)


def test_outcomes_are_words(started: list[str]) -> None:
    found = [test_outcome(each, CLAIM, seed=1) for each in (half_the_noise, noisy_sum, silent)]
    assert found == ["refuted", "not-refuted", "could-not-have-noticed"]


def test_pytest_shows_the_sentence_and_no_code_of_ours(started: list[str], folder: Path) -> None:
    Path("test_noise.py").write_text(
        """
from onerun_audit.testing import assert_keeps, test_outcome

def test_half(): assert_keeps(lambda i, rng: i + 0.5 * rng.normal(size=len(i)), "gaussian(sigma=1)", seed=1)

def test_silent(): assert_keeps(lambda i, rng: 0.0 * i, "gaussian(sigma=1)", seed=1)

def test_reversed(): assert_keeps(lambda i, rng: -1.0 * i, "gaussian(sigma=1)", seed=1)
"""
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_noise.py"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert "3 failed" in shown and "__tracebackhide__" not in shown
    assert "onerun_audit/testing.py" not in shown and "onerun_audit/process.py" not in shown
    assert re.search(r"^E +onerun_audit.testing.ClaimRefuted: gaussian\(sigma=1\) is refuted: ", shown, re.M)
    assert re.search(r"^E +onerun_audit.testing.CouldNotHaveNoticed: The scores could not have shown ", shown, re.M)
    assert re.search(r"^E +onerun_audit.errors.InvalidInput: no verdict; the scores seem to point the other way", shown, re.M)


def test_scores_that_point_the_other_way_are_refused(started: list[str]) -> None:
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

    assert assert_keeps(all_in, CLAIM, min_power=0, seed=1).correct[0] < 150
