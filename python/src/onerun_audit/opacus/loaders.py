"""The loader that make_private returns, and the sampling rate that follows from it."""

import warnings
from typing import Any

from onerun_audit.errors import InvalidInput
from onerun_audit.torch.records import CanaryRecords


def claimed_rate(loader: Any, records: CanaryRecords, stated: float | None) -> float:
    """The rate that Opacus's accountant takes, 1 / len(loader), which must not depend on who is in."""
    if getattr(loader, "dataset", None) is not records:
        raise InvalidInput("invalid loader; must be the one that make_private returns for these records")
    rate = 1 / len(loader)
    # Opacus makes a sampler of rate 1 / n and takes int(1 / rate) for its length, which rounding can make n - 1.
    planned = None if records.batches is None else (records.batches, int(1 / (1 / records.batches)))
    if stated is not None:
        # Several batches that are accumulated for one step are counted as one of their joint rate.
        batches = round(stated * len(loader))
        if batches < 1 or abs(stated * len(loader) - batches) > 1e-9:
            raise InvalidInput(
                f"invalid rate; must be 1 / len(loader), as Opacus counts it, or a multiple ({rate!r}): {stated!r}"
            )
        return batches * rate
    if planned is None or len(loader) not in planned:
        raise InvalidInput(
            "invalid loader; its rate must not depend on who is in: give make_private records.loader(batch_size), "
            f"or state the rate here (1 / len(loader) is {rate!r})"
        )
    return rate


def check_order(loader: Any) -> None:
    """Refuses loaders whose batches cannot be told apart; warns of those that do not sample as the claim says."""
    sampler = loader.batch_sampler
    kind = type(sampler).__name__
    if sampler is None:
        raise InvalidInput("invalid loader; must have a batch sampler")
    if kind == "DistributedUniformWithReplacementSampler":
        raise InvalidInput(f"unsupported sampler {kind}: each worker sees a part of the canaries alone")
    if loader.num_workers > 0 and not getattr(loader, "in_order", True):
        raise InvalidInput("invalid loader; its workers must deliver batches in order (in_order=True)")
    if not hasattr(sampler, "sample_rate"):
        if loader.num_workers > 0:
            raise InvalidInput(
                f"invalid loader; batches of {kind} are all of one size and cannot be told apart with workers: "
                "take num_workers=0, or Poisson sampling"
            )
        warnings.warn(
            f"the loader does not sample by Poisson ({kind}): the claim is not proved for it, and an audit that does "
            "not refute it says little of the sampling",
            stacklevel=3,
        )
