"""The real Opacus, where it can be imported: a canary scores what Opacus's sampler drew and its optimiser summed."""

import warnings
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch

from onerun_audit import InvalidInput
from onerun_audit.assignment import Assignment
from onerun_audit.opacus import attach
from onerun_audit.opacus.optimizers import REFUSED
from onerun_audit.torch import CanaryRecords

pytest.importorskip("opacus", reason="Opacus is not here")

from opacus import PrivacyEngine  # noqa: E402
from opacus.optimizers import DPOptimizer  # noqa: E402
from opacus.utils.batch_memory_manager import BatchMemoryManager  # noqa: E402

CANARIES = 200


def started(monkeypatch: pytest.MonkeyPatch, workers: int = 0, **changes: Any) -> Any:
    warnings.simplefilter("ignore")
    torch.manual_seed(3)
    included = tuple(map(bool, numpy.random.default_rng(1).integers(2, size=CANARIES)))
    records = CanaryRecords(
        torch.utils.data.TensorDataset(torch.randn(300, 20), torch.randint(5, (300,))),
        Assignment(Path("canaries.csv"), tuple(map(str, range(CANARIES))), included),
    )
    model = torch.nn.Sequential(torch.nn.Linear(20, 16), torch.nn.Tanh(), torch.nn.Linear(16, 5))
    engine = PrivacyEngine(accountant="rdp")
    model, optimizer, loader = engine.make_private(
        module=model,
        optimizer=torch.optim.SGD(model.parameters(), lr=0.1),
        data_loader=records.loader(30, num_workers=workers),
        noise_multiplier=1.0,
        **{"max_grad_norm": 0.5, **changes},
    )
    # What is released is the sum itself, so that a score says exactly what was summed.
    monkeypatch.setattr(
        DPOptimizer, "add_noise", lambda self: [setattr(p, "grad", p.summed_grad.clone()) for p in self.params]
    )
    return records, model, optimizer, loader, engine


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("most", [None, 17])
def test_a_canary_scores_as_often_as_it_was_drawn(
    workers: int, most: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    records, model, optimizer, loader, engine = started(monkeypatch, workers)
    drawn: list[list[int]] = []
    plain = type(loader.batch_sampler).__iter__
    noted = lambda self: (drawn.append(list(batch)) or batch for batch in plain(self))  # noqa: E731
    monkeypatch.setattr(type(loader.batch_sampler), "__iter__", noted)
    audited = attach(optimizer, records, loader=loader, steps=20, size=10)

    def train(batches: Any) -> None:
        for x, y in batches:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()

    for _ in range(2):
        if most is None:
            train(loader)
        else:
            with BatchMemoryManager(data_loader=loader, max_physical_batch_size=most, optimizer=optimizer) as parts:
                train(parts)
    expected = numpy.bincount([c for batch in drawn for c in records.canaries_at(batch) if c >= 0], minlength=CANARIES)
    assert audited.observed == 20
    # Opacus divides by the norm and 1e-6; the rest is rounding.
    assert abs(audited.canaries.scores["sum"].numpy() - expected).max() < 1e-4
    assert engine.accountant.history == [(1.0, 0.1, 20)]


def test_one_gradient_that_is_nan_makes_the_whole_release_nan(monkeypatch: pytest.MonkeyPatch) -> None:
    records, model, optimizer, loader, _ = started(monkeypatch)
    attach(optimizer, records, loader=loader, steps=20)
    batches = iter(loader)
    x, y = next(batches)
    x[0] = float("nan")
    torch.nn.functional.cross_entropy(model(x), y).backward()
    with pytest.raises(InvalidInput, match="invalid step 1; what is released must be finite"):
        optimizer.step()
    assert all(p.grad.isnan().all() for p in optimizer.params)


def test_per_layer_and_adaptive_clipping_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidInput, match="unsupported optimizer DPPerLayerOptimizer"):
        records, _, optimizer, loader, _ = started(monkeypatch, clipping="per_layer", max_grad_norm=[0.5] * 4)
        attach(optimizer, records, loader=loader, steps=20)


def test_every_other_optimiser_of_opacus_has_its_reason() -> None:
    import opacus.optimizers

    kinds = [kind for kind in vars(opacus.optimizers).values() if isinstance(kind, type)]
    assert {kind.__name__ for kind in kinds if issubclass(kind, DPOptimizer)} - set(REFUSED) == {"DPOptimizer"}
