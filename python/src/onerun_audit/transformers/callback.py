"""A callback for the Trainer of Hugging Face, which scores canaries when training ends."""

import os
import warnings
from pathlib import Path
from typing import Any

from onerun_audit.errors import InvalidInput
from onerun_audit.transformers.losses import score
from onerun_audit.transformers.scores import TextScores
from onerun_audit.transformers.texts import TextCanaries, as_texts, assignment_of
from onerun_audit.transformers.tokens import check_lengths, tokenized
from onerun_audit.transformers.trainer_settings import check_settings, length_limits, token_sequences
from onerun_audit.transformers.training_data import check_training_data

_MANIFEST = ("claim", "delta", "families", "guesses", "parameters")


def canary_callback(
    tokenizer: Any,
    canaries: str | os.PathLike[str] | TextCanaries,
    *,
    folder: str | os.PathLike[str],
    assignment: str | os.PathLike[str] | None = None,
    reference: Any = None,
    batch_size: int = 32,
    each_epoch: bool = False,
    **manifest: Any,
) -> Any:
    """A `TrainerCallback` that looks at the training data before training and scores canaries after it.

    `canaries` is the file of texts that `onerun canaries --text` wrote. Before the first step, packed, cut and
    repeated canaries are refused. After the last one `folder` gets scores.csv, to be audited with --assignment; or,
    where the training may know the `assignment`, the whole run with its manifest, for which `claim`, `delta`,
    `families`, `guesses` and `parameters` are as in `TextScores.write_run`. Then canaries on the wrong side of their
    coins are refused too.

    `each_epoch` also writes epoch-1.csv and so on: they describe how memorising goes on. Which scores count is fixed
    beforehand: the last ones. To choose the best epoch afterwards voids the confidence.
    """
    from transformers import TrainerCallback

    scorer = TrainerScorer(tokenizer, canaries, folder, assignment, reference, batch_size, manifest)

    class CanaryCallback(TrainerCallback):
        def on_train_begin(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            scorer.begin(args, given.get("train_dataloader"))

        def on_epoch_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            if each_epoch:
                scorer.write_epoch(given["model"], round(state.epoch), state.is_world_process_zero)

        def on_train_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            scorer.write(given["model"], state.is_world_process_zero)

    return CanaryCallback()


class TrainerScorer:
    """What the callback does, without Transformers."""

    def __init__(
        self,
        tokenizer: Any,
        canaries: Any,
        folder: Any,
        assignment: Any,
        reference: Any,
        batch_size: int,
        manifest: dict[str, Any],
    ) -> None:
        if assignment is None and manifest:
            raise InvalidInput(f"invalid {next(iter(manifest))}; must come with the assignment, for the manifest")
        for name in manifest:
            if name not in _MANIFEST:
                raise InvalidInput(f"unknown {name}; must be one of {', '.join(_MANIFEST)}")
        self.tokenizer, self.canaries, self.folder = tokenizer, as_texts(canaries), Path(folder)
        self.assignment, self.manifest = assignment, manifest
        self.reference, self.batch_size = reference, batch_size
        self.drawn = None if assignment is None else assignment_of(self.canaries, assignment)
        self.data = "not checked"
        for name in ("manifest.json", "scores.csv"):
            if (self.folder / name).exists():
                raise InvalidInput(f"{self.folder / name} exists; a finished run is not replaced")

    def begin(self, arguments: Any, loader: Any) -> None:
        check_settings(arguments, loader)
        check_lengths(self.canaries, tokenized(self.tokenizer, self.canaries), length_limits(arguments))
        sequences = token_sequences(loader)
        if sequences is None:
            warnings.warn("the training data cannot be read twice: canaries in it are not checked", stacklevel=2)
            return
        check_training_data(sequences, self.tokenizer, self.canaries, self.drawn)
        self.data = "each canary that is in stands there once, as a sequence of its own"

    def write_epoch(self, model: Any, epoch: int, first_process: bool) -> None:
        scores = self._score(model)
        if first_process:
            self.folder.mkdir(parents=True, exist_ok=True)
            scores.write(self.folder / f"epoch-{epoch}.csv")

    def write(self, model: Any, first_process: bool) -> None:
        # Where a model is spread over processes, all of them have to compute.
        scores = self._score(model)
        if not first_process:
            return
        if self.assignment is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            scores.write(self.folder / "scores.csv")
            return
        facts = {"trainingData": self.data, **(self.manifest.get("parameters") or {})}
        scores.write_run(self.folder, assignment=self.assignment, **{**self.manifest, "parameters": facts})

    def _score(self, model: Any) -> TextScores:
        return score(model, self.tokenizer, self.canaries, reference=self.reference, batch_size=self.batch_size)
