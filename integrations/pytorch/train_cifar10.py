"""The paper's training of CIFAR-10 with canaries; see README.md.

    pip install ./python
    onerun canaries --canaries 5000 --out canaries.csv
    python3 train_cifar10.py --data data/cifar10 --canaries canaries.csv --epsilon 8 --out run
    onerun audit run
"""

import argparse
import datetime
import functools
import hashlib
import json
import pathlib
import platform
import re
import sys
import time

import torch
from onerun_audit import InvalidInput
from onerun_audit.torch import RoundsRefuted
from onerun_audit.run_folder import MANIFEST, check_folder, write_whole

import checkpoint
import cifar10
from benchmark import benchmark
from checks import WITHOUT, check_canaries, check_images, check_settings
from interrupt import first_interrupt
from lock import locked
from train import Trainer

START = time.monotonic()

COMPLETE, UNFINISHED, INTERRUPTED = 0, 3, 130
EXIT_CODES = f"""exit codes:
  {COMPLETE:<5} the run is complete, or was before --resume
  1     refused, or failed
  2     a mistake in the flags
  {UNFINISHED:<5} stopped with a checkpoint by --until-seconds
  {INTERRUPTED:<5} stopped by Ctrl-C: with a checkpoint after the step, or at once where it is pressed again
"""

# Steps, for which small epsilons are better spent on few, as in De et al. (2022); and noise that keeps each epsilon, at
# most one part in 100,000 more than is needed by onerun curve --calibrate noise --epsilon E --delta 1e-5 --family
# "dpsgd(rate=4096/50000, steps=STEPS)".
STEPS = {1: 875, 2: 1125, 4: 1700, 8: 2500, 16: 2500}
NOISE = {1: 9.11905, 2: 5.5673, 4: 3.75077, 8: 2.57585, 16: 1.575}
DELTA = 1e-5

BROKEN = ["half-noise", "noise-30-short", "noise-10-short", "repeated-noise", "no-clipping", "clipping-forgotten"]

# Three gigabytes.
MOST_RANDOM = 1_000_000


def parse(argv):
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXIT_CODES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--data", required=True, help="folder that fetch-cifar10.js wrote, or random:N for N random images")
    add("--canaries", help="the assignment, made by onerun canaries")
    add("--rounds", metavar="PLAN", help="fresh canaries in every step, by this plan of onerun plan --rounds step")
    add("--stop-when-refuted", action="store_true", help="with --rounds, end the training when its claim is refuted")
    add("--without-canaries", action="store_true", help="train without, to see what canaries cost")
    add("--canary-size", type=float, default=1.0, help="norm of a canary's gradient before clipping, in clip norms")
    add("--out", help="folder for the run: scores and manifest at the end, checkpoints on the way")
    add("--epsilon", type=int, choices=NOISE, help="steps, and the noise for this epsilon at delta 1e-5 and batch 4096")
    add("--noise", type=float, help="noise in units of the clip norm, instead of --epsilon")
    add("--steps", type=int, help="with --noise; --epsilon brings its own")
    add("--batch", type=int, default=4096, help="expected size of a Poisson batch")
    add("--clip", type=float, default=1.0)
    add("--learning-rate", type=float, default=4.0)
    add("--views", type=int, default=1, help="augmented views of an image in each step (K; the paper has 16)")
    add("--padding", type=int, default=4, help="pixels that an image is padded with, by reflection, before it is cropped")
    add("--jitter", type=float, default=0.1, help="by how much brightness, contrast and saturation vary (0.1: by 10%%)")
    add("--average", type=float, default=0.9999, help="decay of the average of the weights")
    add("--score", default="likelihood_ratio", help="the score to audit: likelihood_ratio, fitted_ratio or sum")
    add("--guesses", type=int, help="the number of guesses of the audit, from onerun plan; kept in the manifest")
    add("--seed", type=int, default=0)
    add("--broken", choices=BROKEN, help="break the promise on purpose")
    add("--depth", type=int, default=16)
    add("--width", type=int, default=4)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--chunk", type=int, default=0, help="examples at a time (0: the whole batch)")
    add("--plain", action="store_true", help="no Triton kernels on a GPU: slower")
    add("--checkpoint-every", type=int, default=500, metavar="STEPS")
    add("--until-seconds", type=float, default=float("inf"), help="stop with a checkpoint after this time")
    add("--resume", action="store_true", help="go on from the last checkpoint, if there is one")
    add("--benchmark", action="store_true", help="time a step in several settings, and stop")
    settings = parser.parse_args(argv)
    if settings.benchmark:
        settings.epsilon, settings.steps = None, 1
        settings.noise = 1.0 if settings.noise is None else settings.noise
    else:
        settle(settings, parser)
    check_settings(settings)
    return settings


def settle(settings, parser):
    """Noise and steps, by themselves or by --epsilon; what is missing is the parser's to say."""
    if (settings.epsilon is None) == (settings.noise is None and settings.steps is None):
        parser.error("give --epsilon, or --noise and --steps")
    planted = [settings.canaries is not None, settings.rounds is not None, settings.without_canaries]
    if sum(planted) != 1 or not settings.out:
        parser.error("--out is needed, and one of --canaries, --rounds and --without-canaries")
    if settings.epsilon is None:
        if settings.noise is None or settings.steps is None:
            parser.error("--noise and --steps go together")
        return
    if settings.batch != 4096:
        parser.error("--epsilon knows the noise for batches of 4096 alone; give --noise and --steps")
    settings.steps, settings.noise = STEPS[settings.epsilon], NOISE[settings.epsilon]


@functools.lru_cache(maxsize=1)
def data(source):
    """Training and test images with labels."""
    if source.startswith("random:"):
        number = source.split(":", 1)[1]
        if re.fullmatch("[0-9]{1,7}", number) is None or not 1 <= int(number) <= MOST_RANDOM:
            raise InvalidInput(f"invalid data; random:N must have a whole number from 1 to {MOST_RANDOM}: {source}")
        count = int(number)
        generator = torch.Generator().manual_seed(0)
        images = torch.randint(256, (count + 100, 32, 32, 3), generator=generator, dtype=torch.uint8)
        labels = torch.randint(10, (count + 100,), generator=generator)
        return images[:count], labels[:count], images[count:], labels[count:]
    return (*cifar10.load(source, cifar10.TRAIN), *cifar10.load(source, ["test"]))


def main(argv=None):
    """Returns the exit code."""
    settings = parse(argv)
    if settings.benchmark:
        images, labels, *_ = data(settings.data)
        check_images(settings, len(labels))
        benchmark(settings, images, labels)
        return COMPLETE
    out = pathlib.Path(settings.out)
    if is_finished(settings):
        return COMPLETE
    images, labels, *test = data(settings.data)
    check_images(settings, len(labels))
    trainer = Trainer(settings, images, labels, settings.device)
    check_canaries(settings, trainer.canaries)
    fixed = recorded_settings(settings, trainer)
    # Generators of one kind of device cannot go on on another, and other files are no copies of those that were read.
    kept = {**fixed, "device": trainer.device.type, **hashes(trainer)}
    with locked(out):
        if is_finished(settings):
            return COMPLETE
        checkpoint.prepare(out)
        resume(settings, trainer, kept)
        if trainer.canaries is not None and trainer.step < settings.steps:
            check_folder(out, trainer.canaries.assignment)
        with first_interrupt() as interrupted:
            train(settings, trainer, kept, test, interrupted)
        if trainer.step < settings.steps and not trainer.refuted:
            log(f"stopped at step {trainer.step} of {settings.steps}; --resume goes on from here")
            return INTERRUPTED if interrupted.is_set() else UNFINISHED
        write(settings, trainer, fixed, test)
    return COMPLETE


def train(settings, trainer, kept, test, interrupted):
    """Steps with checkpoints on the way, until all are done, or it is late, or Ctrl-C was pressed."""
    before = trainer.synchronise() - trainer.seconds
    last = (trainer.step, time.monotonic())
    while trainer.step < settings.steps:
        try:
            trainer.train_step()
        except RoundsRefuted as refuted:
            log(str(refuted))
            trainer.refuted = True
        done = trainer.step == settings.steps or trainer.refuted
        # The clock is that of the host: asking the device in every step would have it wait.
        stop = not done and (interrupted.is_set() or time.monotonic() - START > settings.until_seconds)
        to_keep = trainer.step % settings.checkpoint_every == 0
        if not (stop or done or to_keep or trainer.step % 25 == 0):
            continue
        now = trainer.synchronise()
        trainer.seconds = now - before
        trainer.check_finite()
        if trainer.step % 100 == 0:
            each = 1000 * (now - last[1]) / (trainer.step - last[0])
            last = (trainer.step, now)
            log(
                f"step {trainer.step} of {settings.steps}, loss {trainer.loss:.3f}, "
                f"clipped {trainer.clipped:.0%}, {each:.1f} ms a step"
            )
        if to_keep:
            log(f"averaged test accuracy {trainer.accuracy(trainer.average, *test):.1%}")
        if stop or done or to_keep:
            folder = pathlib.Path(settings.out, checkpoint.FOLDER)
            checkpoint.save(folder, trainer.step, {**trainer.state_dict(), "settings": kept})
        if stop or trainer.refuted:
            return


def write(settings, trainer, fixed, test):
    out = pathlib.Path(settings.out)
    accuracy = {
        "testAccuracy": trainer.accuracy(trainer.theta, *test),
        "averagedTestAccuracy": trainer.accuracy(trainer.average, *test),
    }
    parameters = {**fixed, **accuracy, "wallSeconds": round(trainer.seconds, 1), **surroundings(settings)}
    log(f"{out}: {trainer.step} steps in {trainer.seconds:.0f} s, accuracy {accuracy}")
    if trainer.rounds is not None:
        rounds = trainer.rounds
        rounds.finish()
        proved = {"refutedAt": rounds.refuted_at, "evidence": rounds.evidence, "epsilon": rounds.epsilon}
        parameters["rounds"] = proved
        log(f"{rounds.sentence}; epsilon proved {rounds.epsilon:.3f}")
        log(f"now: onerun audit {out}/rounds.npz --rounds step --plan {out}/plan.json")
    if trainer.canaries is None:
        write_whole(out / WITHOUT, (json.dumps(parameters, indent=2, allow_nan=False) + "\n").encode())
    else:
        guesses = [] if settings.guesses is None else [settings.guesses]
        trainer.canaries.write(out, delta=DELTA, guesses=guesses, parameters=parameters)
        log(f"now: onerun audit {out}")


def is_finished(settings):
    """Whether the run is complete already; refuses what is another run's, and without --resume its own."""
    out = pathlib.Path(settings.out)
    found = [name for name in (MANIFEST, WITHOUT) if (out / name).exists()]
    if not found:
        return False
    if not settings.resume:
        raise InvalidInput(f"{out} holds a finished run, which is not replaced")
    try:
        document = json.loads((out / found[0]).read_bytes())
        recorded = document if found[0] == WITHOUT else document["parameters"]
        own = recorded_settings(settings)
        changed = [key for key in {**own, **OPTIONAL} if recorded.get(key) != own.get(key)]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InvalidInput(f"{out / found[0]} is of no run of this recipe: {type(error).__name__} {error}") from None
    if changed:
        raise InvalidInput(f"the finished run in {out} is another: {', '.join(changed)} differ")
    log(f"{out} holds a finished run: nothing is left to do")
    return True


# What not every run has among its settings.
OPTIONAL = dict.fromkeys(["epsilon", "broken", "canarySize", "score", "guesses"])


def hashes(trainer):
    """Of the assignment and its commitment, as they were when they were read."""
    if trainer.canaries is None:
        return {}
    files = trainer.canaries.assignment.files._asdict()
    return {name: None if content is None else hashlib.sha256(content).hexdigest() for name, content in files.items()}


def recorded_settings(settings, trainer=None):
    """What makes the run what it is: kept in the manifest, and the same after a resume; without a trainer, some of it."""
    broken = {} if settings.broken is None else {"broken": settings.broken}
    epsilon = {} if settings.epsilon is None else {"epsilon": settings.epsilon}
    size = {} if settings.canary_size == 1 else {"canarySize": settings.canary_size}
    guesses = {} if settings.guesses is None else {"guesses": settings.guesses}
    planted = settings.canaries is not None
    counted = lambda name, count: {} if trainer is None else {name: count(trainer)}
    return {
        "data": settings.data if settings.data.startswith("random:") else "CIFAR-10",
        **counted("images", lambda trainer: len(trainer.labels)),
        "model": f"WRN-{settings.depth}-{settings.width}, group norm after ReLU",
        **counted("modelParameters", lambda trainer: trainer.model.size),
        **epsilon,
        **broken,
        **counted("canaries", lambda trainer: len(trainer.canaries.ids) if planted else 0),
        **(size if planted else {}),
        "noise": settings.noise,
        "batch": settings.batch,
        "steps": settings.steps,
        "clip": settings.clip,
        "learningRate": settings.learning_rate,
        "views": settings.views,
        "padding": settings.padding,
        "jitter": settings.jitter,
        "average": settings.average,
        **({"score": settings.score, **guesses} if planted else {}),
        "seed": settings.seed,
    }


def surroundings(settings):
    cuda = settings.device.startswith("cuda")
    machine = f"one {torch.cuda.get_device_name()}" if cuda else f"CPU, {platform.machine()}"
    return {"date": datetime.date.today().isoformat(), "machine": machine, "torch": torch.__version__}


def resume(settings, trainer, kept):
    folder = pathlib.Path(settings.out, checkpoint.FOLDER)
    if not checkpoint.is_there(folder):
        return
    if not settings.resume:
        raise InvalidInput(f"{settings.out} holds a checkpoint; go on with --resume, or choose another folder")
    state = checkpoint.load(folder)
    try:
        of_both = {**state["settings"], **kept}
        changed = [key for key in of_both if state["settings"].get(key) != kept.get(key)]
        if not changed:
            trainer.load_state_dict(state)
    except InvalidInput:
        raise
    except Exception as error:  # whatever is wrong within
        raise checkpoint.damaged(folder, error) from None
    if changed:
        raise InvalidInput(f"the checkpoint in {settings.out} is of another run: {', '.join(changed)} differ")
    log(f"resumed at step {trainer.step} of {settings.steps}")


def log(line):
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        pass  # nobody listens any more, which ends no training


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InvalidInput as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"cannot use {error.filename or 'a file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        log("stopped at once; --resume goes on from the last checkpoint, if there is one")
        sys.exit(INTERRUPTED)
