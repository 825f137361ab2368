"""onerun_audit.jax with JAX itself, which few machines have: skipped by name where it is missing."""

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from commitments import commit_to

from onerun_audit import InvalidInput

jax = pytest.importorskip("jax", reason="JAX is not installed")

import jax.numpy as jnp  # noqa: E402

from onerun_audit.dirac.fitted import fitted_ratio, groups_of  # noqa: E402
from onerun_audit.dirac.ratio import log_ratio  # noqa: E402
from onerun_audit.jax import add_to, finish, observe, plant  # noqa: E402

DESIGN = {"clip": 1.5, "noise": 2.0, "rate": 0.1, "steps": 20}
PARAMETERS = {"w": jnp.zeros((6, 5)), "b": [jnp.zeros(7), jnp.zeros(()), jnp.zeros((0, 3))]}
SIZE = 38


def coins(count, seed=3):
    return numpy.random.default_rng(seed).integers(0, 2, count)


def random_like(key, tree, scale=1.0):
    leaves, form = jax.tree.flatten(tree)
    keys = jax.random.split(key, len(leaves))
    return jax.tree.unflatten(form, [scale * jax.random.normal(k, leaf.shape) for leaf, k in zip(leaves, keys)])


def flat(tree):
    return numpy.concatenate([numpy.asarray(leaf).reshape(-1) for leaf in jax.tree.leaves(tree)])


def total(state, name):
    return sum(numpy.asarray(part, numpy.float64) for part in state.totals[name])


def same(a, b, exactly=True):
    for left, right in zip(jax.tree.leaves(a), jax.tree.leaves(b), strict=True):
        if exactly:
            numpy.testing.assert_array_equal(left, right)
        else:
            numpy.testing.assert_allclose(left, right, rtol=1e-5, atol=1e-5)


def one_step(state, key):
    """A made-up step: the sum of the others and the noise are random."""
    others, noise = (random_like(k, PARAMETERS) for k in jax.random.split(key))
    state, summed = add_to(state, others)
    released = jax.tree.map(jnp.add, summed, noise)
    return observe(state, released), released


def test_canaries_lie_at_coordinates_of_their_own():
    for seed in range(5):
        state = plant(PARAMETERS, coins(SIZE), key=seed, **DESIGN)
        assert sorted(numpy.asarray(state.coordinates)) == list(range(SIZE))
    fewer = plant(PARAMETERS, coins(9), key=1, **DESIGN)
    assert len(set(numpy.asarray(fewer.coordinates).tolist())) == 9
    assert not numpy.array_equal(fewer.coordinates, plant(PARAMETERS, coins(9), key=2, **DESIGN).coordinates)


def test_seeds_and_keys_of_both_kinds_say_the_same():
    states = [plant(PARAMETERS, coins(9), key=key, **DESIGN) for key in (7, numpy.int64(7), jax.random.key(7))]
    same(states[0], states[1])
    same(states[0], states[2])
    same(states[0], plant(PARAMETERS, coins(9), key=jax.random.PRNGKey(7), **DESIGN))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"canaries": coins(39)}, "invalid canaries; must be at most the parameters (38): 39"),
        ({"canaries": [0, 1, 2]}, "invalid canaries; must be 0 or 1 for each: out or in"),
        ({"canaries": [[0, 1]]}, "invalid canaries; must be one list of coins: 2 dimensions"),
        ({"rate": 2}, "invalid rate; must be in (0, 1]: 2"),
        ({"parameters": {"n": jnp.arange(5)}}, "invalid parameters; must be arrays of real numbers: int32"),
    ],
)
def test_what_cannot_be_planted_is_refused(changed, message):
    given = {"parameters": PARAMETERS, "canaries": coins(9), "key": 1, **DESIGN, **changed}
    with pytest.raises(InvalidInput) as refused:
        plant(given.pop("parameters"), given.pop("canaries"), **given)
    assert str(refused.value) == message


def test_leaves_of_another_form_are_refused():
    state = plant(PARAMETERS, coins(9), key=1, **DESIGN)
    with pytest.raises(InvalidInput, match="invalid leaves; must have the sizes of the parameters"):
        add_to(state, {"w": jnp.zeros((6, 4))})
    with pytest.raises(InvalidInput, match="must be float32 or float64, for sums: bfloat16"):
        add_to(state, jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), PARAMETERS))


def test_canaries_in_get_the_clip_norm_where_they_lie_and_the_rest_is_untouched():
    state = plant(PARAMETERS, coins(20), key=1, **{**DESIGN, "rate": 1})
    others = random_like(jax.random.key(5), PARAMETERS)
    _, summed = add_to(state, others)
    naive = flat(others).copy()
    for coordinate, included in zip(numpy.asarray(state.coordinates), numpy.asarray(state.included)):
        naive[coordinate] += numpy.float32(1.5 * included)
    numpy.testing.assert_array_equal(flat(summed), naive)
    assert jax.tree.structure(summed) == jax.tree.structure(PARAMETERS)


def test_scores_are_those_of_a_loop_in_numpy():
    state = plant(PARAMETERS, coins(20), key=1, **DESIGN)
    where = numpy.asarray(state.coordinates)
    naive = {"sum": numpy.zeros(20), "likelihood_ratio": numpy.zeros(20)}
    for number in range(20):
        others, noise = (random_like(k, PARAMETERS) for k in jax.random.split(jax.random.key(number)))
        state, summed = add_to(state, others)
        released = jax.tree.map(jnp.add, summed, noise)
        state = observe(state, released)
        x = (flat(released).astype(float)[where] - flat(others)[where]) / 1.5
        naive["sum"] += x
        naive["likelihood_ratio"] += log_ratio(numpy, x, 2.0, 0.1)
    for name, expected in naive.items():
        numpy.testing.assert_allclose(total(state, name), expected, rtol=1e-5, atol=2e-6)


def test_the_fitted_ratio_is_that_of_numpy_leaf_by_leaf():
    parameters = {"a": jnp.zeros(50), "b": jnp.zeros((0, 2)), "c": jnp.zeros((5, 11)), "d": jnp.zeros(3)}
    state = plant(parameters, coins(90), key=1, **{**DESIGN, "clip": 1.0})
    zero = jax.tree.map(jnp.zeros_like, parameters)
    noise = random_like(jax.random.key(3), parameters, 2.0)
    # One leaf has hardly any noise.
    state, summed = add_to(state, zero)
    released = jax.tree.map(jnp.add, summed, {**noise, "c": 0.01 * noise["c"]})
    state = jax.jit(observe)(state, released)
    where = numpy.asarray(state.coordinates)
    leaf = numpy.where(where < 50, 0, numpy.where(where < 105, 2, 3))
    group = groups_of(leaf, numpy.bincount(leaf, minlength=4), numpy)

    def sums(rows):
        totals = numpy.zeros((5, *rows.shape[1:]))
        numpy.add.at(totals, group, rows)
        return totals

    x = flat(released).astype(float)[where]
    expected = fitted_ratio(numpy, x, 2.0, 0.1, group, sums)
    assert numpy.abs(expected[leaf == 2]).max() == 50 > 10 > numpy.abs(expected[leaf == 0]).max()
    numpy.testing.assert_allclose(total(state, "fitted_ratio"), expected, rtol=1e-4, atol=1e-5)


def test_with_double_precision_switched_on_scores_have_all_of_it():
    with jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64():
        parameters = jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, jnp.float64), PARAMETERS)
        state = plant(parameters, coins(20), key=1, **DESIGN)
        naive = numpy.zeros(20)
        for number in range(20):
            state, summed = jax.jit(add_to)(state, random_like(jax.random.key(number), parameters, 1 / 3))
            others = numpy.asarray(state.others)
            released = jax.tree.map(jnp.add, summed, random_like(jax.random.key(100 + number), parameters))
            state = jax.jit(observe)(state, released)
            x = (flat(released)[numpy.asarray(state.coordinates)] - others) / 1.5
            naive += log_ratio(numpy, x, 2.0, 0.1)
        assert all(part.dtype == jnp.float64 for parts in state.totals.values() for part in parts)
        numpy.testing.assert_allclose(total(state, "likelihood_ratio"), naive, rtol=1e-12, atol=1e-14)


def test_long_sums_in_single_precision_are_compensated_under_jit():
    state = plant(PARAMETERS, coins(20), key=1, **{**DESIGN, "clip": 1.0})
    zero = jax.tree.map(jnp.zeros_like, PARAMETERS)
    released = random_like(jax.random.key(1), PARAMETERS)

    @jax.jit
    def many(state):
        def body(state, _):
            return observe(add_to(state, zero)[0], released), None

        return jax.lax.scan(body, state, None, length=20_000)[0]

    x = flat(released).astype(float)[numpy.asarray(state.coordinates)]
    numpy.testing.assert_allclose(total(many(state), "sum"), 20_000 * x, rtol=1e-10)


def test_the_others_sum_has_the_same_bits_whoever_is_in():
    """Canaries are so large that, added to the others' sum, they leave few of its digits."""
    design = {**DESIGN, "clip": 1e4, "rate": 1}
    others = random_like(jax.random.key(2), PARAMETERS)
    for step in (add_to, jax.jit(add_to)):
        remembered = [
            step(plant(PARAMETERS, given, key=1, **design), others)[0].others
            for given in (numpy.zeros(20, int), numpy.ones(20, int), coins(20))
        ]
        state = plant(PARAMETERS, numpy.ones(20, int), key=1, **design)
        same(remembered[0], remembered[1])
        same(remembered[0], remembered[2])
        numpy.testing.assert_array_equal(remembered[0], flat(others)[numpy.asarray(state.coordinates)])
        # What taking the canaries off again would have given.
        _, summed = step(state, others)
        back = (flat(summed) - numpy.float32(1e4))[numpy.asarray(state.coordinates)]
        assert not numpy.array_equal(back, numpy.asarray(remembered[0]))


def test_on_one_device_of_several_the_sum_of_all_parts_is_remembered():
    state = plant(PARAMETERS, numpy.ones(20, int), key=1, **{**DESIGN, "clip": 1.0, "rate": 1})
    mine, theirs = (random_like(jax.random.key(number), PARAMETERS) for number in (1, 2))
    state, added = add_to(state, mine, others=jax.tree.map(jnp.add, mine, theirs))
    same(add_to(plant(PARAMETERS, numpy.ones(20, int), key=1, **{**DESIGN, "clip": 1.0, "rate": 1}), mine)[1], added)
    state = observe(state, jax.tree.map(jnp.add, added, theirs))
    numpy.testing.assert_allclose(total(state, "sum"), numpy.ones(20), atol=1e-5)


def test_sampling_does_not_depend_on_the_coins_and_has_the_rate():
    parameters = jnp.zeros(100_000)
    zero = jnp.zeros(100_000)
    state = plant(parameters, numpy.ones(100_000, int), key=4, **DESIGN)
    half = replace(state, included=jnp.asarray(coins(100_000), bool))
    drawn, drawn_half = [], []
    for _ in range(3):
        state, summed = add_to(state, zero)
        half, summed_half = add_to(half, zero)
        state, half = observe(state, summed), observe(half, summed_half)
        drawn.append(numpy.asarray(summed)[numpy.asarray(state.coordinates)] > 0)
        drawn_half.append(numpy.asarray(summed_half)[numpy.asarray(state.coordinates)] > 0)
    for every, some in zip(drawn, drawn_half):
        numpy.testing.assert_array_equal(some, every & numpy.asarray(half.included))
        # Five standard deviations of 100,000 coins at 0.1.
        assert abs(every.mean() - 0.1) < 5 * (0.09 / 100_000) ** 0.5
    # Steps are independent of each other.
    assert abs((drawn[0] & drawn[1]).mean() - 0.01) < 5 * (0.01 / 100_000) ** 0.5


def test_noise_from_the_same_key_is_independent_of_the_canaries():
    key = jax.random.key(11)
    parameters = jnp.zeros(100_000)
    state = plant(parameters, numpy.ones(100_000, int), key=key, **DESIGN)
    _, summed = add_to(state, parameters)
    drawn = numpy.asarray(summed) > 0
    for number in range(3):
        noise = numpy.asarray(jax.random.normal(jax.random.fold_in(key, number), (100_000,)))
        assert abs(noise[drawn].mean()) < 5 / drawn.sum() ** 0.5


def test_jit_scan_and_a_loop_agree():
    start = plant(PARAMETERS, coins(20), key=1, **DESIGN)
    keys = jax.random.split(jax.random.key(8), 20)
    looped, jitted, step = start, start, jax.jit(one_step)
    for key in keys:
        looped, released = one_step(looped, key)
        jitted, released_jitted = step(jitted, key)
        same(released, released_jitted, exactly=False)
    scanned, _ = jax.lax.scan(one_step, start, keys)
    for other in (jitted, scanned):
        assert int(other.observed) == 20 and int(other.out_of_turn) == 0
        for name in ("sum", "likelihood_ratio", "fitted_ratio"):
            numpy.testing.assert_allclose(total(other, name), total(looped, name), rtol=1e-5, atol=1e-5)
    assert step._cache_size() == 1


def test_buffers_of_the_state_can_be_given_to_the_step():
    keys = jax.random.split(jax.random.key(4), 3)
    state = plant(PARAMETERS, coins(20), key=1, **DESIGN)
    plain = jax.lax.scan(one_step, state, keys)[0]
    step = jax.jit(one_step, donate_argnums=0)
    state = plant(PARAMETERS, coins(20), key=1, **DESIGN)
    for key in keys:
        state, _ = step(state, key)
    same(state, plain, exactly=False)


def test_arrays_of_numpy_are_taken_for_sums():
    state = plant(PARAMETERS, coins(20), key=1, **DESIGN)
    others = random_like(jax.random.key(2), PARAMETERS)
    same(add_to(state, jax.tree.map(numpy.asarray, others)), add_to(state, others))


def test_vmap_over_seeds_is_each_seed_by_itself(tmp_path):
    keys = jax.random.split(jax.random.key(8), 20)
    included = numpy.stack([coins(20, seed) for seed in range(4)])

    def run(seed, included):
        state = plant(PARAMETERS, included, key=seed, **DESIGN)
        return jax.lax.scan(one_step, state, keys)[0]

    together = jax.jit(jax.vmap(run))(jnp.arange(4), included)
    with pytest.raises(InvalidInput, match="invalid state; must be of one run, take one of them: 4 runs"):
        finish(together, tmp_path / "run")
    for seed in range(4):
        alone = run(seed, included[seed])
        taken = jax.tree.map(lambda leaf: leaf[seed], together)
        numpy.testing.assert_array_equal(alone.coordinates, taken.coordinates)
        numpy.testing.assert_array_equal(alone.included, taken.included)
        for name in ("sum", "likelihood_ratio", "fitted_ratio"):
            numpy.testing.assert_allclose(total(taken, name), total(alone, name), rtol=1e-5, atol=1e-5)
        finish(taken, tmp_path / f"run-{seed}")


def finished_state(assignment, steps=20):
    state = plant(PARAMETERS, assignment, key=1, **DESIGN)
    return jax.lax.scan(one_step, state, jax.random.split(jax.random.key(8), steps))[0]


@pytest.fixture
def assignment(tmp_path):
    path = tmp_path / "canaries.csv"
    path.write_text("id,included\n" + "".join(f"c{i},{coin}\n" for i, coin in enumerate(coins(20))))
    commit_to(path)
    return path


def test_a_finished_run_is_a_folder(assignment, tmp_path):
    state = finished_state(assignment)
    finish(state, tmp_path / "run", assignment=assignment, parameters={"model": "none"})
    manifest = json.loads((tmp_path / "run/manifest.json").read_text())
    assert manifest["claim"] == "dpsgd(noise=2.0, rate=0.1, steps=20)"
    assert (manifest["scoreColumn"], manifest["sides"]) == ("fitted_ratio", "in")
    assert manifest["families"] == ["approx-dp(delta=1e-05)", "gaussian", "dpsgd(rate=0.1, steps=20)"]
    assert manifest["parameters"] == {"model": "none"}
    assert (tmp_path / "run/canaries.csv").read_bytes() == assignment.read_bytes()
    rows = [line.split(",") for line in (tmp_path / "run/scores.csv").read_text().splitlines()]
    assert rows[0] == ["id", "included", "likelihood_ratio", "fitted_ratio", "sum"]
    assert [row[0] for row in rows[1:]] == [f"c{i}" for i in range(20)]
    numpy.testing.assert_allclose([float(row[4]) for row in rows[1:]], total(state, "sum"), rtol=1e-5)
    with pytest.raises(InvalidInput, match="a finished run is not replaced"):
        finish(state, tmp_path / "run", assignment=assignment)


def test_without_a_file_coins_are_written_and_replace_no_others(assignment, tmp_path):
    state = finished_state(assignment)
    with pytest.raises(InvalidInput, match="canaries.csv exists with other coins, and is not replaced"):
        finish(state, tmp_path)
    assert assignment.read_text().startswith("id,included\nc0,")
    finish(state, tmp_path / "run", parameters={"accuracy": jnp.float32(0.5)})
    assert json.loads((tmp_path / "run/manifest.json").read_text())["parameters"] == {"accuracy": 0.5}


def test_a_training_that_ends_early_keeps_its_claim_with_a_note(assignment, tmp_path):
    with pytest.warns(UserWarning, match="^the run ended after 19 of 20 steps: "):
        finish(finished_state(assignment, 19), tmp_path / "run", assignment=assignment)
    manifest = json.loads((tmp_path / "run/manifest.json").read_text())
    assert manifest["claim"].endswith("steps=20)")
    assert manifest["parameters"]["endedEarly"].startswith("the run ended after 19 of 20 steps: ")


def test_runs_that_are_not_what_they_claim_are_refused(assignment, tmp_path):
    def refused(state, message, **given):
        with pytest.raises(InvalidInput, match=message):
            finish(state, tmp_path / "run", **{"assignment": assignment, **given})
        assert not (tmp_path / "run/manifest.json").exists()

    for steps in (0, 21):
        message = f"invalid run; must have 1 to 20 steps, at most those of its claim: {steps}"
        refused(finished_state(assignment, steps), message)
    state = finished_state(assignment)
    zero = jax.tree.map(jnp.zeros_like, PARAMETERS)
    refused(add_to(state, zero)[0], "add_to and observe must take turns")
    start = plant(PARAMETERS, assignment, key=1, **DESIGN)
    twice = add_to(add_to(start, zero)[0], zero)[0]
    early = observe(start, zero)
    for begun in (observe(twice, zero), early):
        rest = jax.random.split(jax.random.key(8), 20 - int(begun.observed))
        refused(jax.lax.scan(one_step, begun, rest)[0], "add_to and observe must take turns")
    infinite = replace(state, totals={**state.totals, "sum": (jnp.full(20, jnp.nan), jnp.zeros(20))})
    refused(infinite, "invalid scores; must be finite")
    other = tmp_path / "other.csv"
    other.write_text("id,included\n" + "".join(f"c{i},1\n" for i in range(20)))
    refused(state, "has other coins than were planted", assignment=other)


def example():
    path = Path(__file__).parents[2] / "examples/jax/train_mnist.py"
    spec = importlib.util.spec_from_file_location("train_mnist", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_clipped_sums_are_those_of_a_loop_over_records():
    mnist = example()
    # GPUs multiply matrices with fewer digits unless told otherwise.
    with jax.default_matmul_precision("highest"):
        compare_clipped_sums(mnist)


def compare_clipped_sums(mnist):
    parameters = mnist.initial_parameters(jax.random.key(1), 9, 5, 3)
    x = 3 * jax.random.normal(jax.random.key(2), (8, 9))
    labels = jnp.arange(8) % 3
    drawn = jnp.asarray([1, 0, 1, 1, 0, 1, 1, 1])
    naive = jax.tree.map(lambda leaf: numpy.zeros(leaf.shape), parameters)
    clipped = 0
    for i in range(8):
        gradient = jax.grad(mnist.loss)(parameters, x[i], labels[i])
        norm = numpy.sqrt((flat(gradient).astype(float) ** 2).sum())
        clipped += norm > 1
        weight = int(drawn[i]) * min(1, 1 / norm)
        naive = jax.tree.map(lambda a, b: a + weight * numpy.asarray(b, float), naive, gradient)
    assert clipped > 0
    same(mnist.summed_clipped_gradients(parameters, x, labels, drawn, 1.0), naive, exactly=False)


def test_honest_training_passes_and_half_the_noise_is_caught():
    """The step of the example on made-up records, eight runs at once.

    Of 120 guesses among 1,000 canaries, 112 right refute dpsgd(noise=2, rate=0.1, steps=200): onerun plan says so.
    """
    mnist = example()
    random = numpy.random.default_rng(1)
    labels = random.integers(10, size=400)
    x = jnp.asarray(random.normal(size=(10, 60))[labels] + random.normal(size=(400, 60)), jnp.float32)
    included = random.integers(0, 2, (8, 1000))

    def run(seed, included, share_of_noise):
        start, canary_key, steps = jax.random.split(jax.random.key(seed), 3)
        parameters = mnist.initial_parameters(start, 60, 32, 10)
        momentum = jax.tree.map(jnp.zeros_like, parameters)
        state = plant(parameters, included, key=canary_key, clip=1.0, noise=2.0, rate=0.1, steps=200)

        def body(carry, key):
            return mnist.step(*carry, key, x, labels, share_of_noise), None

        return jax.lax.scan(body, (parameters, momentum, state), jax.random.split(steps, 200))[0][2]

    right = {}
    for share in (1.0, 0.5):
        states = jax.vmap(lambda seed, coins: run(seed, coins, share))(jnp.arange(8), included)
        order = numpy.argsort(total(states, "likelihood_ratio"), axis=1)
        bottom, top = (numpy.take_along_axis(included, part, 1) for part in (order[:, :60], order[:, -60:]))
        right[share] = (bottom == 0).sum(1) + (top == 1).sum(1)
    print("right of 120, honest and half:", right)
    assert (right[1.0] < 112).all()
    assert (right[0.5] >= 112).sum() >= 7


def right_guesses(scores, included, guesses=120):
    order = numpy.argsort(scores)
    half = guesses // 2
    return int((included[order[:half]] == 0).sum() + (included[order[-half:]] == 1).sum())


@pytest.mark.parametrize("flaw", ["none", "no noise in one step of ten", "no noise in one leaf"])
def test_the_fitted_ratio_sees_missing_noise_that_the_others_miss(flaw):
    parameters = {"a": jnp.zeros(700), "b": jnp.zeros((10, 50))}
    included = coins(1000)
    state = plant(parameters, included, key=1, clip=1.0, noise=2.0, rate=0.1, steps=200)

    def step(state, given):
        number, key = given
        others_key, noise_key = jax.random.split(key)
        state, summed = add_to(state, random_like(others_key, parameters))
        noise = random_like(noise_key, parameters, 2.0)
        if flaw == "no noise in one step of ten":
            noise = jax.tree.map(lambda leaf: leaf * (number % 10 > 0), noise)
        if flaw == "no noise in one leaf":
            noise["b"] = jnp.zeros_like(noise["b"])
        return observe(state, jax.tree.map(jnp.add, summed, noise)), None

    state, _ = jax.lax.scan(step, state, (jnp.arange(200), jax.random.split(jax.random.key(2), 200)))
    right = {name: right_guesses(total(state, name), included) for name in state.totals}
    print(flaw, right)
    assert right["likelihood_ratio"] < 112 and right["sum"] < 112
    assert (right["fitted_ratio"] >= 112) == (flaw != "none")
