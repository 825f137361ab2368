"""Evidence over runs against one claim, in a file that grows."""

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from onerun_audit.arrays import ArrayLike
from onerun_audit.inputs import given_scores
from onerun_audit.process import ask, call_of, flags, limit_words, listed, path_text, path_word, typed_options
from onerun_audit.record import read_record
from onerun_audit.results import LedgerReport, Path


class Ledger:
    """A ledger: `Ledger.new(path, claim=..., canaries=...)` begins one, `Ledger(path)` goes on with it.

    `start` each run before it is trained, `add` every one that was made, also one that looks wrong; the outcome is
    valid at every moment. Runs that were not started rest on your word: added in the order in which they were made,
    none chosen after a look.

    >>> import numpy as np
    >>> rng = np.random.default_rng(3)
    >>> ledger = Ledger.new("ledger.jsonl", claim="gaussian(sigma=1)", canaries=1000, method="paper")
    >>> included = rng.integers(0, 2, 1000)
    >>> report = ledger.add(included + 0.5 * rng.normal(size=1000), included)  # half the noise that is claimed
    >>> report.refuted, report.refuted_at
    (True, 1)
    """

    def __init__(self, path: Path) -> None:
        self.path = path_text(path)

    def __repr__(self) -> str:
        return repr(self.show())

    def _repr_html_(self) -> str:
        return self.show()._repr_html_()

    @classmethod
    def new(
        cls,
        path: Path,
        *,
        claim: str,
        canaries: int,
        violation: str | None = None,
        model: str | None = None,
        guesses: int | Sequence[int] | None = None,
        options: int | None = None,
        sides: Literal["in", "out", "both"] | None = None,
        lower_is_in: bool = False,
        score_column: str | None = None,
        method: Literal["optimal", "paper"] | None = None,
        family: str | Sequence[str] | None = None,
        confidence: float | None = None,
        tau: float | None = None,
        delta: float | None = None,
    ) -> "Ledger":
        """Fixes the claim, the guesses and the bets before the first run; a file that exists is never replaced."""
        family = [family] if isinstance(family, str) else family
        typed = typed_options(locals(), "path", guesses=listed(guesses))
        ledger = cls(path)
        ledger._ask("new", [], typed)
        return ledger

    def start(self, commitment: Path) -> LedgerReport:
        """Writes down that a run begins with coins that are committed to: it counts in this order, from then on."""
        return self._ask("start", [], {"commitment": commitment})

    def add(
        self,
        scores: ArrayLike | Path | Sequence[ArrayLike | Path],
        included: ArrayLike | Sequence[ArrayLike] = None,
        *,
        ids: ArrayLike | Sequence[ArrayLike] = None,
        assignment: Path | None = None,
        commitment: Path | None = None,
        new_run: bool = False,
        included_column: str | None = None,
        id_column: str | None = None,
        run_column: str | None = None,
        limit: Mapping[str, float] | None = None,
        report: Path | None = None,
        plot: Path | None = None,
        certificate: Path | None = None,
        force: bool = False,
    ) -> LedgerReport:
        """Adds what runs showed: arrays, score files or run folders, as in `audit`.

        Several in one call that were not started are one step: the evidence is looked at after all of them.
        """
        typed = typed_options(locals(), "scores", "included", "ids", limit=limit_words(limit))
        column = None if isinstance(scores, (str, os.PathLike)) else self._score_column()
        given = given_scores(scores, included, ids=ids, assignment=assignment, column=column)
        return self._ask("add", given.words, typed, given.arrays)

    def show(self, *, expect_head: str | None = None) -> LedgerReport:
        """Where the ledger stands: its evidence, its p-value, the epsilon proved so far, what to expect."""
        return self._ask("show", [], {"expect_head": expect_head})

    def html(self, path: Path, *, force: bool = False) -> None:
        """Writes the report as one HTML page. A file that exists is replaced only with `force`."""
        self._ask("show", [], {"report": path, "force": force})

    @property
    def refuted(self) -> bool:
        """Whether the evidence against the claim ever reached 1 / tau."""
        return self.show().refuted

    @property
    def epsilon(self) -> float | None:
        """The largest epsilon proved so far, whatever the mechanism is."""
        return self.show().epsilon

    def _score_column(self) -> str | None:
        """The name that the ledger's design fixed for scores, which arrays are handed over under."""
        try:
            with open(self.path, encoding="utf-8") as file:
                return json.loads(file.readline()).get("scoreColumn")
        except (OSError, ValueError, AttributeError):
            return None  # The program says what is wrong with the file.

    def _ask(self, verb: str, words: list[str], typed: dict[str, Any], arrays: Any = None) -> LedgerReport:
        call = call_of(f"Ledger({self.path!r}).{verb}", [], typed)
        asked = ["ledger", verb, path_word(self.path), *words, *flags(typed), f"--for-python={call}"]
        document = ask(asked, arrays=arrays).document
        return read_record(LedgerReport, document["data"], text=document["text"], screen=document["screen"])
