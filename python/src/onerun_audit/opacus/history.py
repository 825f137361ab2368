"""The accountant's history against the steps of the claim that were trained."""

import math
from collections.abc import Sequence
from typing import Any

from onerun_audit.dirac.phases import Phase
from onerun_audit.errors import InvalidInput


def check_history(accountant: Any, phases: Sequence[Phase], rate: float) -> None:
    """Refuses a run whose accountant counted other noise, another rate or other steps than these phases have."""
    # A PrivacyEngine has its accountant inside.
    history = getattr(getattr(accountant, "accountant", accountant), "history", None)
    if history is None:
        raise InvalidInput(f"invalid accountant; must have a history: {type(accountant).__name__}")
    counted = _merged((float(noise), float(each), int(steps)) for noise, each, steps in history)
    claimed = _merged((phase.noise, rate, phase.steps) for phase in phases)
    same = len(counted) == len(claimed) and all(
        math.isclose(a[0], b[0], rel_tol=1e-9) and math.isclose(a[1], b[1], rel_tol=1e-9) and a[2] == b[2]
        for a, b in zip(counted, claimed)
    )
    if not same:
        raise InvalidInput(f"invalid run; its accountant must have counted {_words(claimed)}: {_words(counted)}")


def _merged(parts: Any) -> list[tuple[float, float, int]]:
    """Neighbours with the same noise and rate as one."""
    merged: list[tuple[float, float, int]] = []
    for noise, rate, steps in parts:
        if merged and merged[-1][:2] == (noise, rate):
            merged[-1] = (noise, rate, merged[-1][2] + steps)
        else:
            merged.append((noise, rate, steps))
    return merged


def _words(parts: Sequence[tuple[float, float, int]]) -> str:
    said = [f"{steps} steps with noise {noise!r} at rate {rate!r}" for noise, rate, steps in parts]
    return ", then ".join(said) or "no step"
