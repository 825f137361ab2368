"""What the verbs return, as frozen dataclasses. Made by make_records.py from the published JSON schemas.

Names are those of the schemas in snake_case. A number that is unbounded is `math.inf` here and null in JSON.
"""

# ruff: noqa: E501
from dataclasses import dataclass, field
from typing import Any, Literal

from onerun_audit.record import UNBOUNDED, Record

__all__ = [
    "AttackDescription", "AttackNumbers", "AttackTogether", "AuditAttack", "AuditCheck", "AuditFile",
    "AuditInput", "AuditPower", "AuditProvenance", "AuditRecord", "AuditRisk", "AuditTies", "BoundRecord",
    "CalibrationRecord", "CanariesRecord", "CheckedCommitment", "ClaimInstead", "ClaimRisk", "ClaimTest",
    "ClassicalAudit", "CountedAttack", "CurvePoint", "CurveRecord", "CurveTest", "DeltaAtEpsilon", "DeltaRisk",
    "EnoughCanaries", "EpsilonAtDelta", "EpsilonStatement", "ErrorRate", "Estimate", "FixedGuesses",
    "FixedInAdvance", "FixedNumber", "JointRuns", "LargestEpsilon", "LedgerBet", "LedgerCount", "LedgerDesign",
    "LedgerEpsilon", "LedgerProduct", "LedgerReportRecord", "LedgerRun", "LedgerStep", "Observation",
    "PlanRecord", "PlanRow", "PosteriorRisk", "ProvedEpsilon", "ProvedRisk", "RateNumbers", "RateRisk",
    "SWITCHES", "Standing", "VerifyRecord",
]


#: Choices of an audit that are made or not, and have no value.
SWITCHES = ('same_canary', 'lower_is_in', 'one_per_run')


@dataclass(frozen=True, kw_only=True, repr=False)
class Observation(Record):
    """What one game showed: canaries, options per canary, guesses, and how many of them were right."""

    m: int
    k: int
    guesses: int
    correct: int
    sides: Literal['in', 'out'] | None = None
    """Where every guess said the same: what it said."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ClaimTest(Record):
    """A p-value of the claim."""

    method: str
    guesses: int
    """The number it was made with, where several were tried."""
    p_value: float
    level: float
    """Its share of tau: it refutes where its p-value is at most this."""
    refuted: bool
    per_run: float | None = None
    """Of several runs: the probability with which one counts is at most this."""
    assumes: Literal['independent-canaries'] | None = None
    """What it rests on besides."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Estimate(Record):
    """A number with its 95% interval, which holds only if canaries do not interact."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True, kw_only=True, repr=False)
class RateNumbers(Record):
    """The true positives at the lowest threshold that keeps false positives within a rate."""

    fpr: float
    """At most this share of the canaries out is called in."""
    false_positives: int | None
    true_positives: int | None
    tpr: Estimate | None
    """None where so few canaries out cannot show the rate."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AttackNumbers(Record):
    """How well an attack tells the canaries of one run apart."""

    included: int
    excluded: int
    auc: Estimate
    """A number with its 95% interval, which holds only if canaries do not interact."""
    rates: tuple[RateNumbers, ...]
    advantage: float
    """The largest TPR - FPR over all thresholds."""
    accuracy: float
    """The largest share of canaries told right over all thresholds."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AttackTogether(Record):
    """Averages over several runs, each with thresholds of its own: scores of two runs are never compared."""

    auc: Estimate
    """A number with its 95% interval, which holds only if canaries do not interact."""
    rates: tuple[RateNumbers, ...]
    advantage: float
    """The largest TPR - FPR over all thresholds."""
    accuracy: float
    """The largest share of canaries told right over all thresholds."""
    runs: int


@dataclass(frozen=True, kw_only=True, repr=False)
class AttackDescription(Record):
    """How well the attack did: numbers to look at, which no verdict rests on."""

    assumption: Literal['descriptive']
    """Describes the attack; proves nothing about the claim."""
    label: str
    confidence: float
    """Of each interval, which holds only if canaries do not interact."""
    runs: tuple[AttackNumbers | None, ...]
    """None for a run whose canaries are all in or all out."""
    together: AttackTogether | None
    """Averages over several runs, each with thresholds of its own."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditAttack(Record):
    """What the attack was worth, beside the best one on the claimed mechanism: an estimate from the counts."""

    strength: float | None
    """1 as good as the best attack on the claimed mechanism, 0 no better than blind; an estimate."""
    right: int | None
    """Right guesses of all runs, at the number that standing is about."""
    description: AttackDescription | None
    """None for a choice among candidates."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditPower(Record):
    """How likely a violation is to be refuted."""

    violation: str
    best: float
    """How likely the best attack is to have it refuted."""
    this_attack: float | None
    """The same of an attack of this strength; an estimate."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Standing(Record):
    """What "not refuted" is worth, decided before there are scores."""

    guesses: int
    """In each run."""
    model: str
    """The mechanism that is taken to keep the claim."""
    violation: str | None
    """What should be noticed; None where nothing is usual."""
    power: float | None
    """How likely the best attack is to have it refuted."""
    refuted_from: int | None
    """Right guesses that refute; None for several runs."""
    stands_from: int | None
    """Right guesses of all runs from which "not refuted" stands; None where it never does."""
    could_not: Literal['never-refutes', 'little-power', 'like-blind'] | None
    expected: float
    """Right guesses of the best attack on the claimed mechanism."""
    weak_below: int
    """With fewer the attack is weaker than that, but in one case of 1,000."""
    is_rough: bool
    """Whether the strength of an attack is told only roughly."""
    runs_needed: int | None = None
    """Of several runs: how many must count."""
    each_from: int | None = None
    """Of several runs: with fewer right guesses of its own a run looks blind."""
    runs_seeing: int | None = None
    """Of several runs: how many need so many right, or the attack was blind in too many."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ProvedEpsilon(Record):
    """What was proved within a family: epsilon at delta is at least this, at confidence 1 - tau."""

    method: Literal['paper', 'optimal', 'steinke', 'independent', 'classical']
    family: str
    delta: float
    parameter: float | None
    """The family's, at the bound; None where nothing was rejected."""
    epsilon: float = field(metadata=UNBOUNDED)
    """Infinite where it is unbounded."""
    largest_provable: float = field(metadata=UNBOUNDED)
    """Infinite where it is unbounded."""
    assumption: Literal['worst-case', 'model-based', 'independent-canaries']
    note: str | None = None
    """Such as that the method fell back on another."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LargestEpsilon(Record):
    """The largest epsilon that was proved under one assumption."""

    assumption: Literal['worst-case', 'model-based', 'independent-canaries']
    delta: float
    epsilon: float = field(metadata=UNBOUNDED)
    """Infinite where it is unbounded."""
    family: str
    method: Literal['paper', 'optimal', 'steinke', 'independent', 'classical']


@dataclass(frozen=True, kw_only=True, repr=False)
class JointRuns(Record):
    """What several runs showed together."""

    runs: int
    at_least: int
    reached: int
    """How many runs had at least so many right."""
    needed: int | None
    """How many would have refuted the claim."""


@dataclass(frozen=True, kw_only=True, repr=False)
class FixedGuesses(Record):
    """Of `FixedInAdvance.guesses`."""

    value: tuple[int, ...]
    from_: Literal['plan', 'manifest', 'stated', 'planned', 'counted']


@dataclass(frozen=True, kw_only=True, repr=False)
class FixedNumber(Record):
    """Of `FixedInAdvance.at_least`."""

    value: int
    from_: Literal['plan', 'manifest', 'stated', 'planned', 'counted']


@dataclass(frozen=True, kw_only=True, repr=False)
class FixedInAdvance(Record):
    """What was fixed before the scores were seen, and where it stands."""

    guesses: FixedGuesses
    at_least: FixedNumber | None
    runs: FixedNumber


@dataclass(frozen=True, kw_only=True, repr=False)
class RateRisk(Record):
    """The true positive rate of the best attack with this false positive rate."""

    fpr: float
    tpr: float


@dataclass(frozen=True, kw_only=True, repr=False)
class PosteriorRisk(Record):
    """How likely the record is in once the best attack with this false positive rate says so."""

    prior: float
    fpr: float
    posterior: float


@dataclass(frozen=True, kw_only=True, repr=False)
class DeltaRisk(Record):
    """The posterior that goes with epsilon at delta: e^epsilon prior / (1 - prior + e^epsilon prior)."""

    prior: float
    delta: float
    epsilon: float = field(metadata=UNBOUNDED)
    """Infinite where it is unbounded."""
    posterior: float


@dataclass(frozen=True, kw_only=True, repr=False)
class ClaimRisk(Record):
    """What a claim allows an attack on one record at most; nothing is below the exact value."""

    claim: str
    relation: Literal['add-remove', 'replace']
    tpr: tuple[RateRisk, ...]
    posterior: tuple[PosteriorRisk, ...]
    """How likely the record is in once the best attack with this false positive rate says so."""
    posterior_at_delta: tuple[DeltaRisk, ...]
    """E^epsilon prior / (1 - prior + e^epsilon prior): of a claim it holds but for probability delta; what was proved is reached after some outcomes, of probability above delta where what they speak for is so."""
    mu: float | None
    """Of what is exactly Gaussian."""
    advantage: float


@dataclass(frozen=True, kw_only=True, repr=False)
class ProvedRisk(Record):
    """What was proved of the best attack on one record; nothing is above the exact value."""

    family: str
    method: Literal['paper', 'optimal', 'steinke', 'independent', 'classical']
    assumption: Literal['worst-case', 'model-based', 'independent-canaries']
    parameter: float
    relation: Literal['add-remove', 'replace']
    tpr: tuple[RateRisk, ...]
    posterior: tuple[PosteriorRisk, ...]
    """How likely the record is in once the best attack with this false positive rate says so."""
    posterior_at_delta: tuple[DeltaRisk, ...]
    """E^epsilon prior / (1 - prior + e^epsilon prior): of a claim it holds but for probability delta; what was proved is reached after some outcomes, of probability above delta where what they speak for is so."""
    mu: float | None
    """Of what is exactly Gaussian."""
    advantage: float | None
    """None where none follows."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditRisk(Record):
    """The risk of one record: what the claim allows at most, and what was proved at least."""

    claim: ClaimRisk | None
    """What the claim allows an attack on one record at most."""
    proved: tuple[ProvedRisk, ...]
    """What the best attack on one record does at least, within each family."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditCheck(Record):
    """One check of the input."""

    name: str
    passed: bool
    message: str


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditTies(Record):
    """Equal scores at the cut of one run at one number of guesses, where a draw had to choose among them."""

    run: int
    guesses: int
    equal: int
    guessed: int
    least: int
    most: int
    decides: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditInput(Record):
    """Where the scores of a run came from."""

    name: str
    """The file's name, or what to call the scores in a message."""
    sha256: str | None
    """Of the file; None where the scores were handed in as arrays."""
    rows: int
    run: str | None = None
    """The label, where a column tells several runs of a file apart."""
    file: str | None = None
    """The file that holds this run and others."""
    score_column: str | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditFile(Record):
    """A further file that an audit rests on."""

    role: Literal['assignment', 'plan', 'commitment', 'manifest']
    name: str
    sha256: str


@dataclass(frozen=True, kw_only=True, repr=False)
class CheckedCommitment(Record):
    """Of `AuditProvenance.commitment`."""

    checked: Literal[True]
    hash: str
    runs: int | None = None
    """Of several runs: how many of them it was checked for."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditProvenance(Record):
    """Everything that someone needs who wants to repeat or check an audit."""

    version: str | None
    command: str | None
    seed: str
    """What equal scores were drawn with."""
    seed_from: Literal['plan', 'manifest', 'commitment', 'stated', 'fresh']
    score_column: str | None
    direction: Literal['higher-is-in', 'lower-is-in'] | None
    sides: Literal['in', 'out', 'both'] | None
    files: tuple[AuditFile, ...]
    commitment: CheckedCommitment | None
    departures: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, repr=False)
class EnoughCanaries(Record):
    """How many canaries, in each run, would catch the violation with this probability."""

    violation: str
    power: float
    canaries: int | None
    """None where no number up to 1,000,000 is enough."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ClaimInstead(Record):
    """A claim about the same budget that says more."""

    claim: str
    violation: str
    power: float
    """Of as many canaries."""
    canaries: int | None
    """How many catch it with probability 0.9; None where none do."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ErrorRate(Record):
    """One kind of error of a threshold: how many of the runs that could show it did, and what it is at most."""

    runs: int
    """How many runs could show this error."""
    wrong: int
    limit: float
    """The upper limit of Clopper and Pearson."""


@dataclass(frozen=True, kw_only=True, repr=False)
class ClassicalAudit(Record):
    """Limits on both errors of a threshold, for one canary that is in or out of many runs."""

    threshold: float
    """Scores at or above it are called in; where lower is in, at or below."""
    choosing_runs: int
    """How many runs, the first ones, chose the threshold and are not counted; 0 where it was stated."""
    false_positives: ErrorRate
    """One kind of error of a threshold: how many of the runs that could show it did, and what it is at most."""
    false_negatives: ErrorRate
    """One kind of error of a threshold: how many of the runs that could show it did, and what it is at most."""


@dataclass(frozen=True, kw_only=True, repr=False)
class AuditRecord(Record):
    """What schemas/audit.schema.json describes."""

    schema: Literal['onerun-audit/1']
    game: Literal['membership', 'reconstruction']
    """Whether canaries in are compared with canaries out, or one candidate with another."""
    observation: Observation
    observations: tuple[Observation, ...]
    tau: float
    tau_each: float
    """Of each test, where several numbers of guesses share tau."""
    delta: float
    claim: str | None
    tested: str | None
    claim_epsilon: float | None
    """Of the claim, at delta; None where it has none, and where nothing is claimed."""
    outcome: Literal['refuted', 'not-refuted', 'could-not-have-noticed', 'no-verdict', 'none']
    """Not-refuted only where this attack could have noticed a violation; none where nothing is claimed."""
    decided_by: ClaimTest | None
    """The test with the smallest p-value for its level."""
    p_value: float | None
    """Of all tests together."""
    refuted: bool | None
    attack: AuditAttack
    """What the attack was worth, beside the best one on the claimed mechanism: an estimate from the counts."""
    power: AuditPower | None
    """How likely a violation is to be refuted; None where unknown."""
    standing: Standing | None
    """What "not refuted" is worth, fixed before the scores."""
    critical: tuple[int | None, ...]
    """For each number of guesses, the fewest right ones that refute the claim."""
    tests: tuple[ClaimTest, ...]
    """The p-values of the claim; none where there is no verdict."""
    results: tuple[ProvedEpsilon, ...]
    """Within each family, by each method."""
    proved_: tuple[LargestEpsilon, ...]
    """The largest epsilon under each assumption, at each delta."""
    joint: JointRuns | None
    """Several runs together; None for one."""
    fixed: FixedInAdvance
    """What was fixed before the scores were seen, and where it stands."""
    risk: AuditRisk
    """The risk of one record: what the claim allows at most, and what was proved at least."""
    checks: tuple[AuditCheck, ...]
    ties: tuple[AuditTies, ...]
    """Where a draw chose among equal scores, and the fewest and most right over all ways to choose."""
    notes: tuple[str, ...]
    inputs: tuple[AuditInput, ...]
    provenance: AuditProvenance
    """Everything that someone needs who wants to repeat or check an audit."""
    enough: EnoughCanaries | None = None
    """How many canaries, in each run, would catch the violation with this probability."""
    instead: tuple[ClaimInstead, ...] | None = None
    """Claims to state instead, which say more."""
    classical: ClassicalAudit | None = None
    """Limits on both errors of a threshold, for one canary that is in or out of many runs."""


@dataclass(frozen=True, kw_only=True, repr=False)
class CountedAttack(Record):
    """Beside the best attack on the claim: estimates."""

    strength: float | None
    power: float | None


@dataclass(frozen=True, kw_only=True, repr=False)
class CurveTest(Record):
    """A p-value of the claim, by one method."""

    method: str
    p_value: float
    refuted: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class BoundRecord(Record):
    """What schemas/bound.schema.json describes."""

    observation: Observation
    relation: Literal['add-remove', 'replace']
    """The neighbours that the game compares; every curve is taken to be about these."""
    epsilon_about: Literal['add-remove', 'replace']
    """The neighbours that every epsilon is about."""
    tau: float
    delta: float | tuple[float, ...]
    """A list where several were asked for."""
    results: tuple[ProvedEpsilon, ...]
    proved_: tuple[LargestEpsilon, ...]
    """The largest epsilon under each assumption, at each delta."""
    claim: str | None = None
    claim_epsilon: float | None = field(default=None, metadata=UNBOUNDED)
    """Infinite where it is unbounded."""
    outcome: Literal['refuted', 'not-refuted', 'could-not-have-noticed'] | None = None
    refuted: bool | None = None
    standing: Standing | None = None
    attack: CountedAttack | None = None
    """Beside the best attack on the claim: estimates."""
    tests: tuple[CurveTest, ...] | None = None
    notes: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class PlanRow(Record):
    """One number of guesses, and what is to be expected of it."""

    guesses: int
    fraction: float
    """Of right guesses, expected if the model is what runs."""
    violation_fraction: float
    """The same if the violation is what runs."""
    critical: int | None
    """The fewest right that refute the claim, or make a run count; None where not even all do."""
    power: float
    """How likely a mechanism with the violation is to be refuted."""
    epsilon: float = field(metadata=UNBOUNDED)
    """Infinite where it is unbounded."""
    largest_provable: float = field(metadata=UNBOUNDED)
    """Infinite where it is unbounded."""
    at_least: int | None = None
    runs_needed: int | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class PlanRecord(Record):
    """What schemas/plan.schema.json describes."""

    schema: Literal['onerun-plan/1']
    m: int
    k: int
    claim: str
    """The claim to test, such as "gaussian(sigma=1)"."""
    violation: str
    """What the power is stated for."""
    delta: float
    """The delta at which epsilon is wanted."""
    tau: float
    """1 - confidence."""
    family: str
    chosen: PlanRow
    rows: tuple[PlanRow, ...]
    runs: int | None = None
    """Independent runs that are audited together; one where it is absent."""
    at_least: int | None = None
    """With several runs: from how many right guesses on a run counts."""
    runs_needed: int | None = None
    """With several runs: how many must count to refute the claim; None where not even all do."""
    model: str | None = None
    """The mechanism that power is computed for; a wrong one never affects whether a refutation is valid."""
    sides: Literal['in', 'out', 'both'] | None = None
    """Which guesses are made: only those that say in, only out, or both."""
    lower_is_in: bool | None = None
    """Scores are losses: the lower, the more likely in."""
    score_column: str | None = None
    """The column with scores."""
    independent_guesses: int | None = None
    """How many guesses stand behind the epsilon that rests on independent canaries, fixed in advance."""
    one_per_run: bool | None = None
    """Each row is a run of its own, with a fair coin and fresh randomness, of one canary and the same claim."""
    assume: Literal['independent-canaries'] | None = None
    """Let the verdict rest on it that canaries do not influence each other."""
    seed: str | None = None
    """Breaks ties among equal scores."""
    standing: Standing | None = None
    """What "not refuted" is worth, decided before there are scores."""
    enough: EnoughCanaries | None = None
    """How many canaries, in each run, would catch the violation with this probability."""
    instead: tuple[ClaimInstead, ...] | None = None
    note: str | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class CurvePoint(Record):
    """A point of a trade-off curve."""

    alpha: float
    beta: float


@dataclass(frozen=True, kw_only=True, repr=False)
class EpsilonAtDelta(Record):
    """The epsilon of a claim at a delta."""

    delta: float
    epsilon: float = field(metadata=UNBOUNDED)
    """Infinite where it is unbounded."""


@dataclass(frozen=True, kw_only=True, repr=False)
class DeltaAtEpsilon(Record):
    """The delta of a claim at an epsilon."""

    epsilon: float
    delta: float


@dataclass(frozen=True, kw_only=True, repr=False)
class CurveRecord(Record):
    """What schemas/curve.schema.json describes."""

    claim: str
    relation: Literal['add-remove', 'replace']
    points: tuple[CurvePoint, ...]
    """An attack with a rate alpha of false positives has a rate of false negatives of beta or more."""
    epsilon: tuple[EpsilonAtDelta, ...]
    delta: tuple[DeltaAtEpsilon, ...]
    gap: float
    """How far, relatively, any of them may be from the exact value, towards less privacy."""
    risk: ClaimRisk
    """What a claim allows an attack on one record at most; nothing is below the exact value."""
    note: str | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class CalibrationRecord(Record):
    """What schemas/calibration.schema.json describes."""

    family: str
    parameter: str
    value: float
    claim: str
    """The claim with this value, which keeps the target."""
    epsilon: float | None = None
    """What the claim spends, where the target is an epsilon at delta."""
    delta: float | None = None
    advantage: float | None = None
    tpr: float | None = None
    fpr: float | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class EpsilonStatement(Record):
    """What follows of epsilon, since the claim is refuted."""

    family: str
    """The family, an ordered set of claims; the claim is a member."""
    delta: float
    epsilon: float = field(metadata=UNBOUNDED)
    """At delta, at least this; infinite where it is unbounded."""
    assumption: Literal['worst-case', 'model-based']
    tau: float
    """Significance of the whole."""
    numbers: int
    """How many numbers of guesses share it evenly."""
    runs: int
    successes: int
    """How many of the runs have so many right."""
    level: float
    """What the bound must not exceed to refute the claim."""


@dataclass(frozen=True, kw_only=True, repr=False)
class VerifyRecord(Record):
    """What schemas/verify.schema.json describes."""

    valid: Literal[True]
    claim: str | None = None
    """Of a certificate."""
    observation: Observation | None = None
    """Of a certificate of counts."""
    bound: float | None = None
    """P[so many or more right] is at most this if the claim holds."""
    tangents: int | None = None
    relation: Literal['add-remove', 'replace'] | None = None
    """Of a certificate of counts: the neighbours that the game compares, and that the curve is about."""
    epsilon_about: Literal['add-remove', 'replace'] | None = None
    """The neighbours that the epsilon of proves is about."""
    proves: EpsilonStatement | None = None
    """What follows of epsilon, since the claim is refuted."""
    tau: float | None = None
    """Of a certificate of a ledger."""
    runs: int | None = None
    most_log_evidence: float | None = None
    """Ln of the largest evidence that there ever was."""
    order: str | None = None
    """What the place of runs that were not started rests on; None where all were."""
    refuted: bool | None = None
    m: int | None = None
    """Of a commitment."""
    k: int | None = None
    hash: str | None = None
    """What was to be published before training."""
    assignment: str | None = None
    texts: str | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class CanariesRecord(Record):
    """What schemas/canaries.schema.json describes."""

    assignment: str
    """The file."""
    commitment: str
    """The file that holds hash and salt."""
    m: int
    k: int
    hash: str
    """To be published before training."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerBet(Record):
    """Of `LedgerProduct.bets`."""

    reach: int
    """The bet is won with so many right guesses."""
    share: float
    """Of the evidence, put on it."""
    price: float
    """At least the chance to win it if the claim holds; it pays share / price."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerProduct(Record):
    """Of `LedgerDesign.products`."""

    guesses: int
    strength: float
    """What the bets are made for: the share of the violation's effect that the attack shows."""
    weight: float
    """Its share of the evidence before the first run."""
    held_back: float
    """What is not bet: all that a run is worth that shows nothing."""
    bets: tuple[LedgerBet, ...]
    growth: float
    """Of ln of the evidence in a run, expected under the violation."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerDesign(Record):
    """What a ledger fixed before its first run."""

    claim: str
    game: Literal['membership', 'reconstruction']
    m: int
    k: int
    tau: float
    delta: float
    method: Literal['optimal', 'paper']
    families: tuple[str, ...]
    violation: str
    products: tuple[LedgerProduct, ...]
    sides: Literal['in', 'out', 'both'] | None = None
    lower_is_in: bool | None = None
    model: str | None = None
    """The mechanism that is taken to keep the claim."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerCount(Record):
    """Of `LedgerRun.counts`."""

    guesses: int
    least: int
    """Right guesses, the fewest over every way to choose among equal scores."""
    most: int
    reached: tuple[float, ...]
    """For each bet, the chance that it was won over every such way."""
    mean: float | None = None
    """Over every such way, where there are several."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerRun(Record):
    """A run of a ledger."""

    run: int
    status: Literal['added', 'started', 'void']
    started: bool
    """Begun by ledger start; the place of others rests on the word of who added them."""
    counts: tuple[LedgerCount, ...]
    factors: tuple[float, ...]
    """Its e-value at each number of guesses."""
    at: str
    name: str | None
    why: str | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerStep(Record):
    """Of `LedgerReportRecord.steps`."""

    runs: tuple[int, ...]
    """One, or those that were added in one call."""
    log_evidence: float


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerEpsilon(Record):
    """What the runs of a ledger prove within one family."""

    family: str
    delta: float
    parameter: float | None
    epsilon: float = field(metadata=UNBOUNDED)
    """Infinite where it is unbounded."""
    assumption: Literal['worst-case', 'model-based', 'independent-canaries']


@dataclass(frozen=True, kw_only=True, repr=False)
class LedgerReportRecord(Record):
    """What schemas/ledger-report.schema.json describes."""

    schema: Literal['onerun-ledger-report/1']
    ledger: str
    """The file."""
    head: str
    """The hash of its last entry."""
    design: LedgerDesign
    outcome: Literal['refuted', 'not-refuted', 'could-not-have-noticed']
    refuted: bool
    """Whether the evidence ever reached 1/tau."""
    refuted_at: int | None
    """The run with which it did."""
    threshold: float
    """1 / tau."""
    evidence: float | None
    """Against the claim, now; None beyond the doubles."""
    log_evidence: float
    most_evidence: float | None
    """The largest so far."""
    most_log_evidence: float
    p_value: float
    """Valid at every moment."""
    standing: Standing | None
    """What "not refuted" is worth after these runs; None where refuted."""
    right: float | None
    """Right guesses of all runs that the standing is about."""
    runs_expected: int | None
    """How many more runs the violation takes; None where refuted, where so many were added, and where nothing shows a working attack."""
    order: str | None
    """What the order of runs that were not started rests on: the word of whoever added them."""
    runs: tuple[LedgerRun, ...]
    steps: tuple[LedgerStep, ...]
    results: tuple[LedgerEpsilon, ...]
    notices: tuple[str, ...]
