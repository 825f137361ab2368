"""What is claimed of a training: noise and number of steps, phase by phase."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from onerun_audit.errors import InvalidInput


class Phase(NamedTuple):
    """Steps with one noise, which is in units of the clip norm."""

    noise: float
    steps: int


def phases_of(given: Sequence[Any]) -> list[Phase]:
    """Pairs of noise and steps as phases.

    >>> phases_of([(1.0, 100), (0.8, 50)])
    [Phase(noise=1.0, steps=100), Phase(noise=0.8, steps=50)]
    """
    if not all(isinstance(phase, (tuple, list)) and len(phase) == 2 for phase in given):
        raise InvalidInput(f"invalid phases; must be pairs of noise and steps, as in [(1.0, 100), (0.8, 50)]: {given!r}")
    if not given:
        raise InvalidInput("invalid phases; must not be empty")
    return [Phase(*phase) for phase in given]


def phase_at(phases: Sequence[Phase], step: int) -> Phase:
    """The phase of a step, counted from 0; after the last one, the last one."""
    for phase in phases:
        if step < phase.steps:
            return phase
        step -= phase.steps
    return phases[-1]


def first_steps(phases: Sequence[Phase], steps: int) -> list[Phase]:
    """What so many steps, the first ones, have of the phases.

    >>> first_steps([Phase(1.0, 100), Phase(0.8, 50)], 120)
    [Phase(noise=1.0, steps=100), Phase(noise=0.8, steps=20)]
    """
    first = []
    for phase in phases:
        if steps > 0:
            first.append(Phase(phase.noise, min(phase.steps, steps)))
        steps -= phase.steps
    return first


def claim_of(phases: Sequence[Phase], rate: float) -> str:
    """The claim in the grammar of `onerun audit`.

    >>> claim_of([Phase(1.0, 100)], 0.05)
    'dpsgd(noise=1.0, rate=0.05, steps=100)'
    >>> claim_of([Phase(1.0, 100), Phase(0.8, 50)], 0.05)
    'compose(dpsgd(noise=1.0, rate=0.05, steps=100), dpsgd(noise=0.8, rate=0.05, steps=50))'
    """
    parts = [f"dpsgd(noise={phase.noise!r}, rate={rate!r}, steps={phase.steps})" for phase in phases]
    return parts[0] if len(parts) == 1 else f"compose({', '.join(parts)})"


def families_of(phases: Sequence[Phase], rate: float, delta: float) -> list[str]:
    """The families in which the audit looks for an epsilon; DP-SGD's own only where there is one noise."""
    own = [f"dpsgd(rate={rate!r}, steps={phases[0].steps})"] if len(phases) == 1 else []
    return [f"approx-dp(delta={delta!r})", "gaussian", *own]
