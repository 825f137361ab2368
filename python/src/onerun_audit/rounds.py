"""Many games in one training, followed live from the table of a plan. Needs no Node.

`onerun plan --rounds ... --out plan.json` fixes the bets: what so many right guesses pay each expert in a round, and
what the same bets cost against each member of the family. Following them takes look-ups, additions and logarithms.
"""

import json
import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from onerun_audit.errors import InvalidInput

#: What is paid is rounded down by so much, as the program does.
_DOWN = 1 - 1e-12


class Rounds:
    """The evidence of rounds against the claim of a plan, valid at every moment.

    `add` takes a round in the order in which rounds began: its scores and coins, its right guesses, or nothing, which
    counts as every bet lost. From `1 / tau` on, at any moment, the claim is refuted.
    """

    def __init__(self, plan: "dict[str, Any] | str | os.PathLike[str]") -> None:
        if not isinstance(plan, dict):
            with open(plan, encoding="utf-8") as file:
                plan = json.load(file)
        if plan.get("schema") != "onerun-rounds-plan/1":
            raise InvalidInput("invalid plan; must be one that onerun plan --rounds wrote")
        self.plan = plan
        experts = plan["experts"]
        self.guesses: list[int] = sorted({expert["game"]["guesses"] for expert in experts})
        self._paid = [np.log(_paid(expert)) for expert in experts]
        self._place = [(expert["score"], self.guesses.index(expert["game"]["guesses"])) for expert in experts]
        self._logs = np.log([expert["weight"] for expert in experts])
        self._prices = np.log([member["prices"] for member in plan["members"]]).reshape(-1, len(experts))
        self._most = np.zeros(len(self._prices))
        self._needed = -math.log(plan["tau"])
        self.count = 0
        self.log_evidence = 0.0
        self.most_log_evidence = 0.0
        self.refuted_at: int | None = None

    @property
    def evidence(self) -> float:
        """The evidence against the claim now."""
        return math.exp(min(self.log_evidence, 709.0))

    def add(self, right: "int | Sequence[Any] | None") -> float:
        """Adds a round of which the right guesses at each of `guesses` are known; None where it has no scores.

        Where canaries have several scores, `right` has the right guesses of each.
        """
        counts = None if right is None else self._counts(right)
        self.count += 1
        for i, (paid, (score, place)) in enumerate(zip(self._paid, self._place)):
            self._logs[i] += paid[0 if counts is None else counts[score][place]]
        self.log_evidence = float(_log_sums(self._logs))
        self.most_log_evidence = max(self.most_log_evidence, self.log_evidence)
        if self.refuted_at is None and self.log_evidence >= self._needed:
            self.refuted_at = self.count
        np.maximum(self._most, _log_sums(self._logs - self.count * self._prices), out=self._most)
        return self.evidence

    def _counts(self, right: "int | Sequence[Any]") -> "list[list[int]]":
        given = [right] if isinstance(right, (int, np.integer)) else list(right)
        scores = self.plan["scores"]
        each = [list(counts) for counts in given] if scores > 1 else [given]
        if len(each) != scores or any(len(counts) != len(self.guesses) for counts in each):
            of = f" of each of {scores} scores" if scores > 1 else ""
            raise InvalidInput(f"invalid right; must be one for each number of guesses {self.guesses}{of}: {given}")
        for counts in each:
            for count, guesses in zip(counts, self.guesses):
                if count != int(count) or not 0 <= count <= guesses:
                    raise InvalidInput(f"invalid right; must be a whole number from 0 to {guesses}: {count}")
        return [[int(count) for count in counts] for counts in each]

    def add_scores(self, scores: Any, included: Any) -> float:
        """Adds a round by its scores and coins; where canaries have several scores, a row of `scores` for each.

        Equal scores at a cut count as guessed wrongly as they can be. That can only lower the evidence;
        `onerun audit --rounds` takes the mean over every choice among them.
        """
        counts = self.right_of(scores, included)
        return self.add(counts if self.plan["scores"] > 1 else counts[0])

    def right_of(self, scores: Any, included: Any) -> "list[list[int]]":
        """The right guesses of a round, for each score at each of `guesses`."""
        values = np.atleast_2d(np.asarray(scores, dtype=float))
        coins = np.asarray(included).astype(bool)
        canaries = self.plan["canaries"]
        if values.shape != (self.plan["scores"], canaries) or coins.shape != (canaries,):
            raise InvalidInput(f"invalid round; must have {canaries} scores and coins: {values.shape}")
        if not np.isfinite(values).all():
            raise InvalidInput("invalid scores; must be finite numbers")
        return [self._right(-row if self.plan["lowerIsIn"] else row, coins) for row in values]

    def _right(self, values: Any, coins: Any) -> "list[int]":
        # Of equal scores those that are out are first from the top, and those that are in first from the bottom.
        top = np.cumsum(coins[np.lexsort((coins, -values))])
        bottom = np.cumsum(~coins[np.lexsort((~coins, values))])
        sides = self.plan["sides"]
        right = []
        for guesses in self.guesses:
            first = guesses if sides == "in" else 0 if sides == "out" else (guesses + 1) // 2
            above = int(top[first - 1]) if first > 0 else 0
            right.append(above + (int(bottom[guesses - first - 1]) if guesses > first else 0))
        return right

    @property
    def epsilon(self) -> float:
        """The epsilon that the rounds so far prove: of the training, or of a round, as the plan's family says.

        The largest member of the table such that all that are more private were refuted.
        """
        refuted = int(np.argmax(np.append(self._most < self._needed, True)))
        return float(self.plan["members"][refuted - 1]["epsilon"]) if refuted > 0 else 0.0


def _paid(expert: "dict[str, Any]") -> "list[float]":
    """What each number of right guesses pays."""
    total, paid = expert["payoff"]["base"], []
    heights = {int(reach): height for reach, height in expert["payoff"]["steps"]}
    for right in range(expert["game"]["guesses"] + 1):
        total += heights.get(right, 0.0)
        paid.append(total * _DOWN)
    return paid


def _log_sums(logs: Any) -> Any:
    """ln of the sum of exponentials, over the last axis."""
    largest = logs.max(axis=-1, keepdims=True)
    return (largest + np.log(np.exp(logs - largest).sum(axis=-1, keepdims=True)))[..., 0]
