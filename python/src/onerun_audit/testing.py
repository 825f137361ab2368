"""For tests of a library: does a mechanism keep its claim?"""

import functools
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from onerun_audit.arrays import ArrayLike, joined, scores_of
from onerun_audit.errors import InvalidInput
from onerun_audit.process import ask, flags

#: Runs once on who is in, with a generator for all its random numbers, and returns scores.
Mechanism = Callable[[np.ndarray, np.random.Generator], ArrayLike]

Outcome = Literal["refuted", "not-refuted", "could-not-have-noticed"]


@dataclass(frozen=True)
class KeepsFacts:
    """What a test of a mechanism found, with everything that is needed to repeat it."""

    claim: str
    m: int
    """Canaries, options per canary and guesses of each run."""
    k: int
    guesses: int
    sides: str
    runs: int
    """How often the mechanism ran, and the right guesses of each run."""
    correct: tuple[int, ...]
    critical: int
    """So many right, in every run, refute the claim."""
    p_value: float
    tau: float
    outcome: Outcome
    stands_from: int | None
    """From so many right guesses on, of all runs together, the claim stands; None where it never does."""
    violation: str | None
    """What was to be noticed; None where nothing is usual."""
    power: float | None
    """How likely the best scores are to have it refuted, and those that the mechanism returned (an estimate)."""
    attack_power: float | None
    seed: int | str
    summary: str
    """The same in words."""


class ClaimRefuted(AssertionError):
    """A mechanism does not keep its claim. The message says everything in words, `facts` in numbers."""

    def __init__(self, facts: KeepsFacts) -> None:
        super().__init__(facts.summary)
        self.facts = facts

    def __reduce__(self) -> Any:
        return type(self), (self.facts,)


class CouldNotHaveNoticed(InvalidInput):
    """A test would have passed a broken mechanism too: its design is too small, or the scores show too little.

    The message says which, and what helps; `facts` is None where nothing was run.
    """

    def __init__(self, message: str, facts: KeepsFacts | None = None) -> None:
        super().__init__(message)
        self.facts = facts

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.facts)


def assert_keeps(
    mechanism: Mechanism,
    claim: str,
    m: int = 1000,
    *,
    min_power: float | None = None,
    seed: int | str | None = None,
    k: int = 2,
    tau: float | None = None,
    sides: Literal["in", "out", "both"] | None = None,
    guesses: int | None = None,
    model: str | None = None,
    violation: str | None = None,
    runs: int | None = None,
) -> KeepsFacts:
    """Fails with `ClaimRefuted` where a run of the mechanism refutes the claim.

    `mechanism(included, rng)` runs once: `included[i]` is true if record i is in the data, so for a sum of unit
    vectors, one per record, it is the exact sum. It returns one score per record, the higher the more likely in; for
    such a sum the noisy sum itself. With k options above 2, `included[i]` says which of k candidates is in, and the
    scores are m x k.

    A mechanism that keeps the claim is refuted with probability at most `tau`, 0.05 unless stated; a seed makes the
    outcome the same every time where the mechanism draws from `rng`. The number of guesses is planned from `m` and the
    claim alone, and with more than 2 options every record is guessed; at a small `tau` the mechanism runs as often as
    it takes to catch the violation.

    A pass says something only if a violation would have been noticed. `CouldNotHaveNoticed` is raised where the design
    (before the mechanism runs) or the scores that it returned would have shown the violation, half the noise unless
    stated, with a probability below `min_power`, 0.5 unless stated. With 0 every mechanism passes that is not refuted.

    >>> def noisy_sum(included, rng):
    ...     return included + rng.normal(size=len(included))
    >>> assert_keeps(noisy_sum, "gaussian(sigma=1)", seed=1).power > 0.99
    True
    >>> assert_keeps(noisy_sum, "gaussian(sigma=2)", seed=1)
    Traceback (most recent call last):
    onerun_audit.testing.ClaimRefuted: gaussian(sigma=2) is refuted: 140 of 160 guesses right (1000 canaries), ...
    """
    __tracebackhide__ = True
    asked = _words(
        claim,
        m,
        k,
        tau=tau,
        sides=sides,
        guesses=guesses,
        model=model,
        violation=violation,
        runs=runs,
        min_power=min_power,
    )
    design = _design(asked)
    if design["blind"] is not None:
        raise CouldNotHaveNoticed(design["blind"])
    facts = _facts(mechanism, design, asked, seed, {"model": model, "min_power": min_power})
    if facts.outcome == "refuted":
        raise ClaimRefuted(facts)
    if facts.outcome != "not-refuted" and min_power != 0:
        raise CouldNotHaveNoticed(facts.summary, facts)
    return facts


def test_outcome(
    mechanism: Mechanism,
    claim: str,
    m: int = 1000,
    *,
    seed: int | str | None = None,
    k: int = 2,
    tau: float | None = None,
    sides: Literal["in", "out", "both"] | None = None,
    guesses: int | None = None,
    model: str | None = None,
    violation: str | None = None,
    runs: int | None = None,
) -> Outcome:
    """What `assert_keeps` finds, as a word.

    >>> test_outcome(lambda included, rng: included * 0.0, "gaussian(sigma=1)", seed=1)
    'could-not-have-noticed'
    """
    asked = _words(claim, m, k, tau=tau, sides=sides, guesses=guesses, model=model, violation=violation, runs=runs)
    design = _design(asked)
    return _facts(mechanism, design, asked, seed, {}).outcome if design["runs"] > 0 else "could-not-have-noticed"


#: A verb that test files import, and no test.
test_outcome.__test__ = False  # type: ignore[attr-defined]


def _facts(
    mechanism: Mechanism, design: dict[str, Any], asked: tuple[str, ...], seed: int | str | None, more: dict[str, Any]
) -> KeepsFacts:
    """Runs the mechanism as often as the design says, and has the program judge its scores."""
    __tracebackhide__ = True
    used = secrets.randbits(53) if seed is None else _seed(seed)
    coins, scores = zip(*(_play(mechanism, design, used, run) for run in range(design["runs"])))
    several = design["k"] > 2
    arrays = {
        "scores" if several else "score": joined(scores),
        "truth" if several else "included": np.concatenate(coins),
        **({"run": np.repeat(np.arange(1, len(scores) + 1), design["m"])} if len(scores) > 1 else {}),
    }
    return _read(ask(["keeps", "-", *asked, f"--seed={used}"], arrays=arrays).document, used, more)


def _seed(seed: Any) -> int | str:
    """A seed that can be typed again."""
    found = seed.item() if isinstance(seed, np.integer) else seed
    if isinstance(found, bool) or not isinstance(found, (int, str)):
        raise InvalidInput(f"invalid seed; must be a whole number or a text: {found!r}")
    return found


def _words(claim: str, m: int, k: int, **options: Any) -> tuple[str, ...]:
    return tuple(flags({"claim": claim, "canaries": m, "options": k, **options}))


@functools.lru_cache(maxsize=100)
def _design(asked: tuple[str, ...]) -> dict[str, Any]:
    """What is fixed before the mechanism runs; designs are remembered."""
    return ask(["keeps", *asked]).document


def _play(mechanism: Mechanism, design: dict[str, Any], seed: int | str, run: int) -> tuple[np.ndarray, np.ndarray]:
    """One run with coins of its own: who was in, and the scores."""
    m, k = design["m"], design["k"]
    entropy = int.from_bytes(hashlib.sha256(str(seed).encode("utf-8")).digest()[:16], "big")
    for_coins, for_mechanism = np.random.SeedSequence([entropy, run]).spawn(2)
    drawn = np.random.default_rng(for_coins).integers(0, k, m)
    included = drawn.astype(bool) if k == 2 else drawn
    # The mechanism has a copy: what it does to it does not change who was in.
    returned = mechanism(included.copy(), np.random.default_rng(for_mechanism))
    scores = scores_of(returned, "scores")
    wanted = (m,) if k == 2 else (m, k)
    if scores.shape != wanted:
        raise InvalidInput(f"invalid scores; the mechanism must return an array of shape {wanted}: {scores.shape}")
    return included, scores


def _read(found: dict[str, Any], seed: int | str, more: dict[str, Any]) -> KeepsFacts:
    same = ("claim", "m", "k", "guesses", "sides", "runs", "critical", "tau", "outcome", "violation", "power")
    facts = {name: found[name] for name in same}
    again = {
        "m": facts["m"],
        "k": None if facts["k"] == 2 else facts["k"],
        "guesses": facts["guesses"],
        "sides": None if facts["sides"] == "both" else facts["sides"],
        "runs": facts["runs"],
        "tau": facts["tau"],
        "violation": facts["violation"],
        **more,
        "seed": seed,
    }
    given = ", ".join(f"{name}={value!r}" for name, value in again.items() if value is not None)
    repeat = (
        f"To repeat it: assert_keeps(mechanism, {facts['claim']!r}, {given}); the outcome is the same where the "
        "mechanism draws all its random numbers from `rng`."
    )
    return KeepsFacts(
        **facts,
        correct=tuple(found["correct"]),
        p_value=found["pValue"],
        stands_from=found["standsFrom"],
        attack_power=found["attackPower"],
        seed=seed,
        summary="\n".join([*found["sentences"], repeat]),
    )
