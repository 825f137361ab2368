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
        if plan["scores"] != 1:
            raise InvalidInput(f"invalid plan; one score per canary is followed here: {plan['scores']}")
        self.plan = plan
        self.guesses: list[int] = sorted({expert["game"]["guesses"] for expert in plan["experts"]})
        self._paid = [_paid(expert) for expert in plan["experts"]]
        self._place = [self.guesses.index(expert["game"]["guesses"]) for expert in plan["experts"]]
        self._logs = [math.log(expert["weight"]) for expert in plan["experts"]]
        self._prices = [[math.log(price) for price in member["prices"]] for member in plan["members"]]
        self._most = [0.0] * len(self._prices)
        self._needed = -math.log(plan["tau"])
        self.count = 0
        self.log_evidence = 0.0
        self.most_log_evidence = 0.0
        self.refuted_at: int | None = None

    @property
    def evidence(self) -> float:
        """The evidence against the claim now."""
        return math.exp(min(self.log_evidence, 709.0))

    def add(self, right: "int | Sequence[int] | None") -> float:
        """Adds a round of which the right guesses at each of `guesses` are known; None where it has no scores."""
        counts = None if right is None else [right] if isinstance(right, (int, np.integer)) else list(right)
        if counts is not None and len(counts) != len(self.guesses):
            raise InvalidInput(f"invalid right; must be one for each number of guesses {self.guesses}: {counts}")
        for count, guesses in zip(counts or (), self.guesses):
            if count != int(count) or not 0 <= count <= guesses:
                raise InvalidInput(f"invalid right; must be a whole number from 0 to {guesses}: {count}")
        self.count += 1
        for i, (paid, place) in enumerate(zip(self._paid, self._place)):
            self._logs[i] += math.log(paid[0 if counts is None else int(counts[place])])
        self.log_evidence = _log_sum(self._logs)
        self.most_log_evidence = max(self.most_log_evidence, self.log_evidence)
        if self.refuted_at is None and self.log_evidence >= self._needed:
            self.refuted_at = self.count
        for j, prices in enumerate(self._prices):
            against = _log_sum([log - self.count * price for log, price in zip(self._logs, prices)])
            self._most[j] = max(self._most[j], against)
        return self.evidence

    def add_scores(self, scores: Any, included: Any) -> float:
        """Adds a round by its scores and coins. Equal scores at a cut count as guessed wrongly as they can be.

        That can only lower the evidence; `onerun audit --rounds` takes the mean over every choice among them.
        """
        values = np.asarray(scores, dtype=float)
        coins = np.asarray(included).astype(bool)
        if values.shape != (self.plan["canaries"],) or coins.shape != values.shape:
            raise InvalidInput(f"invalid round; must have {self.plan['canaries']} scores and coins: {values.shape}")
        if not np.isfinite(values).all():
            raise InvalidInput("invalid scores; must be finite numbers")
        values = -values if self.plan["lowerIsIn"] else values
        # Of equal scores those that are out are first from the top, and those that are in first from the bottom.
        top = coins[np.lexsort((coins, -values))]
        bottom = ~coins[np.lexsort((~coins, values))]
        sides = self.plan["sides"]
        right = []
        for guesses in self.guesses:
            first = guesses if sides == "in" else 0 if sides == "out" else (guesses + 1) // 2
            right.append(int(top[:first].sum()) + int(bottom[: guesses - first].sum()))
        return self.add(right)

    @property
    def epsilon(self) -> float:
        """The epsilon that the rounds so far prove: of the training, or of a round, as the plan's family says.

        The largest member of the table such that all that are more private were refuted.
        """
        proved = 0.0
        for member, most in zip(self.plan["members"], self._most):
            if most < self._needed:
                break
            proved = member["epsilon"]
        return proved


def _paid(expert: "dict[str, Any]") -> "list[float]":
    """What each number of right guesses pays."""
    total, paid = expert["payoff"]["base"], []
    heights = {int(reach): height for reach, height in expert["payoff"]["steps"]}
    for right in range(expert["game"]["guesses"] + 1):
        total += heights.get(right, 0.0)
        paid.append(total * _DOWN)
    return paid


def _log_sum(logs: "Sequence[float]") -> float:
    largest = max(logs)
    return largest + math.log(sum(math.exp(log - largest) for log in logs))
