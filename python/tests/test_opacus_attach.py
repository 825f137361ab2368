"""Canaries through the optimiser, on a stand-in of ours for Opacus: test_opacus_real.py has the real one."""

import json
from collections import deque
from pathlib import Path
from typing import Any

import dp_optimizer
import numpy
import pytest
import torch
from dp_optimizer import DPOptimizer, make_private, virtual
from torch.utils.data import DataLoader, TensorDataset

from onerun_audit import InvalidInput
from onerun_audit.assignment import Assignment, read_assignment
from onerun_audit.opacus import attach
from onerun_audit.opacus.batches import LoaderPass
from onerun_audit.torch import CanaryRecords

CANARIES = 30


def coins(seed: int = 0, canaries: int = CANARIES) -> Assignment:
    included = numpy.random.default_rng(seed).integers(2, size=canaries)
    return Assignment(Path("canaries.csv"), tuple(map(str, range(canaries))), tuple(map(bool, included)))


def dataset(count: int = 60) -> TensorDataset:
    generator = torch.Generator().manual_seed(5)
    return TensorDataset(
        5 * torch.randn(count, dp_optimizer.INPUTS, generator=generator), torch.randn(count, generator=generator)
    )


def started(
    noise: float = 1.0, batch: int = 6, workers: int = 0, count: int = 60, seed: int = 1, **changes: Any
) -> Any:
    records = CanaryRecords(dataset(count), coins())
    loader = records.loader(batch, num_workers=workers)
    model, optimizer, loader, accountant = make_private(records, loader, noise, 2.0, seed)
    changes = {"steps": 20, **changes}
    return model, optimizer, loader, accountant, attach(optimizer, records, loader=loader, **changes)


def train(model: Any, optimizer: Any, batches: Any, most: int = 10**9) -> None:
    for x, y in batches:
        optimizer.zero_grad()
        model.backward(x, y)
        optimizer.step()
        most -= 1
        if most == 0:
            return


def without_noise(optimizer: Any) -> None:
    """What is released is the sum itself, so that a score says exactly what was summed."""

    def add_noise() -> None:
        for p in optimizer.params:
            p.grad = p.summed_grad.clone()

    optimizer.add_noise = add_noise


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("most", [None, 3])
@pytest.mark.parametrize("size", [1.0, 10.0])
def test_a_canary_scores_as_often_as_it_was_drawn(workers: int, most: int | None, size: float) -> None:
    records = CanaryRecords(dataset(), coins())
    model, optimizer, loader, accountant = make_private(records, records.loader(6, num_workers=workers), 1.0, 2.0, 1)
    without_noise(optimizer)
    drawn: list[list[int]] = []
    plain = type(loader.batch_sampler).__iter__

    class Noted(type(loader.batch_sampler)):
        def __iter__(self) -> Any:
            for batch in plain(self):
                drawn.append(list(batch))
                yield batch

    loader.batch_sampler.__class__ = Noted
    audited = attach(optimizer, records, loader=loader, steps=20, size=size)
    for _ in range(2):
        train(model, optimizer, virtual(loader, most, optimizer) if most else loader)
    expected = numpy.zeros(CANARIES)
    for batch in drawn:
        for canary in records.canaries_at(batch):
            if canary >= 0:
                expected[canary] += 1
    assert expected.sum() > 20
    assert audited.observed == len(drawn) == 20
    # What is left of rounding, in units of the clip norm.
    assert abs(audited.canaries.scores["sum"].numpy() - expected).max() < 2e-5
    assert accountant.history == [(1.0, 0.1, 20)]


def test_the_sum_of_the_other_records_does_not_depend_on_the_coins() -> None:
    """The same real rows in other company: what is taken off differs by rounding alone."""
    rows = [torch.randn(50, 1, dp_optimizer.INPUTS), torch.randn(50, 1)]

    def remembered(canaries_drawn: int, most: int) -> Any:
        included = tuple(i < canaries_drawn for i in range(CANARIES))
        records = CanaryRecords(dataset(), Assignment(Path("c"), tuple(map(str, range(CANARIES))), included))
        model, optimizer, loader, _ = make_private(records, records.loader(6), 1.0, 2.0, 1)
        audited = attach(optimizer, records, loader=loader, steps=20)
        order = [*range(25), *range(60, 60 + canaries_drawn), *range(25, 50)]
        drawn = LoaderPass(deque([order]))
        audited.batches.passes.append(drawn)
        for start in range(0, len(order), most):
            part = order[start : start + most]
            for p, given in zip(optimizer.params, rows):
                p.grad_sample = torch.stack([given[i] if i < 50 else torch.ones_like(given[0]) for i in part])
            optimizer.clip_and_accumulate()
        assert not drawn.waits
        return audited.canaries.others.numpy() / audited.canaries.clip

    alone = remembered(0, 1000)
    for drawn, most in [(0, 7), (1, 1000), (9, 8), (30, 11)]:
        assert abs(remembered(drawn, most) - alone).max() < 5e-6


def test_what_the_user_sees_is_what_opacus_would_do() -> None:
    """With no canary in, training ends in the same weights as without attach."""
    nobody = Assignment(Path("c"), ("a", "b"), (False, False))
    ends = []
    for attached in (False, True):
        records = CanaryRecords(dataset(), nobody)
        model, optimizer, loader, _ = make_private(records, records.loader(6), 1.0, 2.0, 3)
        if attached:
            attach(optimizer, records, loader=loader, steps=20)
        train(model, optimizer, loader)
        ends.append(model.weight.detach().clone())
    assert torch.equal(*ends)


def test_an_accumulated_list_of_gradients_is_matched_batch_by_batch() -> None:
    model, optimizer, loader, _, audited = started(rate=0.2)
    assert audited.claim == "dpsgd(noise=1.0, rate=0.2, steps=20)"
    pair = []
    for x, y in loader:
        pair.append(x)
        model.backward(x, y)
        if len(pair) == 2:
            optimizer.step()
            optimizer.zero_grad()
            pair = []
    assert audited.observed == 5


def test_a_schedule_of_the_clip_norm_is_followed() -> None:
    records = CanaryRecords(dataset(), coins())
    model, optimizer, loader, _ = make_private(records, records.loader(6), 1.0, 2.0, 1)
    without_noise(optimizer)
    audited = attach(optimizer, records, loader=loader, steps=20, size=10)
    for x, y in loader:
        optimizer.zero_grad()
        model.backward(x, y)
        optimizer.step()
        optimizer.max_grad_norm *= 0.8
    found = audited.canaries.scores["sum"].numpy()
    assert found.max() >= 2
    assert abs(found - found.round()).max() < 1e-4


def test_a_pass_left_early_is_forgotten() -> None:
    model, optimizer, loader, _, audited = started()
    for _ in range(4):
        train(model, optimizer, loader, most=5)
    assert audited.observed == 20


def test_a_pass_left_early_with_workers_is_forgotten() -> None:
    # 30 batches a pass: the workers have not drawn all of them when it is left.
    model, optimizer, loader, _, audited = started(batch=2, workers=2, steps=20)
    for _ in range(2):
        train(model, optimizer, loader, most=10)
    assert audited.observed == 20


def test_a_pass_left_between_virtual_steps_is_forgotten_and_within_one_refused() -> None:
    for within in (False, True):
        model, optimizer, loader, _, audited = started()
        for x, y in virtual(loader, 3, optimizer):
            optimizer.zero_grad()
            model.backward(x, y)
            optimizer.step()
            if optimizer.skipped is within:
                break
        optimizer.skips.clear()
        if within:
            with pytest.raises(InvalidInput, match="was left in the middle of one, and the parts that were trained on"):
                train(model, optimizer, virtual(loader, 3, optimizer))
        else:
            train(model, optimizer, virtual(loader, 3, optimizer))
            assert audited.observed == 11


def test_empty_batches_are_steps() -> None:
    model, optimizer, loader, accountant, audited = started(batch=1, count=60, steps=60)
    lengths = []
    for x, y in loader:
        lengths.append(len(x))
        optimizer.zero_grad()
        model.backward(x, y)
        optimizer.step()
    assert 0 in lengths
    assert audited.observed == 60 == accountant.history[0][2]


def test_empty_batches_may_be_skipped() -> None:
    model, optimizer, loader, _, audited = started(batch=1, count=60, steps=60)
    while audited.observed < 60:
        for x, y in loader:
            if len(x) > 0 and audited.observed < 60:
                optimizer.zero_grad()
                model.backward(x, y)
                optimizer.step()
            elif audited.observed == 60:
                break


def test_skipped_batches_are_refused() -> None:
    model, optimizer, loader, _, _ = started()
    with pytest.raises(InvalidInput, match="each must be trained on once"):
        for number, (x, y) in enumerate(loader):
            if number % 3 == 1:
                continue
            optimizer.zero_grad()
            model.backward(x, y)
            optimizer.step()


@pytest.mark.filterwarnings("ignore:the loader does not sample by Poisson")
def test_a_skipped_batch_of_the_same_size_as_the_next_is_refused() -> None:
    records = CanaryRecords(dataset(), coins())
    model, optimizer, _, _ = make_private(records, records.loader(6), 1.0, 2.0, 1)
    loader = records.loader(6, shuffle=True)
    attach(optimizer, records, loader=loader, steps=20)
    batches = iter(loader)
    next(batches)
    with pytest.raises(InvalidInput, match="1 drawn before this one was not"):
        train(model, optimizer, batches)


def test_rows_from_elsewhere_are_refused() -> None:
    model, optimizer, loader, _, _ = started()
    x, y = loader.dataset.dataset.tensors
    model.backward(x[:5], y[:5])
    with pytest.raises(InvalidInput, match="5 rows are not from the loader that was attached"):
        optimizer.step()


def test_more_or_fewer_rows_than_drawn_are_refused() -> None:
    doubled, shortened = lambda a: torch.cat([a, a]), lambda a: a[:-1]  # noqa: E731
    for change, message in [(doubled, "rows came where"), (shortened, "1 of its rows to come")]:
        model, optimizer, loader, _, _ = started(batch=30)
        with pytest.raises(InvalidInput, match=message):
            for x, y in loader:
                model.backward(change(x), change(y))
                optimizer.step()


def test_evaluation_over_the_same_loader_is_refused() -> None:
    model, optimizer, loader, _, _ = started()
    with pytest.raises(InvalidInput, match="give evaluation a loader of its own"):
        for x, y in loader:
            optimizer.zero_grad()
            model.backward(x, y)
            optimizer.step()
            for _ in loader:
                pass


def test_a_changed_noise_multiplier_is_refused() -> None:
    model, optimizer, loader, _, _ = started()
    optimizer.noise_multiplier = 0.9
    with pytest.raises(InvalidInput, match="invalid step 1; its noise multiplier must be 1.0 as claimed: 0.9"):
        train(model, optimizer, loader)


def test_more_steps_than_claimed_are_refused() -> None:
    model, optimizer, loader, _, _ = started(steps=3)
    with pytest.raises(InvalidInput, match="invalid step 4; the claim has 3 steps"):
        train(model, optimizer, loader)


def test_phases_become_a_composition(tmp_path: Path) -> None:
    model, optimizer, loader, accountant, audited = started(steps=None, phases=[(1.0, 10), (0.5, 10)])
    train(model, optimizer, loader)
    optimizer.noise_multiplier = 0.5
    train(model, optimizer, loader)
    audited.canaries.assignment = on_disk(tmp_path)
    audited.write(tmp_path / "run", accountant=accountant)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    parts = "dpsgd(noise=1.0, rate=0.1, steps=10), dpsgd(noise=0.5, rate=0.1, steps=10)"
    assert manifest["claim"] == audited.claim == f"compose({parts})"
    assert manifest["families"] == ["approx-dp(delta=1e-05)", "gaussian"]
    assert (manifest["scoreColumn"], manifest["sides"]) == ("fitted_ratio", "in")


def on_disk(folder: Path) -> Assignment:
    given = coins()
    path = folder / "canaries.csv"
    path.write_text("id,included\n" + "".join(f"{i},{int(c)}\n" for i, c in zip(given.ids, given.included)))
    return read_assignment(path)


@pytest.mark.parametrize(
    ("history", "words"),
    [
        ([(1.0, 0.1, 10)], "10 steps with noise 1.0 at rate 0.1$"),
        ([(1.0, 0.1, 21)], "21 steps with noise 1.0 at rate 0.1$"),
        ([(0.9, 0.1, 20)], "20 steps with noise 0.9 at rate 0.1$"),
        ([(1.0, 0.2, 20)], "20 steps with noise 1.0 at rate 0.2$"),
        ([(1.0, 0.1, 10), (1.0, 0.1, 10)], None),
        ([(1.0, 0.1, 10), (0.5, 0.1, 10)], "then 10 steps with noise 0.5 at rate 0.1$"),
        ([], "no step$"),
    ],
)
def test_the_accountant_must_agree(history: Any, words: str | None, tmp_path: Path) -> None:
    model, optimizer, loader, accountant, audited = started()
    for _ in range(2):
        train(model, optimizer, loader)
    audited.canaries.assignment = on_disk(tmp_path)
    accountant.history = history
    if words is None:
        audited.write(tmp_path / "run", accountant=accountant)
        return
    with pytest.raises(InvalidInput, match=f"must have counted 20 steps with noise 1.0 at rate 0.1: .*{words}"):
        audited.write(tmp_path / "run", accountant=accountant)
    assert not (tmp_path / "run").exists()


def test_a_training_that_ends_early_keeps_its_claim_with_a_note(tmp_path: Path) -> None:
    model, optimizer, loader, accountant, audited = started(steps=None, phases=[(1.0, 5), (0.5, 10), (2.0, 5)])
    audited.canaries.assignment = on_disk(tmp_path)
    with pytest.raises(InvalidInput, match="invalid run; must have 1 to 20 steps, at most those of its claim: 0"):
        audited.write(tmp_path / "run", accountant=accountant)
    assert not (tmp_path / "run").exists()
    train(model, optimizer, loader, most=5)
    optimizer.noise_multiplier = 0.5
    train(model, optimizer, loader, most=7)
    assert accountant.history == [(1.0, 0.1, 5), (0.5, 0.1, 7)]
    accountant.history = [(1.0, 0.1, 5), (0.5, 0.1, 10), (2.0, 0.1, 5)]
    with pytest.raises(InvalidInput, match="then 7 steps with noise 0.5 at rate 0.1: .* then 5 steps with noise 2.0"):
        audited.write(tmp_path / "run", accountant=accountant)
    accountant.history = [(1.0, 0.1, 5), (0.5, 0.1, 7)]
    with pytest.warns(UserWarning, match="^the run ended after 12 of 20 steps: "):
        audited.write(tmp_path / "run", accountant=accountant, parameters={"accuracy": 0.5})
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["claim"] == audited.claim
    assert manifest["parameters"]["accuracy"] == 0.5
    assert manifest["parameters"]["endedEarly"].startswith("the run ended after 12 of 20 steps: ")


def test_a_checkpoint_goes_on_where_it_was(tmp_path: Path) -> None:
    model, optimizer, loader, _, audited = started()
    train(model, optimizer, loader)
    torch.save(audited.state_dict(), tmp_path / "state.pt")
    train(model, optimizer, loader)
    _, _, _, _, again = started()
    again.load_state_dict(torch.load(tmp_path / "state.pt"))
    assert again.observed == 10
    for name, scores in again.canaries.scores.items():
        assert torch.equal(scores, torch.load(tmp_path / "state.pt")["scores"][name])
    with pytest.raises(InvalidInput, match="its canaries are others"):
        started(seed=2)[4].load_state_dict({**audited.state_dict(), "coordinates": torch.arange(CANARIES)})


def test_a_checkpoint_stays_what_it_was_when_training_goes_on_or_goes_back() -> None:
    model, optimizer, loader, _, audited = started()
    train(model, optimizer, loader)
    state = audited.state_dict()
    then = {name: scores.clone() for name, scores in audited.canaries.scores.items()}
    for _ in range(2):
        train(model, optimizer, loader)
        audited.load_state_dict(state)
        assert audited.observed == 10
        for name, scores in then.items():
            assert torch.equal(audited.canaries.scores[name], scores)


def test_a_checkpoint_of_other_coins_or_another_claim_is_refused() -> None:
    state = started()[4].state_dict()
    with pytest.raises(InvalidInput, match="other canaries are in than here"):
        started()[4].load_state_dict({**state, "included": [not coin for coin in state["included"]]})
    others = [f"other-{name}" for name in state["ids"]]
    # Checkpoints once had no ids.
    for changed in ({**state, "ids": others}, {key: value for key, value in state.items() if key != "ids"}):
        with pytest.raises(InvalidInput, match="its canaries have other ids than here: take the same assignment"):
            started()[4].load_state_dict(changed)
    with pytest.raises(InvalidInput, match=r"same claim \(dpsgd\(noise=2.0, .*: dpsgd\(noise=1.0, rate=0.1, steps=20\)$"):
        started(noise=2.0)[4].load_state_dict(state)


def test_a_rate_that_depends_on_the_coins_is_refused() -> None:
    records = CanaryRecords(dataset(), coins())
    _, optimizer, loader, _ = make_private(records, DataLoader(records, batch_size=6), 1.0, 2.0, 1)
    with pytest.raises(InvalidInput, match="its rate must not depend on who is in"):
        attach(optimizer, records, loader=loader, steps=20)
    for rate in (0.1, 0.0, 1e-9, -1 / len(loader)):
        with pytest.raises(InvalidInput, match="must be 1 / len"):
            attach(optimizer, records, loader=loader, steps=20, rate=rate)
    attach(optimizer, records, loader=loader, steps=20, rate=1 / len(loader))


def test_a_loader_of_other_records_is_refused() -> None:
    records = CanaryRecords(dataset(), coins())
    _, optimizer, _, _ = make_private(records, records.loader(6), 1.0, 2.0, 1)
    with pytest.raises(InvalidInput, match="the one that make_private returns"):
        attach(optimizer, records, loader=DataLoader(dataset(), batch_size=6), steps=20)
    with pytest.raises(InvalidInput, match="missing loader"):
        attach(optimizer, records, steps=20)
    with pytest.raises(InvalidInput, match="must be CanaryRecords, the data set trained on: TensorDataset"):
        attach(optimizer, dataset(), steps=20)


def test_a_shuffled_loader_is_warned_of_and_with_workers_refused() -> None:
    records = CanaryRecords(dataset(), coins())
    _, optimizer, _, _ = make_private(records, records.loader(6), 1.0, 2.0, 1)
    with pytest.raises(InvalidInput, match="take num_workers=0, or Poisson sampling"):
        attach(optimizer, records, loader=records.loader(6, shuffle=True, num_workers=2), steps=20)
    with pytest.warns(UserWarning, match="does not sample by Poisson"):
        attach(optimizer, records, loader=records.loader(6, shuffle=True), steps=20)


def test_attaching_twice_is_refused() -> None:
    _, optimizer, loader, _, audited = started()
    with pytest.raises(InvalidInput, match="attached to it already"):
        attach(optimizer, audited.canaries.records, loader=loader, steps=20)


@pytest.mark.parametrize(
    "name",
    [
        *["AdaClipDPOptimizer", "DPPerLayerOptimizer", "DistributedDPOptimizer", "DistributedPerLayerOptimizer"],
        *["SimpleDistributedPerLayerOptimizer", "DPOptimizerFastGradientClipping", "FSDPOptimizerFastGradientClipping"],
        *["DistributedDPOptimizerFastGradientClipping", "MyOptimizer", "SGD"],
    ],
)
def test_other_optimisers_are_refused_by_name(name: str) -> None:
    records = CanaryRecords(dataset(), coins())
    _, optimizer, loader, _ = make_private(records, records.loader(6), 1.0, 2.0, 1)
    optimizer.__class__ = type(name, (DPOptimizer,), {})
    with pytest.raises(InvalidInput, match=f"^unsupported optimizer {name}[:;] "):
        attach(optimizer, records, loader=loader, steps=20)


def test_half_precision_and_several_clip_norms_are_refused() -> None:
    records = CanaryRecords(dataset(), coins())
    _, optimizer, loader, _ = make_private(records, records.loader(6), 1.0, 2.0, 1)
    optimizer.max_grad_norm = [1.0, 2.0]
    with pytest.raises(InvalidInput, match="invalid max_grad_norm; must be one number"):
        attach(optimizer, records, loader=loader, steps=20)
    optimizer.max_grad_norm = 1.0
    optimizer.params[0].data = optimizer.params[0].data.to(torch.bfloat16)
    with pytest.raises(InvalidInput, match="must be float32 or better: torch.bfloat16"):
        attach(optimizer, records, loader=loader, steps=20)


def test_a_plan_has_steps_or_phases() -> None:
    for plan in ({}, {"steps": 20, "phases": [(1.0, 20)]}):
        with pytest.raises(InvalidInput, match="must have steps, or phases"):
            started(**{"steps": None, **plan})
    with pytest.raises(InvalidInput, match="must not be empty"):
        started(steps=None, phases=[])
    for phases in ((1.0, 20), [(1.0, 10, 3)], [1.0]):
        with pytest.raises(InvalidInput, match="must be pairs of noise and steps"):
            started(steps=None, phases=phases)
    with pytest.raises(InvalidInput, match="invalid steps; must be a positive whole number: 0"):
        started(steps=0)


def test_what_is_changed_in_the_class_later_is_what_is_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    model, optimizer, loader, _, audited = started(size=10.0)

    def unclipped(self: Any) -> None:
        for p in self.params:
            p.summed_grad = self.rows(p).sum(0)

    monkeypatch.setattr(DPOptimizer, "clip_and_accumulate", unclipped)
    monkeypatch.setattr(DPOptimizer, "add_noise", lambda self: [setattr(p, "grad", p.summed_grad) for p in self.params])
    train(model, optimizer, loader)
    found = audited.canaries.scores["sum"].numpy()
    assert set(numpy.round(found[found > 1] % 10, 3) % 10) == {0.0}
