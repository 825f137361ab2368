"""Canaries as records: the data set, the rows that are replaced, and a loop by hand."""

import doctest
import importlib
import json
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

from onerun_audit import InvalidInput
from onerun_audit.assignment import Assignment
from onerun_audit.torch import CanaryRecords, RecordCanaries, loss_against_reference, losses

SHAPES = [(4, 5), (), (3,)]
SIZES = [20, 1, 3]


def coins(included: list[bool]) -> Assignment:
    return Assignment(Path("canaries.csv"), tuple(f"c{i}" for i in range(len(included))), tuple(included))


def assignment_file(folder: Path, included: list[bool]) -> Path:
    path = folder / "canaries.csv"
    path.write_text("id,included\n" + "".join(f"{i},{int(c)}\n" for i, c in enumerate(included)))
    return path


@pytest.mark.parametrize("name", ["torch.records", "dirac.phases", "dirac.sums", "torch.canaries"])
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"onerun_audit.{name}"))
    assert found.attempted > 0 and found.failed == 0


def test_length_and_loader_length() -> None:
    for included in ([False] * 7, [True] * 7, [True, False] * 3 + [True]):
        records = CanaryRecords(TensorDataset(torch.arange(20)), coins(included))
        assert len(records) == 20 + sum(included)
        assert len(records.loader(batch_size=3)) == 7
    assert records[20] == records[0] == (torch.tensor(0),)
    with pytest.raises(IndexError):
        records[len(records)]


def test_iteration_ends() -> None:
    assert len(list(DataLoader(CanaryRecords(TensorDataset(torch.arange(5)), coins([True])), batch_size=2))) == 3
    assert [record for record in CanaryRecords(["a"], coins([True, False]))] == ["a", "a"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"dataset": []}, "must not be empty"),
        ({"dataset": 3}, "must have a length and records by index: int"),
        ({"template": 2}, r"must be a record of the data set \(0 to 1\): 2"),
        ({"records": ["x"]}, r"must be as many as canaries \(2\): 1"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        CanaryRecords(**{"dataset": ["a", "b"], "assignment": coins([True, False]), **arguments})


def canaries(included: list[bool], **changes: Any) -> RecordCanaries:
    records = CanaryRecords(["r"] * 10, coins(included))
    given = {"clip": 0.5, "rate": 0.5, "phases": [(1.0, 2)], "size": 4.0, "seed": 3, **changes}
    return RecordCanaries(records, SIZES, **given)


def test_rows_of_canaries_are_replaced_in_all_parameters() -> None:
    mine = canaries([True] * 24)
    random = numpy.random.default_rng(1)
    indices = [3, 12, 5, 33, 12, 20]
    rows = [torch.from_numpy(random.normal(size=(6, *shape))) for shape in SHAPES]
    before = [part.clone() for part in rows]
    real = mine.overwrite(rows, indices)
    assert real.tolist() == [0, 2]
    flat = torch.cat([part.reshape(6, -1) for part in rows], 1)
    expected = torch.cat([part.reshape(6, -1) for part in before], 1)
    for row, index in enumerate(indices):
        if index >= 10:
            expected[row] = 0
            expected[row, mine.coordinates[index - 10]] = 4.0 * 0.5
    assert torch.equal(flat, expected)


def test_numpy_arrays_do_as_well_and_tensors_that_are_not_contiguous() -> None:
    for make in (lambda a: a, lambda a: torch.from_numpy(a.copy()).transpose(0, 1).contiguous().transpose(0, 1)):
        mine = canaries([True] * 24)
        rows = [make(numpy.ones((2, 4, 5))), make(numpy.ones((2, 1)))[:, 0], make(numpy.ones((2, 3)))]
        mine.overwrite(rows, [0, 11])
        assert float(sum(part[0].sum() for part in rows)) == 24
        assert float(sum(abs(part[1]).sum() for part in rows)) == 2.0


def test_gradients_of_other_shapes_are_refused() -> None:
    mine = canaries([True] * 24)
    with pytest.raises(InvalidInput, match="must have 3 rows of the sizes given at the start"):
        mine.overwrite([torch.zeros(2, 4, 5), torch.zeros(2), torch.zeros(2, 3)], [0, 1, 2])
    with pytest.raises(InvalidInput, match="must be in the data set"):
        mine.records.canaries_at([34])
    with pytest.raises(InvalidInput, match="its gradients were not replaced"):
        mine.observe([torch.zeros(4, 5), torch.zeros(()), torch.zeros(3)])
    with pytest.raises(InvalidInput, match="invalid size; must be a positive number: 0"):
        canaries([True], size=0)


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16])
def test_gradients_in_half_precision_are_refused(kind: torch.dtype) -> None:
    rows = [torch.zeros((1, *shape), dtype=kind) for shape in SHAPES]
    with pytest.raises(InvalidInput, match=f"must be in float32 or better, for sums and norms: {kind}$"):
        canaries([True] * 24).overwrite(rows, [12])


def test_a_release_that_is_not_finite_is_refused() -> None:
    mine = canaries([True] * 24)
    mine.remember(None)
    with pytest.raises(InvalidInput, match="invalid step 1; what is released must be finite"):
        mine.observe([torch.full((4, 5), float("nan")), torch.zeros(()), torch.zeros(3)])


def test_a_loop_by_hand_has_the_scores_of_a_naive_one(tmp_path: Path) -> None:
    included = [i % 3 > 0 for i in range(24)]
    records = CanaryRecords(["r"] * 10, assignment_file(tmp_path, included))
    mine = RecordCanaries(records, SIZES, clip=0.5, rate=0.5, phases=[(1.0, 1), (0.5, 1)], size=3.0, seed=3)
    random = numpy.random.default_rng(5)

    def clip_and_sum(rows: list[torch.Tensor]) -> list[torch.Tensor]:
        norms = torch.cat([part.reshape(len(part), -1) for part in rows], 1).norm(dim=1)
        factors = (0.5 / norms).clamp(max=1.0)
        return [torch.tensordot(factors, part, dims=1) for part in rows]

    expected = numpy.zeros(24)
    for _ in range(2):
        released = [torch.from_numpy(numpy.asarray(random.normal(size=shape))) for shape in SHAPES]
        noise = torch.cat([part.flatten() for part in released])
        for _ in range(2):  # two physical batches
            indices = numpy.flatnonzero(random.random(len(records)) < 0.5)
            rows = [torch.from_numpy(random.normal(size=(len(indices), *shape))) for shape in SHAPES]
            mine.replace(rows, indices, clip_and_sum)
            released = [a + b for a, b in zip(released, clip_and_sum(rows))]
            for canary in records.canaries_at(indices):
                expected[canary] += canary >= 0
        mine.observe(released)
        expected += noise[mine.coordinates].numpy() / 0.5
    assert abs(mine.scores["sum"].numpy() - expected).max() < 1e-9
    mine.write(tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["claim"].startswith("compose(dpsgd(noise=1.0, rate=0.5, steps=1), dpsgd(noise=0.5")
    header = (tmp_path / "run" / "scores.csv").read_text().splitlines()[0]
    assert header == "id,included,likelihood_ratio,fitted_ratio,sum"


def test_black_box_losses_are_those_of_one_record_at_a_time() -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Dropout(0.5), torch.nn.Linear(8, 3))
    reference = torch.nn.Linear(4, 3)
    data = TensorDataset(torch.randn(23, 4), torch.randint(3, (23,)))
    loss = torch.nn.CrossEntropyLoss(reduction="none")
    model[0].eval()
    found = losses(model, data, loss, batch_size=5)
    assert (model.training, model[0].training, model[1].training) == (True, False, True)
    model.eval()
    one = [loss(model(x[None]), y[None]).item() for x, y in data]
    assert numpy.allclose(found, one, atol=1e-6) and found.dtype == numpy.float64
    beside = [loss(reference(x[None]), y[None]).item() for x, y in data]
    scores = loss_against_reference(model, reference, data, loss, batch_size=7)
    assert numpy.allclose(scores, numpy.array(beside) - numpy.array(one), atol=1e-6)
    with pytest.raises(InvalidInput, match="must be one number per record"):
        losses(model, data, torch.nn.CrossEntropyLoss())


def test_numpy_alone_is_enough_for_canaries() -> None:
    """`onerun_audit.torch` is imported, and used, where PyTorch is missing."""
    import subprocess
    import sys

    script = """
import sys
sys.modules["torch"] = None
import numpy
from onerun_audit.assignment import Assignment
from onerun_audit.torch import Canaries
canaries = Canaries(Assignment("c", ("a", "b"), (True, False)), [4], clip=1.0, noise=1.0, rate=1.0, steps=1, seed=7)
summed = numpy.zeros(4)
canaries.add_to(summed)
canaries.observe(summed)
assert sorted(canaries.scores["sum"].tolist()) == [0.0, 1.0]
"""
    subprocess.run([sys.executable, "-c", script], check=True, env={"PYTHONPATH": ":".join(sys.path)})
