"""Results say in words what they are, and keep to what they rest on."""

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import onerun_audit as onerun
import pytest
from onerun_audit.record import read_record
from onerun_audit.results import AuditResult, Worded

CLAIM = "gaussian(sigma=1)"


@pytest.fixture(scope="module")
def result(started: list[str], half_noise: Any) -> AuditResult:
    return onerun.audit(*half_noise, claim=CLAIM)


def test_the_epsilon_is_the_worst_cases_never_a_models(result: AuditResult) -> None:
    worst = [row.epsilon for row in result.results if row.assumption == "worst-case"]
    modelled = [row.epsilon for row in result.results if row.assumption == "model-based"]
    assert result.epsilon == max(worst) < max(modelled) == result.proved("gaussian").epsilon
    assert result.proved().assumption == "worst-case" and result.proved("dpsgd") is None
    assert result.p_value == min(test.p_value for test in result.tests) <= 0.05


def test_without_a_worst_case_family_there_is_no_epsilon(started: list[str], half_noise: Any) -> None:
    result = onerun.audit(*half_noise, family="gaussian")
    assert result.epsilon is None and result.refuted is None and result.p_value is None
    assert result.proved("gaussian").epsilon > 4


def test_a_p_value_pays_for_several_numbers_of_guesses(started: list[str], half_noise: Any) -> None:
    several = onerun.audit(*half_noise, claim=CLAIM, guesses=[100, 200, 400])
    assert several.tau_each == pytest.approx(0.05 / 3)
    assert several.p_value == pytest.approx(3 * min(test.p_value for test in several.tests))


def test_results_are_frozen(result: AuditResult) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.refuted = False  # type: ignore[misc]
    assert isinstance(hash(result), int)


def test_words_come_before_numbers(result: AuditResult) -> None:
    lines = repr(result).splitlines()
    assert lines[0].startswith(f"REFUTED: {CLAIM} does not hold (95% confidence, p = ")
    assert lines[-1].startswith("Next: ")
    assert "To repeat or check it" in str(result) and str(result) == result.text
    assert json.loads(result.json()) == result.to_dict()


def test_notebooks_show_escaped_words(result: AuditResult) -> None:
    odd = dataclasses.replace(result, text="<script>", screen="<b>\n\n&")
    shown = odd._repr_html_()
    assert "<script>" not in shown and "<b>" not in shown and "&lt;script&gt;" in shown
    assert "color" not in result._repr_html_() and "<details>" in result._repr_html_()


def test_pages_replace_a_file_by_force_alone(result: AuditResult, folder: Path) -> None:
    result.html("report.html")
    page = Path("report.html").read_text()
    assert "<svg" in page and "REFUTED" in page and "onerun_audit.audit(scores, included" in page
    with pytest.raises(onerun.InvalidInput, match="report.html exists"):
        result.html("report.html")
    result.html(Path("report.html"), force=True)
    Path("notes.html").write_text("mine")
    with pytest.raises(onerun.InvalidInput, match="notes.html"):
        result.html("notes.html")
    assert Path("notes.html").read_text() == "mine"
    result.html("notes.html", force=True)
    with pytest.raises(onerun.InvalidInput, match="no-such-folder"):
        result.html("no-such-folder/report.html")


def test_the_page_is_that_of_the_command_line(started: list[str], half_noise: Any, folder: Path) -> None:
    result = onerun.audit(*half_noise, claim=CLAIM, report="with.html")
    result.html("after.html")

    def undated(name: str) -> list[str]:
        # What the call was named, and when the page was made.
        lines = Path(name).read_text().splitlines()
        named = ("Made by onerun", "onerun_audit.audit(", "Run on ")
        return [line for line in lines if not any(each in line for each in named)]

    assert undated("with.html") == undated("after.html")


def test_other_results_have_pages_of_words(started: list[str], folder: Path) -> None:
    for i, found in enumerate([onerun.bound(1000, 90, guesses=100), onerun.curve(CLAIM)]):
        assert repr(found) and not repr(found).startswith(" ")
        found.html(f"{i}.html")
        assert 'content="onerun 0' in Path(f"{i}.html").read_text()
        Path("mine").write_text("mine")
        with pytest.raises(onerun.InvalidInput, match="mine"):
            found.html("mine")


def test_a_large_audit_says_that_its_page_does_not_picture_the_scores(started: list[str], folder: Path) -> None:
    rng = np.random.default_rng(0)
    included = rng.integers(0, 2, 100_001)
    result = onerun.audit(included + rng.normal(size=100_001), included, claim=CLAIM, method="paper")
    with pytest.warns(onerun.OnerunWarning, match="does not picture the scores"):
        result.html("report.html")
    page = Path("report.html").read_text()
    assert "All bounds beside the claim" in page and "Errors of the attack" not in page


def test_infinite_numbers_come_and_go(result: AuditResult) -> None:
    data = result.to_dict()
    data["results"][0]["epsilon"] = None
    data["claimEpsilon"] = None
    found = read_record(AuditResult, data)
    assert found.results[0].epsilon == math.inf and found.claim_epsilon == math.inf and found.to_dict() == data


def test_the_first_screen_is_shown_and_where_there_is_none_the_text() -> None:
    found = Worded(text="A promise.\n\nMore.\n", screen="A promise.\n\n  delta  epsilon\n   1e-5        4\n")
    assert repr(found) == "A promise.\n\n  delta  epsilon\n   1e-5        4"
    assert "<pre>  delta  epsilon\n   1e-5        4</pre><details>" in found._repr_html_()
    assert repr(Worded(text="A promise.\n")) == "A promise."
