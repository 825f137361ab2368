"""Losses of canaries as scores, and as files that `onerun audit` reads."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onerun_audit.assignment import Assignment, SetAssignment
from onerun_audit.run_folder import write_run, write_whole
from onerun_audit.transformers.texts import TextCanaries, assignment_of


@dataclass(frozen=True)
class TextScores:
    """Losses of each canary; where canaries are sets, a column for each candidate."""

    canaries: TextCanaries
    loss: Any
    reference_loss: Any
    """Under the reference model, or None."""
    tokens: Any
    """How many tokens each loss is the sum over."""

    @property
    def scores(self) -> Any:
        """Higher means more likely in: loss under the reference less loss, or without a reference minus the loss."""
        return -self.loss if self.reference_loss is None else self.reference_loss - self.loss

    def columns(self) -> dict[str, list[float]]:
        """What a score file has beside ids and coins: score and losses, or of sets score_0, score_1 and so on."""
        if self.canaries.candidates > 1:
            return {f"score_{i}": column.tolist() for i, column in enumerate(self.scores.T)}
        reference = {} if self.reference_loss is None else {"reference_loss": self.reference_loss.tolist()}
        return {"score": self.scores.tolist(), "loss": self.loss.tolist(), **reference}

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a CSV file without coins: audit it with --assignment."""
        columns = self.columns()
        rows = zip(self.canaries.ids, *columns.values())
        lines = [",".join([name, *(f"{value:.9g}" for value in row)]) for name, *row in rows]
        write_whole(Path(path), "\n".join([",".join(["id", *columns]), *lines, ""]).encode())

    def write_run(
        self,
        folder: str | os.PathLike[str],
        *,
        assignment: str | os.PathLike[str] | Assignment | SetAssignment,
        claim: str | None = None,
        delta: float = 1e-5,
        families: Sequence[str] = (),
        guesses: Sequence[int] = (),
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """Writes a run folder: scores, the assignment with its commitment, and the manifest.

        `assignment` is the file, or what `read_assignment` made of it before training, which is kept as it was then.
        """
        write_run(
            folder,
            assignment=assignment_of(self.canaries, assignment),
            scores=self.columns(),
            audited=None if self.canaries.candidates > 1 else "score",
            claim=claim,
            delta=delta,
            families=families,
            guesses=guesses,
            parameters=parameters,
        )
