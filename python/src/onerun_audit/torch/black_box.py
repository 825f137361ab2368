"""The black-box score: what the trained model says of a canary, without a look inside.

Real records are the canaries; `CanaryRecords(dataset, assignment, records=...)` puts those that are in into training.
"""

from collections.abc import Callable
from typing import Any

import numpy

from onerun_audit.errors import InvalidInput


def losses(model: Any, records: Any, loss: Callable[[Any, Any], Any], *, batch_size: int = 256) -> numpy.ndarray:
    """The loss of each record (input, target) under a model, which is left in the mode it was in.

    `loss` gives one number per record, such as `torch.nn.CrossEntropyLoss(reduction="none")`.
    """
    import torch
    from torch.utils.data import DataLoader

    first = next(model.parameters(), None)
    device = "cpu" if first is None else first.device
    modes = [(module, module.training) for module in model.modules()]
    found = []
    model.eval()
    try:
        with torch.no_grad():
            for inputs, targets in DataLoader(records, batch_size=batch_size):
                values = loss(model(inputs.to(device)), targets.to(device))
                if tuple(values.shape) != (len(targets),):
                    raise InvalidInput(
                        f"invalid loss; must be one number per record (reduction=\"none\"): {tuple(values.shape)}"
                    )
                found.append(values.double().cpu().numpy())
    finally:
        for module, training in modes:
            module.training = training
    return numpy.concatenate(found) if found else numpy.zeros(0)


def loss_against_reference(
    model: Any, reference: Any, records: Any, loss: Callable[[Any, Any], Any], *, batch_size: int = 256
) -> numpy.ndarray:
    """How much smaller a record's loss is under the trained model than under a reference model; large is in.

    The reference was trained without any of the canaries. What makes a record easy or hard for every model drops out.
    """
    ours = losses(model, records, loss, batch_size=batch_size)
    return losses(reference, records, loss, batch_size=batch_size) - ours
