"""What Canaries remembers of the other records: their sum to the last bit, whoever is in; and what it refuses."""

import pathlib
import tempfile

import numpy

from report import finish, report

from onerun_audit import InvalidInput
from onerun_audit.torch import Canaries

CANARIES, SHAPES = 60, [(5, 8), (), (4, 9)]
SIZES = [40, 1, 36]
folder = tempfile.mkdtemp()
ARGUMENTS = dict(clip=0.3, noise=1.0, rate=0.5, steps=3, seed=3)


def assignment(coins):
    path = pathlib.Path(folder, "canaries.csv")
    path.write_text("id,included\n" + "".join(f"{i},{coin}\n" for i, coin in enumerate(coins)))
    return path


def worst(a, b):
    """The largest difference; 0 only if all bits agree."""
    return abs(numpy.asarray(a) - numpy.asarray(b)).max().item()


def draw(random, size=1.0):
    return [numpy.array(size * random.normal(size=shape), numpy.float32) for shape in SHAPES]


def run(coins, **changes):
    """Remembered sums, scores and released values of three steps with the same draws."""
    random = numpy.random.default_rng(0)
    canaries = Canaries(assignment(coins), SIZES, **{**ARGUMENTS, **changes})
    remembered, naive, released_at = [], numpy.zeros(CANARIES), []
    flat = lambda parts: numpy.concatenate([part.ravel() for part in parts]).astype(float)
    for _ in range(3):
        summed = draw(random, 50.0)
        others = flat(summed)[canaries.coordinates]
        canaries.add_to(summed)
        remembered.append(numpy.array(canaries.others))
        report("the remembered sum is that of the others", worst(remembered[-1], others), 0)
        released = [numpy.asarray(s + z) for s, z in zip(summed, draw(random, canaries.clip * canaries.noise))]
        canaries.observe(released)
        x = (flat(released)[canaries.coordinates] - others) / canaries.clip
        q, s2 = canaries.rate, canaries.noise**2
        with numpy.errstate(all="ignore"):
            naive += numpy.log((1 - q) + q * numpy.exp((x - 0.5) / s2))
        released_at.append(x)
    return canaries, remembered, naive, released_at


coins = [i % 2 for i in range(CANARIES)]
canaries, remembered, naive, _ = run(coins)
report("the likelihood ratio", worst(canaries.scores["likelihood_ratio"], naive), 1e-12)
flipped = [1 - coins[0], *coins[1:]]
other, again, _, _ = run(flipped)
report("a coin that falls otherwise changes nothing remembered", worst(remembered, again), 0)
for name in ("likelihood_ratio", "sum"):
    a, b = numpy.asarray(canaries.scores[name]), numpy.asarray(other.scores[name])
    report(f"nor any other canary's {name}", worst(a[1:], b[1:]), 0)
    report(f"its own {name} shows it", 0 if a[0] != b[0] else 1, 0)

# Every record in every batch: the ratio is a straight line, also where 1 - q + q e^x is not a double any more.
canaries, _, _, x = run(coins, rate=1, noise=0.02)
report("rate 1", worst(canaries.scores["likelihood_ratio"], sum((v - 0.5) / 0.02**2 for v in x)), 1e-9)
canaries, _, _, x = run(coins, noise=0.02)
expected = sum(numpy.logaddexp(numpy.log(0.5), numpy.log(0.5) + (v - 0.5) / 0.02**2) for v in x)
report("exponents beyond doubles", worst(canaries.scores["likelihood_ratio"], expected), 1e-9)

# One worker plants, all release together.
whole, parted = (Canaries(assignment(coins), SIZES, **ARGUMENTS) for _ in range(2))
random = numpy.random.default_rng(1)
mine, theirs = [draw(random, 9.0) for _ in range(2)]
total = [numpy.array(a + b) for a, b in zip(mine, theirs)]
parted.add_to(mine, others=total)
parted.observe([numpy.asarray(a + b) for a, b in zip(mine, theirs)])
whole.add_to(total)
whole.observe(total)
report("a sum in parts", worst(whole.scores["sum"], parted.scores["sum"]), 1e-4)

# Arrays that are not contiguous are changed where they are.
wide = numpy.zeros((80, 2), numpy.float32)
view, plain = wide[:, 0], numpy.zeros(80, numpy.float32)
for array in (view, plain):
    Canaries(assignment(coins), [80], **ARGUMENTS).add_to(array)
report("canaries in a strided array", worst(wide[:, 0], plain) + abs(wide[:, 1]).max(), 0)
report("canaries in a plain array", 0 if abs(plain).max() > 0 else 1, 0)


def refuses(what, action, words):
    try:
        action()
    except InvalidInput as error:
        report(f"refused: {what}", 0 if words in str(error) else 1, 0)
    else:
        report(f"refused: {what}", 1, 0)


def twice(canaries):
    canaries.add_to(draw(random))
    canaries.add_to(draw(random))


def fresh(sizes=SIZES, **changes):
    return Canaries(assignment(coins), sizes, **{**ARGUMENTS, **changes})


def in_the_middle(canaries):
    canaries.add_to(draw(random))
    canaries.state_dict()


refuses("more canaries than parameters", lambda: fresh([40, 19]), "must be at most the parameters (59): 60")
refuses("two sums before a release", lambda: twice(fresh()), "take turns")
refuses("a release without a sum", lambda: fresh().observe(draw(random)), "take turns")
refuses("a tensor too few", lambda: fresh().add_to(draw(random)[:2]), "must have the sizes")
refuses("a checkpoint within a step", lambda: in_the_middle(fresh()), "after observe")
refuses("no noise", lambda: fresh(noise=0), "invalid noise; must be a positive number: 0")
refuses("a rate above 1", lambda: fresh(rate=1.5), "invalid rate; must be in (0, 1]: 1.5")
for size in (60, 500):
    places = set(numpy.array(fresh([size]).coordinates).tolist())
    report(f"coordinates of their own, of {size}", abs(len(places & set(range(size))) - CANARIES), 0)
finish()
