"""How well a model foretells each text."""

import os
from collections.abc import Sequence
from typing import Any

import numpy

from onerun_audit.errors import InvalidInput
from onerun_audit.transformers.scores import TextScores
from onerun_audit.transformers.texts import TextCanaries, as_texts
from onerun_audit.transformers.tokens import TokenizedText, check_lengths, tokenized


def score(
    model: Any,
    tokenizer: Any,
    canaries: str | os.PathLike[str] | TextCanaries | Sequence[Any],
    *,
    reference: Any = None,
    batch_size: int = 32,
    device: Any = None,
) -> TextScores:
    """Losses of all canaries, those in and those out alike, under a causal language model.

    `canaries` is the file of texts that `onerun canaries --text` wrote, or a list of texts, or of lists of candidates.
    A text's loss is the negative logarithm of its probability: the sum over its own tokens, special tokens and padding
    left out. Scores are the loss under `reference`, a model that was not trained on canaries, less the loss under
    `model`; without a reference, minus the loss. Higher means more likely in.
    """
    texts = as_texts(canaries)
    rows = tokenized(tokenizer, texts)
    every = [text for row in rows for text in row]
    shape = (len(rows),) if texts.candidates == 1 else (len(rows), texts.candidates)
    losses = []
    for subject in (model, reference):
        if subject is None:
            continue
        # Wrappers for several devices have the model inside.
        config = getattr(getattr(subject, "module", subject), "config", None)
        if getattr(config, "is_encoder_decoder", False):
            raise InvalidInput("invalid model; must be a causal language model, not one that encodes and decodes")
        limits = {
            "the model's positions": getattr(config, "max_position_embeddings", None),
            "the tokenizer's model_max_length": getattr(tokenizer, "model_max_length", None),
        }
        check_lengths(texts, rows, limits)
        losses.append(sequence_losses(subject, every, batch_size=batch_size, device=device).reshape(shape))
    tokens = numpy.asarray([text.predicted for text in every]).reshape(shape)
    return TextScores(texts, losses[0], losses[1] if len(losses) > 1 else None, tokens)


def sequence_losses(model: Any, texts: Sequence[TokenizedText], *, batch_size: int = 32, device: Any = None) -> Any:
    """The loss of each text, in batches of texts of like length; the parts of the model are left in their modes."""
    import torch

    if batch_size < 1 or batch_size % 1 != 0:
        raise InvalidInput(f"invalid batch_size; must be a positive whole number: {batch_size}")
    if device is not None:
        model.to(device)
    where = next(model.parameters()).device
    order = sorted(range(len(texts)), key=lambda i: len(texts[i].ids))
    losses = numpy.zeros(len(texts))
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        with torch.no_grad():
            for start in range(0, len(order), int(batch_size)):
                batch = order[start : start + int(batch_size)]
                losses[batch] = _batch_losses(torch, model, [texts[i] for i in batch], where)
    finally:
        for module, training in modes:
            module.training = training
    if not numpy.isfinite(losses).all():
        raise InvalidInput("invalid losses; must be finite: the model gives some canary no probability")
    return losses


def _batch_losses(torch: Any, model: Any, texts: list[TokenizedText], where: Any) -> Any:
    """Padding stands on the right, where no token of a causal model sees it."""
    longest = max(len(text.ids) for text in texts)
    ids = torch.zeros((len(texts), longest), dtype=torch.long)
    read = torch.zeros((len(texts), longest), dtype=torch.long)
    own = torch.zeros((len(texts), longest), dtype=torch.bool)
    for row, text in enumerate(texts):
        ids[row, : len(text.ids)] = torch.tensor(text.ids)
        read[row, : len(text.ids)] = 1
        own[row, : len(text.ids)] = torch.tensor(text.own)
    ids, read, own = ids.to(where), read.to(where), own.to(where)
    output = model(input_ids=ids, attention_mask=read)
    logits = output.logits if hasattr(output, "logits") else output[0]
    each = torch.nn.functional.cross_entropy(logits[:, :-1].float().transpose(1, 2), ids[:, 1:], reduction="none")
    return torch.where(own[:, 1:], each.double(), torch.zeros_like(each, dtype=torch.double)).sum(1).cpu().numpy()
