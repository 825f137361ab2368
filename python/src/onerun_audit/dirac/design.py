"""What is claimed of a training with Dirac canaries, and fixed before it."""

from dataclasses import dataclass

from onerun_audit.dirac.phases import Phase, claim_of, families_of
from onerun_audit.dirac.ratio import SCORES, SIDES
from onerun_audit.errors import InvalidInput


@dataclass(frozen=True)
class Design:
    """What is claimed and fixed before training: noise in units of the clip norm, sampling rate, steps, score, sides."""

    clip: float
    noise: float
    rate: float
    steps: int
    audited: str = "fitted_ratio"
    sides: str = "in"

    @property
    def claim(self) -> str:
        """The claim in onerun's grammar.

        >>> Design(clip=1.0, noise=2.5, rate=0.01, steps=1000).claim
        'dpsgd(noise=2.5, rate=0.01, steps=1000)'
        """
        return claim_of([Phase(self.noise, self.steps)], self.rate)

    def families(self, delta: float) -> list[str]:
        return families_of([Phase(self.noise, self.steps)], self.rate, delta)


def checked_design(*, clip: float, noise: float, rate: float, steps: int, audited: str, sides: str) -> Design:
    """The design, or the sentence that says what is wrong with it."""
    for name, good, what, value in [
        ("clip", 0 < clip < float("inf"), "a positive number", clip),
        ("noise", 0 < noise < float("inf"), "a positive number", noise),
        ("rate", 0 < rate <= 1, "in (0, 1]", rate),
        ("steps", steps >= 1 and steps % 1 == 0, "a positive whole number", steps),
    ]:
        if not good:
            raise InvalidInput(f"invalid {name}; must be {what}: {value}")
    if audited not in SCORES:
        raise InvalidInput(f"unknown score; must be one of {', '.join(SCORES)}: {audited}")
    if sides not in SIDES:
        raise InvalidInput(f"unknown sides; must be one of {', '.join(SIDES)}: {sides}")
    return Design(float(clip), float(noise), float(rate), int(steps), audited, sides)
