"""How many steps a run has had when it is written."""

import warnings
from collections.abc import Mapping
from typing import Any

from onerun_audit.errors import InvalidInput


def noted_end(observed: int, planned: int, parameters: Mapping[str, Any] | None) -> dict[str, Any]:
    """The run's parameters, with a note where it ended before its planned steps.

    The first steps of a training can be computed from all of its steps, so what is claimed of all holds for them.
    """
    if not 1 <= observed <= planned:
        raise InvalidInput(f"invalid run; must have 1 to {planned} steps, at most those of its claim: {observed}")
    if observed == planned:
        return dict(parameters or {})
    note = f"the run ended after {observed} of {planned} steps: the claim holds for fewer steps too, which leak less"
    warnings.warn(note, stacklevel=3)
    return {**(parameters or {}), "endedEarly": note}
