"""The folder of a training's rounds: written round by round, so that a crash loses at most the one at work."""

import csv
import json
import os
import secrets
from pathlib import Path
from typing import Any

import numpy as np

from onerun_audit.dirac.fresh import FreshDraws
from onerun_audit.errors import InvalidInput
from onerun_audit.rounds import Ranked
from onerun_audit.run_folder import write_whole

PLAN, SECRET, COMMITMENT, EVIDENCE = "plan.json", "coins.secret", "coins.commitment.json", "evidence.csv"
ROUNDS, COUNTS = "rounds.npz", "counts.csv"
# What a row of coins holds before its round begins.
NOT_BEGUN = 255


class RoundsFolder:
    """Coins when a round begins, scores when it ends; a round that was begun and has no scores counts as lost.

    Arrays grow by `rounds` rows at a time.
    """

    def __init__(self, folder: "str | os.PathLike[str]", plan: "dict[str, Any]", size: int, resume: bool) -> None:
        self.path, self.plan = Path(folder), plan
        self.canaries, self.names = plan["canaries"], ["scores", *(f"scores{i}" for i in range(2, plan["scores"] + 1))]
        if (self.path / ROUNDS).exists():
            raise InvalidInput(f"{self.path / ROUNDS} exists; finished rounds are not replaced")
        found = (self.path / SECRET).exists()
        if found and not resume:
            raise InvalidInput(f"{self.path} holds rounds; go on with resume=True, or choose another folder")
        self.path.mkdir(parents=True, exist_ok=True)
        if found and json.loads((self.path / PLAN).read_text()) != plan:
            raise InvalidInput(f"the rounds in {self.path} are of another plan; bets are fixed before the first round")
        if not found:
            self._begin(size)
        self.draws = FreshDraws(bytes.fromhex((self.path / SECRET).read_text()), self.canaries, size)
        self._open(plan["rounds"])
        begun = (self.included[:, 0] != NOT_BEGUN).nonzero()[0]
        self.begun = 0 if len(begun) == 0 else int(begun[-1]) + 1

    def _begin(self, size: int) -> None:
        write_whole(self.path / PLAN, (json.dumps(self.plan) + "\n").encode())
        secret = secrets.token_bytes(32)
        draws = FreshDraws(secret, self.canaries, size)
        committed = {"sha256": draws.commitment, "canaries": self.canaries, "coordinates": size}
        write_whole(self.path / COMMITMENT, (json.dumps(committed, indent=2) + "\n").encode())
        with open(self.path / EVIDENCE, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(["round", "log_evidence", "epsilon"])
        # Last: where it is, the folder is whole.
        write_whole(self.path / SECRET, secret.hex().encode())
        os.chmod(self.path / SECRET, 0o600)

    def _open(self, rows: int) -> None:
        def array(name: str, kind: Any, empty: float) -> Any:
            path = self.path / f"{name}.npy"
            known = np.load(path) if path.exists() else np.empty((0, self.canaries), kind)
            if len(known) < rows:
                more = np.full((rows - len(known), self.canaries), empty, kind)
                np.save(path, np.concatenate([known, more]))
            return np.load(path, mmap_mode="r+")

        self.included = array("included", np.uint8, NOT_BEGUN)
        self.scores = [array(name, np.float32, np.nan) for name in self.names]

    def begin(self, included: np.ndarray) -> None:
        """Notes a round's coins, from when on it counts."""
        if self.begun == len(self.included):
            self._open(len(self.included) + self.plan["rounds"])
        self.included[self.begun] = included
        self.begun += 1

    def end(self, number: int, scores: np.ndarray, log_evidence: float, epsilon: float) -> None:
        """Keeps the scores of a round, and what the rounds so far prove."""
        for kept, values in zip(self.scores, scores):
            kept[number - 1] = values
        with open(self.path / EVIDENCE, "a", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow([number, repr(log_evidence), f"{epsilon:.5g}"])

    def recorded(self, number: int) -> "tuple[np.ndarray, np.ndarray] | None":
        """Scores and coins of a round that was begun; None where it has no scores."""
        scores = np.stack([kept[number - 1] for kept in self.scores])
        return None if np.isnan(scores).any() else (scores, self.included[number - 1])

    def finish(self, guesses: "list[int]") -> None:
        """Writes the rounds as `onerun audit --rounds` reads them, and their counts beside."""
        part = self.path / f"part-{ROUNDS}"
        arrays = {name: kept[: self.begun] for name, kept in zip(self.names, self.scores)}
        with open(part, "wb") as file:
            np.savez(file, included=self.included[: self.begun], **arrays)
        names = ["right", *(f"right{i}" for i in range(2, len(self.names) + 1))]
        rows: list[list[Any]] = [["round", "canaries", "in", "guesses", *names]]
        for number in range(1, self.begun + 1):
            recorded = self.recorded(number)
            if recorded is None:
                continue
            coins = recorded[1].astype(bool)
            ranks = [Ranked(values, coins) for values in recorded[0]]
            for count in guesses:
                # Of equal scores at a cut the wrong ones are guessed.
                right = [each.right(count, self.plan["sides"])[0] for each in ranks]
                rows.append([number, self.canaries, int(coins.sum()), count, *right])
        text = "".join(",".join(map(str, row)) + "\n" for row in rows)
        write_whole(self.path / COUNTS, text.encode())
        os.replace(part, self.path / ROUNDS)
        del self.included, self.scores
        for name in ["included", *self.names]:
            (self.path / f"{name}.npy").unlink()
