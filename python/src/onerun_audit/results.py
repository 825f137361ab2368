"""What the verbs return: the program's data, its words, and what follows from them."""

import html
import json
import math
import os
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from onerun_audit.errors import InvalidInput, OnerunWarning
from onerun_audit.process import ask, path_text
from onerun_audit.record import Record
from onerun_audit.records import (
    AuditRecord,
    BoundRecord,
    CalibrationRecord,
    CanariesRecord,
    CurveRecord,
    LargestEpsilon,
    LedgerReportRecord,
    PlanRecord,
    ProvedEpsilon,
    VerifyRecord,
)

Path = str | os.PathLike[str]
_OWN = {"own": True}

#: With more canaries their scores are pictured only by an audit that is asked for a report.
_DRAWN_LATER = 100_000


@dataclass(frozen=True, kw_only=True, repr=False)
class Worded(Record):
    """A result that says in words what it is: `repr` says the most important, `str` all of it."""

    text: str = field(default="", compare=False, metadata=_OWN)
    """The whole report, as the command line prints it with `--details`."""

    screen: str = field(default="", compare=False, metadata=_OWN)
    """What the command line prints without it."""

    @property
    def summary(self) -> tuple[str, ...]:
        """The paragraphs of the first screen."""
        return tuple((self.screen or self.text).strip("\n").split("\n\n"))

    def __repr__(self) -> str:
        return "\n\n".join(self.summary)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        # No colours of its own: what it stands in may be light or dark.
        first, *others = [html.escape(each) for each in self.summary] or [""]
        told = "".join(f"<pre>{each}</pre>" if "\n" in each else f"<p>{each}</p>" for each in others)
        return (
            f"<div><p><strong>{first}</strong></p>{told}<details><summary>The whole report</summary>"
            f'<pre style="white-space: pre-wrap">{html.escape(self.text)}</pre></details></div>'
        )

    def html(self, path: Path, *, force: bool = False) -> None:
        """Writes it as one HTML page. A file that exists is replaced only with `force`."""
        _write_page(path, {"schema": "onerun-words/1", "title": self.summary[0], "text": self.text}, force)


class Proving:
    """What results that prove an epsilon share. Every bound is about the same counts, so the largest holds too."""

    def proved(self, family: str | None = None, *, delta: float | None = None) -> Any:
        """The largest epsilon that was proved: of every mechanism, or of those of a family.

        Without a family it rests on no model of the mechanism (`assumption` is "worst-case"). With one, such as
        "gaussian", it is a statement about that family; a mechanism outside it can have a smaller epsilon. None
        where no such family was searched.
        """
        results: tuple[Any, ...] = self.results  # type: ignore[attr-defined]
        # What rests on independent canaries besides is in `results`, for whoever asks for that.
        rows = [
            row
            for row in results
            if row.assumption != "independent-canaries" and (delta is None or row.delta == delta)
        ]
        rows = [
            row for row in rows if (row.assumption == "worst-case" if family is None else _is_of(row.family, family))
        ]
        return max(rows, key=lambda row: row.epsilon, default=None)


def _worst_case(proved: tuple[LargestEpsilon, ...], delta: float) -> float | None:
    rows = (row for row in proved if row.assumption == "worst-case" and row.delta == delta)
    return next((row.epsilon for row in rows), None)


def _is_of(found: str, family: str) -> bool:
    return found.replace(" ", "") == family.replace(" ", "") or found.split("(")[0] == family


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditResult(Proving, AuditRecord, Worded):
    """What an audit found. `outcome` says what it comes to; `refuted` is None where nothing was claimed.

    An audit that could not have noticed a violation, by its design or by this attack, has the outcome
    "could-not-have-noticed", and `refuted` is False.
    """

    facts: str = field(default="", compare=False, metadata=_OWN)
    """What the page is made of, as the program handed it over."""

    def __post_init__(self) -> None:
        if self.claim is not None and self.claim_epsilon is None:
            object.__setattr__(self, "claim_epsilon", math.inf)

    @property
    def epsilon(self) -> float | None:
        """The largest epsilon that the scores prove at `delta`, whatever the mechanism is.

        It rests on no model (`proved()` says by which method and family); a larger one that holds within a family
        is `proved("gaussian").epsilon`. 0 where nothing is proved, None where no worst-case family was searched.
        """
        return _worst_case(self.proved_, self.delta)

    def html(self, path: Path, *, force: bool = False) -> None:
        """Writes the report as one HTML page, as `onerun audit --report` does.

        A file that exists is replaced only with `force`. The scores are not read again; of more than
        100,000 canaries the page does not picture them, unless `audit(..., report=path)` wrote it.
        """
        if self.game == "membership" and sum(each.rows for each in self.inputs) > _DRAWN_LATER:
            warnings.warn(
                "the page does not picture the scores of more than 100,000 canaries: audit(..., report=path) does",
                OnerunWarning,
                stacklevel=2,
            )
        words = ["report", f"--out={path_text(path)}", *(["--force"] if force else [])]
        ask(words, arrays=self.facts.encode("utf-8"), text=True)


@dataclass(frozen=True, kw_only=True, repr=False)
class BoundResult(Proving, BoundRecord, Worded):
    """What counts prove."""

    @property
    def epsilon(self) -> float | None:
        """The largest epsilon that the counts prove at the delta, whatever the mechanism is: see `proved`.

        `epsilon_about` says whether it is about adding and removing a record or, as with more than two options, about
        exchanging one.
        """
        if isinstance(self.delta, tuple):
            raise InvalidInput("ambiguous epsilon; several deltas were asked for: proved(delta=...) has each")
        return _worst_case(self.proved_, self.delta)

    def proved(self, family: str | None = None, *, delta: float | None = None) -> ProvedEpsilon | None:
        return super().proved(family, delta=delta)


@dataclass(frozen=True, kw_only=True, repr=False)
class Plan(PlanRecord, Worded):
    """A design, fixed before training: `audit(..., plan=plan)` keeps to it. It holds the seed that breaks ties."""

    @property
    def guesses(self) -> int:
        """How many guesses to make."""
        return self.chosen.guesses

    @property
    def power(self) -> float:
        """How likely the design is to catch the violation."""
        return self.chosen.power


@dataclass(frozen=True, kw_only=True, repr=False)
class Curve(CurveRecord, Worded):
    """What a claim says: its trade-off curve, epsilon at deltas, delta at epsilons, and the risk of one record."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Calibration(CalibrationRecord, Worded):
    """The value of a parameter with which a claim keeps a target."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Verified(VerifyRecord, Worded):
    """A certificate that proves what it says, or a commitment that holds."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerReport(Proving, LedgerReportRecord, Worded):
    """Where a ledger stands."""

    @property
    def epsilon(self) -> float | None:
        """The largest epsilon proved so far, whatever the mechanism is: see `proved`."""
        found = self.proved(delta=self.design.delta)
        return None if found is None else found.epsilon


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class DrawnCanaries(CanariesRecord, Worded):
    """Who is in, drawn and committed to. Publish `hash` before training, and keep the rest secret until after it."""

    ids: tuple[str, ...] = field(default=(), metadata=_OWN)
    included: np.ndarray = field(default_factory=lambda: np.zeros(0, bool), metadata=_OWN)
    """Truth values; with more than two options, which candidate of each bucket is in."""
    salt: str = field(default="", metadata=_OWN)


def _write_page(path: Path, page: dict[str, str], force: bool) -> None:
    words = ["report", f"--out={path_text(path)}", *(["--force"] if force else [])]
    ask(words, arrays=json.dumps(page).encode("utf-8"), text=True)
