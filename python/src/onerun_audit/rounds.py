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
#: And a chance over equal scores by so much.
_TIED = 1 - 1e-9


class Ranked:
    """The scores of a round from the highest to the lowest, and who was in."""

    def __init__(self, values: "np.ndarray", coins: "np.ndarray") -> None:
        order = np.argsort(-values, kind="stable")
        self.values = values[order]
        self.inside = np.concatenate(([0], np.cumsum(coins[order])))

    def right(self, guesses: int, sides: str) -> "tuple[int, list[float]]":
        """How many guesses are right at least, and the chances of 0, 1, ... more over every choice."""
        m = len(self.values)
        top = guesses if sides == "in" else 0 if sides == "out" else (guesses + 1) // 2
        # Of those above each cut all are called, of those at it as many as are left.
        groups: dict[tuple[int, int], list[int]] = {}
        right = 0
        if top > 0:
            start, end = self._equal(self.values[top - 1])
            right += int(self.inside[start])
            groups.setdefault((start, end), [0, 0])[0] = top - start
        if guesses > top:
            start, end = self._equal(self.values[m - guesses + top])
            right += m - end - int(self.inside[m] - self.inside[end])
            groups.setdefault((start, end), [0, 0])[1] = guesses - top - (m - end)
        law = [1.0]
        for (start, end), (first, last) in groups.items():
            members = int(self.inside[end] - self.inside[start])
            least, own = _tied_law(members, end - start - members, first, last)
            right += least
            law = [float(p) for p in np.convolve(law, own)]
        return right, law

    def _equal(self, value: float) -> "tuple[int, int]":
        return int(np.searchsorted(-self.values, -value)), int(np.searchsorted(-self.values, -value, side="right"))


def _tied_law(members: int, others: int, first: int, last: int) -> "tuple[int, list[float]]":
    """The right guesses among equal scores: `first` of them are called in, `last` others out. From the least on."""
    least = max(0, first - others) + max(0, last - members)
    most = min(first, members) + min(last, others)
    counts = [0] * (most - least + 1)
    for inside in range(max(0, first - others), min(first, members) + 1):
        ways = math.comb(members, inside) * math.comb(others, first - inside)
        rest_in, rest_out = members - inside, others - (first - inside)
        for outside in range(max(0, last - rest_in), min(last, rest_out) + 1):
            counts[inside + outside - least] += ways * math.comb(rest_out, outside) * math.comb(rest_in, last - outside)
    total = sum(counts)
    return least, [count / total for count in counts]


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
        return self._pay([paid[0 if counts is None else int(counts[at])] for paid, at in zip(self._paid, self._place)])

    def _pay(self, paid: "Sequence[float]") -> float:
        """Adds a round that pays each expert so much."""
        self.count += 1
        for i, each in enumerate(paid):
            self._logs[i] += math.log(each) if each > 0 else -math.inf
        self.log_evidence = _log_sum(self._logs)
        self.most_log_evidence = max(self.most_log_evidence, self.log_evidence)
        if self.refuted_at is None and self.log_evidence >= self._needed:
            self.refuted_at = self.count
        for j, prices in enumerate(self._prices):
            against = _log_sum([log - self.count * price for log, price in zip(self._logs, prices)])
            self._most[j] = max(self._most[j], against)
        return self.evidence

    def add_scores(self, scores: Any, included: Any) -> float:
        """Adds a round by its scores and coins; where the plan has several scores, a row of `scores` for each.

        Over equal scores the mean of every choice is taken, as `onerun audit --rounds` does.
        """
        sets = np.atleast_2d(np.asarray(scores, dtype=float))
        coins = np.asarray(included)
        if not np.isin(coins, (0, 1)).all():
            raise InvalidInput("invalid included; must be 0 or 1 for each canary")
        shape = (self.plan["scores"], self.plan["canaries"])
        if sets.shape != shape or coins.shape != shape[1:]:
            raise InvalidInput(f"invalid round; must have scores of shape {shape} and a coin a canary: {sets.shape}")
        if not np.isfinite(sets).all():
            raise InvalidInput("invalid scores; must be finite numbers")
        ranks = [Ranked(-each if self.plan["lowerIsIn"] else each, coins.astype(bool)) for each in sets]
        paid = []
        for expert, table in zip(self.plan["experts"], self._paid):
            guesses = expert["game"]["guesses"]
            sure, law = ranks[expert["score"]].right(guesses, self.plan["sides"])
            if len(law) == 1:
                paid.append(table[sure])
                continue
            total = expert["payoff"]["base"]
            for reach, height in expert["payoff"]["steps"]:
                total += height if reach <= sure else height * min(1.0, sum(law[reach - sure :])) * _TIED
            paid.append(total * _DOWN)
        return self._pay(paid)

    def add_all(self, scores: Any, included: Any, *further: Any) -> float:
        """Adds rounds that are all there: arrays of (rounds, canaries), and further scores of the same canaries.

        A row in which a score is NaN was begun and has no scores: every bet of it is lost.
        """
        sets = [np.asarray(each, dtype=float) for each in (scores, *further)]
        coins = np.asarray(included)
        if any(each.ndim != 2 or each.shape != coins.shape for each in sets):
            raise InvalidInput(f"invalid scores; must be of the shape of included {coins.shape}: {sets[0].shape}")
        for r, own in enumerate(coins):
            rows = np.array([each[r] for each in sets])
            if np.isnan(rows).any():
                self.add(None)
            else:
                self.add_scores(rows, own)
        return self.evidence

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
