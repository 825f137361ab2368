"""A callback for the Trainer of Hugging Face, which scores canaries when training ends."""

import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from onerun.assignment import read_assignment, read_set_assignment
from onerun.errors import InvalidInput
from onerun.transformers.losses import score
from onerun.transformers.scores import TextScores
from onerun.transformers.texts import read_texts
from onerun.transformers.tokens import check_lengths, special_ids, tokenized
from onerun.transformers.trainer_settings import check_settings, length_limits, token_sequences
from onerun.transformers.training_data import check_training_data


def canary_callback(
    tokenizer: Any,
    assignment: str | os.PathLike[str],
    *,
    folder: str | os.PathLike[str],
    claim: str | None = None,
    delta: float = 1e-5,
    families: Sequence[str] = (),
    reference: Any = None,
    batch_size: int = 32,
    each_epoch: bool = False,
    parameters: Mapping[str, Any] | None = None,
) -> Any:
    """A `TrainerCallback` that looks at the training data before training and writes the run folder after it.

    `assignment` is the file of `onerun canaries --text`, with its texts beside it (canaries.csv.texts.jsonl).
    Before the first step it refuses packed, cut, repeated or misplaced canaries. `each_epoch` also writes
    epoch-1.csv and so on: they describe how memorising goes on. Which scores count is fixed beforehand: the last
    ones. To choose the best epoch afterwards voids the confidence.
    """
    from transformers import TrainerCallback

    scorer = TrainerScorer(
        tokenizer, assignment, folder, reference, batch_size, {"claim": claim, "delta": delta, "families": families}
    )

    class CanaryCallback(TrainerCallback):
        def on_train_begin(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            scorer.begin(args, given.get("train_dataloader"))

        def on_epoch_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            if each_epoch:
                scorer.write_epoch(given["model"], round(state.epoch), state.is_world_process_zero)

        def on_train_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            scorer.write_run(given["model"], state.is_world_process_zero, parameters)

    return CanaryCallback()


class TrainerScorer:
    """What the callback does, without Transformers."""

    def __init__(
        self, tokenizer: Any, assignment: Any, folder: Any, reference: Any, batch_size: int, stated: dict[str, Any]
    ) -> None:
        self.tokenizer, self.folder, self.reference = tokenizer, Path(folder), reference
        self.batch_size, self.stated, self.assignment = batch_size, stated, Path(assignment)
        self.canaries = read_texts(f"{self.assignment}.texts.jsonl")
        self.rows = tokenized(tokenizer, self.canaries)
        self.data = "not checked"
        if (self.folder / "manifest.json").exists():
            raise InvalidInput(f"{self.folder / 'manifest.json'} exists; a finished run is not replaced")

    def begin(self, arguments: Any, loader: Any) -> None:
        check_settings(arguments, loader)
        check_lengths(self.canaries, self.rows, length_limits(arguments))
        sequences = token_sequences(loader)
        if sequences is None:
            warnings.warn("the training data cannot be read twice: canaries in it are not checked", stacklevel=2)
            return
        check_training_data(
            sequences, self.canaries, self.rows, self._read_assignment(), special_ids(self.tokenizer)
        )
        self.data = "each canary that is in stands there once, as a sequence of its own"

    def write_epoch(self, model: Any, epoch: int, first_process: bool) -> None:
        scores = self._score(model)
        if first_process:
            self.folder.mkdir(parents=True, exist_ok=True)
            scores.write(self.folder / f"epoch-{epoch}.csv")

    def write_run(self, model: Any, first_process: bool, parameters: Mapping[str, Any] | None) -> None:
        # Where a model is spread over processes, all of them have to compute.
        scores = self._score(model)
        if first_process:
            facts = {"trainingData": self.data, **(parameters or {})}
            scores.write_run(self.folder, assignment=self.assignment, parameters=facts, **self.stated)

    def _score(self, model: Any) -> TextScores:
        return score(model, self.tokenizer, self.canaries, reference=self.reference, batch_size=self.batch_size)

    def _read_assignment(self) -> Any:
        count = self.canaries.candidates
        return read_set_assignment(self.assignment, count) if count > 1 else read_assignment(self.assignment)
