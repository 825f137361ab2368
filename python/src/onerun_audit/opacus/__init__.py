"""Canaries through the real path of Opacus: its sampler draws them, its optimiser clips, sums and noises them.

    records = CanaryRecords(dataset, "canaries.csv")
    loader = records.loader(batch_size=100)
    model, optimizer, loader = engine.make_private(module=model, optimizer=optimizer, data_loader=loader, ...)
    audited = attach(optimizer, records, steps=200, loader=loader)
    ...                                                       train as always
    audited.write("run", accountant=engine.accountant)        then: onerun audit run

See docs/opacus.md.
"""

from collections.abc import Sequence
from typing import Any

from onerun_audit.dirac.phases import Phase, phases_of
from onerun_audit.errors import InvalidInput
from onerun_audit.opacus.attached import AttachedCanaries
from onerun_audit.opacus.batches import DrawnBatches
from onerun_audit.opacus.loaders import check_order, claimed_rate
from onerun_audit.opacus.optimizers import check_optimizer
from onerun_audit.opacus.rounds import AttachedRounds
from onerun_audit.torch.record_canaries import RecordCanaries
from onerun_audit.torch.records import CanaryRecords

__all__ = ["AttachedCanaries", "AttachedRounds", "attach"]


def attach(
    optimizer: Any,
    records: CanaryRecords | None = None,
    *,
    rounds: str | None = None,
    loader: Any = None,
    steps: int | None = None,
    phases: Sequence[Phase | tuple[float, int]] | None = None,
    rate: float | None = None,
    size: float = 1.0,
    seed: int = 0,
    audited: str = "fitted_ratio",
    sides: str = "in",
    **options: Any,
) -> AttachedCanaries | AttachedRounds:
    """Puts canaries into a private training, between `make_private` and the first step, and states its claim.

    `steps` is how many steps are planned with the optimiser's noise; where noise is scheduled, `phases` has noise
    multiplier and steps of each phase instead. `loader` is the one that `make_private` returned. `size` is the norm of
    a canary's gradient in units of the clip norm: 10 shows clipping that does not clip. `seed` chooses the canaries'
    coordinates. `audited` and `sides` fix how the audit will guess.

    With `rounds="step"` canaries are drawn anew in every step, without records: `plan` and `out` are those of
    `onerun_audit.torch.Rounds`, as are further options; a fifth of the canaries go through clipping unless `through` says so.
    """
    if rounds is not None:
        if rounds != "step" or records is not None:
            raise InvalidInput('invalid rounds; must be "step", and without records')
        check_optimizer(optimizer)
        return AttachedRounds(optimizer, **{"through": None, **options})
    if options:
        raise InvalidInput(f"unknown option; goes with rounds alone: {', '.join(options)}")
    if not isinstance(records, CanaryRecords):
        kind = type(records).__name__
        raise InvalidInput(f"invalid canaries; must be CanaryRecords, the data set trained on: {kind}")
    if loader is None:
        raise InvalidInput("missing loader; must be the one that make_private returns")
    if (steps is None) == (phases is None):
        raise InvalidInput("invalid plan; must have steps, or phases where noise is scheduled")
    check_optimizer(optimizer)
    planned = [Phase(optimizer.noise_multiplier, steps)] if phases is None else phases_of(phases)
    claimed = claimed_rate(loader, records, rate)
    check_order(loader)
    parameters = optimizer.params
    canaries = RecordCanaries(
        records,
        [parameter.numel() for parameter in parameters],
        clip=optimizer.max_grad_norm,
        rate=claimed,
        phases=planned,
        size=size,
        seed=seed,
        audited=audited,
        sides=sides,
        device=parameters[0].device,
    )
    about = {"framework": "opacus", "sampler": type(loader.batch_sampler).__name__, "size": size}
    return AttachedCanaries(
        optimizer, canaries, DrawnBatches(loader.batch_sampler, prefetched=loader.num_workers > 0), about
    )
