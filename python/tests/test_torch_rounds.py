"""Fresh canaries in every step: what is planted, read, kept and refused, and what their evidence finds."""

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onerun_audit as onerun
import pytest
import torch
from dp_optimizer import DPOptimizer, Linear

from onerun_audit.dirac.fresh import FreshDraws
from onerun_audit.opacus import attach
from onerun_audit.torch import Rounds, RoundsRefuted

PLAN = json.loads((Path(__file__).parents[2] / "test" / "golden" / "answers" / "rounds.json").read_text())["plan"]
NOISE, CANARIES, SIZES = 1.5, PLAN["canaries"], [300, 100]


def two_scores() -> dict[str, Any]:
    """The same plan with two scores, which share the evidence."""
    experts = [{**e, "weight": e["weight"] / 2, "score": score} for score in (0, 1) for e in PLAN["experts"]]
    members = [{**member, "prices": member["prices"] * 2} for member in PLAN["members"]]
    return {**PLAN, "scores": 2, "experts": experts, "members": members}


def train(
    rounds: Rounds, steps: int, noise: float = NOISE, share: float = 0.0, seed: int = 0, clipped: Any = None
) -> None:
    """Steps of a training whose noise comes again in part."""
    generator = torch.Generator().manual_seed(seed)
    draw = lambda: [torch.randn(size, generator=generator) for size in SIZES]
    last = draw()
    for _ in range(steps):
        summed = [5 * part for part in draw()]
        rounds.plant(summed, clipped)
        last = [share * old + (1 - share**2) ** 0.5 * new for old, new in zip(last, draw())]
        rounds.read([part + noise * own for part, own in zip(summed, last)])


def test_scores_are_what_was_released_less_what_the_others_sum_to(tmp_path: Path) -> None:
    rounds = Rounds(PLAN, SIZES, clip=2.0, out=tmp_path / "run")
    train(rounds, 3, noise=0.0)
    rounds.finish()
    with np.load(tmp_path / "run" / "rounds.npz") as found:
        assert found["scores"].shape == (3, CANARIES)
        np.testing.assert_allclose(found["scores"], found["included"], atol=1e-5)


@pytest.mark.parametrize("plan", [PLAN, two_scores()])
def test_the_files_give_the_evidence_that_was_seen(plan: dict[str, Any], tmp_path: Path) -> None:
    rounds = Rounds(plan, SIZES, clip=1.0, out=tmp_path / "run")
    train(rounds, 30, noise=NOISE / 2)
    seen, refuted = rounds.evidence, rounds.refuted_at
    rounds.finish()
    assert refuted is not None and refuted <= 20
    again = onerun.Rounds(tmp_path / "run" / "plan.json")
    with np.load(tmp_path / "run" / "rounds.npz") as found:
        again.add_all(*(found[name] for name in ["scores", "included", *(["scores2"] if plan["scores"] > 1 else [])]))
    assert again.evidence == pytest.approx(seen, rel=1e-12)
    with open(tmp_path / "run" / "evidence.csv") as file:
        assert float(list(csv.DictReader(file))[-1]["log_evidence"]) == pytest.approx(again.log_evidence, rel=1e-12)
    counted = onerun.Rounds(plan)
    if plan["scores"] == 1:
        with open(tmp_path / "run" / "counts.csv") as file:
            for row in csv.DictReader(file):
                counted.add(int(row["right"]))
        assert counted.evidence == pytest.approx(seen, rel=1e-12)


def test_noise_that_repeats_is_seen_by_the_second_score_alone(tmp_path: Path) -> None:
    one, two = (Rounds(plan, SIZES, clip=1.0, out=tmp_path / str(plan["scores"])) for plan in (PLAN, two_scores()))
    for rounds in (one, two):
        train(rounds, 30, share=0.95)
    assert one.refuted_at is None and two.evidence > 20
    assert two.refuted_at is not None


def test_honest_trainings_are_refuted_seldom(tmp_path: Path) -> None:
    """150 of 40 steps; at most 5% ever cross, and with most of the wealth never staked far fewer do."""
    crossed = 0
    for seed in range(150):
        rounds = Rounds(two_scores(), SIZES, clip=1.0, out=tmp_path / str(seed), progress=False)
        train(rounds, 40, seed=seed)
        rounds.settle()
        crossed += rounds.refuted_at is not None
    assert crossed <= 5


def test_coins_are_those_that_were_committed_to(tmp_path: Path) -> None:
    rounds = Rounds(PLAN, SIZES, clip=1.0, out=tmp_path / "run")
    train(rounds, 2)
    rounds.finish()
    secret = bytes.fromhex((tmp_path / "run" / "coins.secret").read_text())
    committed = json.loads((tmp_path / "run" / "coins.commitment.json").read_text())["sha256"]
    assert committed == hashlib.sha256(secret).hexdigest()
    with np.load(tmp_path / "run" / "rounds.npz") as found:
        for number in (1, 2):
            coins = hashlib.shake_256(secret + f" coins {number}".encode()).digest(8)
            bits = [coins[i // 8] >> (i % 8) & 1 for i in range(CANARIES)]
            assert found["included"][number - 1].tolist() == bits


def test_draws_are_fair_and_fresh() -> None:
    draws = FreshDraws(b"secret", 500, 5000)
    rounds = [draws.round(number) for number in range(1, 41)]
    assert abs(np.mean([each.included for each in rounds]) - 0.5) < 4 * 0.5 / (40 * 500) ** 0.5
    assert abs(np.mean([each.signs for each in rounds])) < 4 / (40 * 500) ** 0.5
    assert all(len(np.unique(each.coordinates)) == 500 for each in rounds)
    assert len({each.included.tobytes() for each in rounds}) == 40


def test_a_crash_loses_the_round_at_work_and_no_coins_are_used_again(tmp_path: Path) -> None:
    rounds = Rounds(PLAN, SIZES, clip=1.0, out=tmp_path / "run")
    train(rounds, 5)
    rounds.plant([torch.zeros(size) for size in SIZES])
    # The training ends here: round 5 was read and not settled, round 6 planted and not read.
    with pytest.raises(onerun.InvalidInput, match="go on with resume=True"):
        Rounds(PLAN, SIZES, clip=1.0, out=tmp_path / "run")
    again = Rounds(PLAN, SIZES, clip=1.0, out=tmp_path / "run", resume=True)
    assert again.followed.count == 6
    # More steps than were planned have room too.
    train(again, 50, seed=1)
    again.finish()
    with np.load(tmp_path / "run" / "rounds.npz") as found:
        lost = np.isnan(found["scores"]).any(axis=1)
        assert lost.nonzero()[0].tolist() == [4, 5] and len(lost) == 56
        assert len({row.tobytes() for row in found["included"]}) == 56
    with pytest.raises(onerun.InvalidInput, match="finished rounds are not replaced"):
        Rounds(PLAN, SIZES, clip=1.0, out=tmp_path / "run", resume=True)


def test_the_training_may_be_stopped(tmp_path: Path) -> None:
    seen: list[int] = []
    rounds = Rounds(
        PLAN,
        SIZES,
        clip=1.0,
        out=tmp_path / "run",
        stop_when_refuted=True,
        callback=lambda each: seen.append(each.followed.count),
    )
    with pytest.raises(RoundsRefuted, match=r"steps=40\) does not hold: refuted at step"):
        train(rounds, 40, noise=NOISE / 2)
    rounds.finish()
    assert seen == list(range(1, len(seen) + 1)) and rounds.refuted_at is not None


def test_clipping_is_tested_by_canaries_that_go_through_it(tmp_path: Path) -> None:
    kept, none = (Rounds(PLAN, SIZES, clip=1.0, out=tmp_path / name, through=60) for name in ("kept", "none"))
    train(kept, 20, clipped=lambda lengths: np.clip(lengths, -1, 1))
    train(none, 20, clipped=lambda lengths: lengths)
    assert kept.evidence < 20 and kept.refuted_at is None and none.evidence > 20
    with pytest.raises(onerun.InvalidInput, match="need clipped"):
        kept.plant([torch.zeros(size) for size in SIZES])


@pytest.mark.parametrize("broken", [None, "noise", "clipping"])
def test_opacus_is_watched_step_by_step(broken: str | None, tmp_path: Path) -> None:
    generator = torch.Generator().manual_seed(3)
    model = Linear(400, generator)

    class Unclipped(DPOptimizer):
        def clip_and_accumulate(self) -> None:
            self.max_grad_norm, own = 1e9, self.max_grad_norm
            super().clip_and_accumulate()
            self.max_grad_norm = own

    optimizer = DPOptimizer([model.weight, model.bias], NOISE, 2.0, generator)
    if broken == "clipping":
        optimizer.clip_and_accumulate = lambda: Unclipped.clip_and_accumulate(optimizer)
        optimizer.__class__ = type("DPOptimizer", (Unclipped,), {})
    watched = attach(optimizer, rounds="step", plan=PLAN, out=tmp_path / "run", through=40)
    if broken == "noise":
        optimizer.__class__ = type("DPOptimizer", (DPOptimizer,), {"add_noise": half_noise})
    # Every second step is virtual.
    optimizer.skips = [True, False] * 20
    for _ in range(40):
        optimizer.zero_grad()
        model.backward(torch.randn(8, 400, generator=generator), torch.randn(8, generator=generator))
        optimizer.step()
    assert watched.evidence < 20 if broken is None else watched.refuted_at is not None
    assert watched.followed.count == 20
    watched.finish()


def half_noise(self: Any) -> None:
    for p in self.params:
        noise = torch.randn(p.shape, generator=self.generator)
        p.grad = p.summed_grad + self.noise_multiplier / 2 * self.max_grad_norm * noise


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    begin = lambda **changes: Rounds(**{"plan": PLAN, "sizes": SIZES, "clip": 1.0, "out": tmp_path / "run", **changes})
    for changes, sentence in [
        ({"clip": 0.0}, "invalid clip"),
        ({"sizes": [100]}, "at most half as many canaries as parameters"),
        ({"through": 61}, "invalid through"),
        ({"plan": {**PLAN, "lowerIsIn": True}}, "where a higher score is in"),
        ({"plan": {**PLAN, "length": 50}}, "onerun plan --rounds step"),
    ]:
        with pytest.raises(onerun.InvalidInput, match=sentence):
            begin(**changes)
    assert not (tmp_path / "run").exists()
    rounds = begin()
    zeros = lambda: [torch.zeros(size) for size in SIZES]
    with pytest.raises(onerun.InvalidInput, match="it had no plant"):
        rounds.read(zeros())
    rounds.plant(zeros())
    with pytest.raises(onerun.InvalidInput, match="take turns"):
        rounds.plant(zeros())
    rounds.read([torch.full((size,), float("nan")) for size in SIZES])
    with pytest.raises(onerun.InvalidInput, match="must be finite"):
        rounds.settle()
    with pytest.raises(onerun.InvalidInput, match="must have the sizes"):
        rounds.plant([torch.zeros(3)])
    optimizer = DPOptimizer([torch.nn.Parameter(torch.zeros(400))], 1.0, 1.0, torch.Generator())
    with pytest.raises(onerun.InvalidInput, match="the plan claims gaussian"):
        attach(optimizer, rounds="step", plan=PLAN, out=tmp_path / "other")
    other = {**PLAN, "round": "gaussian(sigma=1, relation=replace)"}
    with pytest.raises(onerun.InvalidInput, match="the plan claims gaussian"):
        attach(optimizer, rounds="step", plan=other, out=tmp_path / "another")
    with pytest.raises(onerun.InvalidInput, match='must be "step"'):
        attach(optimizer, rounds="50", plan=PLAN, out=tmp_path / "other")
