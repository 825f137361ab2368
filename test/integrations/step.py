"""A training step of the recipe against one written out naively, and the statistics of its draws."""

import math
import pathlib
import tempfile

import torch

from report import finish, relative, report

import gradients_naive
from dpsgd import MARGIN
from onerun_audit import InvalidInput
from onerun_audit.torch import Canaries
from train import Trainer
from train_cifar10 import data, parse

CANARIES = 300
folder = tempfile.mkdtemp()
assignment = pathlib.Path(folder, "canaries.csv")
coins = [(7 * i // 3) % 2 for i in range(CANARIES)]
assignment.write_text("id,included\n" + "".join(f"{i},{coin}\n" for i, coin in enumerate(coins)))


def settings_with(*changes):
    return parse(
        ["--data", "random:60", "--canaries", str(assignment), "--out", folder, "--noise", "1.5", "--steps", "40"]
        + ["--batch", "6", "--depth", "10", "--width", "1", "--device", "cpu", "--views", "2", *changes]
    )


def trainer(*changes):
    settings = settings_with(*changes)
    images, labels, _, _ = data(settings.data)
    return Trainer(settings, images, labels, "cpu")


def copy_of(generator):
    copy = torch.Generator()
    copy.set_state(generator.get_state())
    return copy


def naive_step(run):
    """What a step must release, from the state before it: images, canaries and noise; and what the images sum to."""
    batch, noise, sampling = map(copy_of, (run.generators["batch"], run.generators["noise"], run.canaries.generator))
    augment = run.generators["augment"].get_state()
    chosen = (torch.rand(len(run.labels), generator=batch, dtype=torch.float64) < run.rate).nonzero().flatten()
    images = run.augment(chosen, run.settings.views, torch.float32)
    run.generators["augment"].set_state(augment)
    rows = gradients_naive.gradients(run.model, run.theta, images, run.labels[chosen], run.settings.views)
    total, _ = gradients_naive.clipped(rows, run.settings.clip)
    images_alone = total.clone()
    sampled = torch.rand(CANARIES, generator=sampling, dtype=torch.float64) < run.rate
    for i in range(CANARIES):
        if sampled[i] and coins[i] == 1:
            total[run.canaries.coordinates[i]] += run.settings.clip
    noise = run.settings.noise * run.settings.clip * torch.randn(run.model.size, generator=noise)
    return total + noise, images_alone


run = trainer()
before = run.theta.clone()
average = before.clone()
total_sum = torch.zeros(CANARIES, dtype=torch.float64)
total_ratio = torch.zeros(CANARIES, dtype=torch.float64)
for step in range(1, 4):
    released, images_alone = naive_step(run)
    before = run.theta.clone()
    run.train_step()
    moved = (before - run.theta) * run.settings.batch / run.settings.learning_rate
    report(f"step {step} against a naive one", relative(moved, released), 1e-6)
    decay = min(0.9999, step / (step + 9))
    average = decay * average + (1 - decay) * run.theta
    report(f"average of the weights at step {step}", relative(run.average, average), 1e-5)
    x = (released - images_alone)[run.canaries.coordinates].double()
    total_sum += x
    q, sigma = run.rate, run.settings.noise
    density = lambda x, centre: torch.exp(-((x - centre) ** 2) / (2 * sigma**2))
    total_ratio += torch.log((1 - q) + q * density(x, 1) / density(x, 0))
run.observe_last()
report("an empty batch", run.summed_gradient(torch.zeros(0, dtype=torch.long)).abs().max().item(), 0)
for multiple, chunk, count in ((1, 0, 7), (1, 3, 7), (1, 3, 0), (64, 0, 100), (64, 1088, 4096), (64, 1088, 4353), (64, 3, 10)):
    run.multiple, run.settings.chunk = multiple, chunk
    sizes = run.chunk_sizes(count)
    spare = sum(sizes) - count
    fits = 0 <= spare < multiple and all(0 < size <= max(chunk or sum(sizes), multiple) for size in sizes)
    fits = fits and (count == 0 or max(sizes) - min(sizes) <= multiple)
    report(f"{count} in chunks of {chunk}, multiples of {multiple}", int(not fits), 0)
report("the sum score", relative(run.canaries.scores["sum"], total_sum), 1e-4)
report("the likelihood-ratio score", relative(run.canaries.scores["likelihood_ratio"], total_ratio), 1e-4)
report("doubled coordinates", CANARIES - len(set(run.canaries.coordinates.tolist())), 0)

# Parameters as a list of tensors are the flat vector in pieces.
arguments = dict(clip=2.0, noise=1.0, rate=0.5, steps=1, seed=3)
sizes = [400, 1, 299]
flat, pieces = Canaries(assignment, [sum(sizes)], **arguments), Canaries(assignment, sizes, **arguments)
vector = torch.zeros(sum(sizes))
tensors = [torch.zeros(20, 20), torch.zeros(()), torch.zeros(13, 23)]
flat.add_to(vector)
pieces.add_to(tensors)
report("canaries in pieces", (torch.cat([t.flatten() for t in tensors]) - vector).abs().max().item(), 0)
report("canaries that were added", abs(vector.sum().item() - 2 * (vector > 0).sum().item()), 0)
flat.observe(vector)
pieces.observe(tensors)
report("scores in pieces", (flat.scores["sum"] - pieces.scores["sum"]).abs().max().item(), 0)

# Larger canaries are records: drawn with all others, and clipped as they are, or not.
included = [i for i in range(CANARIES) if coins[i] == 1]
for broken, added in ((None, 1 - MARGIN), ("no-clipping", 10.0)):
    sized = trainer("--canary-size", "10", *(() if broken is None else ("--broken", broken)))
    batch, noise = copy_of(sized.generators["batch"]), copy_of(sized.generators["noise"])
    augment = sized.generators["augment"].get_state()
    chosen = (torch.rand(60 + len(included), generator=batch, dtype=torch.float64) < sized.rate).nonzero().flatten()
    real = chosen[chosen < 60]
    images = sized.augment(real, sized.settings.views, torch.float32)
    sized.generators["augment"].set_state(augment)
    rows = gradients_naive.gradients(sized.model, sized.theta, images, sized.labels[real], sized.settings.views)
    total = rows.sum(0) if broken else gradients_naive.clipped(rows, sized.settings.clip)[0]
    for record in chosen[chosen >= 60].tolist():
        total[sized.canaries.coordinates[included[record - 60]]] += added
    total += sized.settings.noise * torch.randn(sized.model.size, generator=noise)
    before = sized.theta.clone()
    sized.train_step()
    moved = (before - sized.theta) * sized.settings.batch / sized.settings.learning_rate
    report(f"a step with canaries of size 10, {broken or 'clipped'}", relative(moved, total), 1e-6)

# Triton's tiles are powers of two, and hold 1,024 channels at the most: other widths do without its kernels.
for width, plain in ((1, False), (3, True), (4, False), (10, True), (16, False), (17, True), (32, True), (64, True)):
    report(f"kernels at width {width}", int(settings_with("--width", str(width)).plain != plain), 0)

# Draws, as statistics: five standard deviations, seeded.
quiet = trainer("--learning-rate", "0")
quiet.summed_gradient = lambda indices: sizes.append(len(indices)) or torch.zeros_like(quiet.theta)
for broken in (None, "half-noise"):
    sizes = []
    quiet.settings.broken = broken
    quiet.canaries.scores["sum"].zero_()
    values, observe = [], quiet.canaries.observe
    quiet.canaries.observe = lambda released: values.append(released) or observe(released)
    for _ in range(40):
        quiet.train_step()
    quiet.observe_last()
    quiet.canaries.observe = observe
    every = torch.stack(values).double()
    outside = torch.ones(quiet.model.size, dtype=torch.bool)
    outside[quiet.canaries.coordinates] = False
    noise = every[:, outside]
    expected = quiet.settings.noise * (0.5 if broken else 1)
    what = broken or "full noise"
    report(f"deviation of {what}", abs(noise.std().item() / expected - 1), 5 / math.sqrt(2 * noise.numel()))
    report(f"mean of {what}", abs(noise.mean().item()) / expected, 5 / math.sqrt(noise.numel()))
    lagged = (noise[1:] * noise[:-1]).mean().item() / expected**2
    report(f"steps of {what} are independent", abs(lagged), 5 / math.sqrt(noise[1:].numel()))
    n, q = 60 * 40, quiet.rate
    report(f"sampled images with {what}", abs(sum(sizes) / n - q), 5 * math.sqrt(q * (1 - q) / n))
    included = quiet.canaries.included
    scores = quiet.canaries.scores["sum"] / 40
    for name, which, centre in [("in", included, q), ("out", ~included, 0.0)]:
        spread = math.sqrt((expected**2 + centre * (1 - centre)) / (40 * which.sum().item()))
        report(f"mean score of canaries {name} with {what}", abs(scores[which].mean().item() - centre), 5 * spread)

# Weights that are no longer finite, or their average, are noticed.
for name in ("theta", "average"):
    broken = trainer()
    getattr(broken, name)[7] = math.inf
    try:
        broken.check_finite()
        report(f"an infinite {name} that is let pass", 1, 0)
    except InvalidInput:
        report(f"an infinite {name} that is let pass", 0, 0)

# A run that was interrupted ends where one that was not ends: exactly so on the CPU.
whole, first, second = trainer(), trainer(), trainer()
for _ in range(4):
    whole.train_step()
for _ in range(2):
    first.train_step()
second.load_state_dict({"step": first.step, **first.state_dict()})
for _ in range(2):
    second.train_step()
report("weights after a resume", (whole.theta - second.theta).abs().max().item(), 0)
report("their average after a resume", (whole.average - second.average).abs().max().item(), 0)
ratio = "likelihood_ratio"
report("scores after a resume", (whole.canaries.scores[ratio] - second.canaries.scores[ratio]).abs().max().item(), 0)
finish()
