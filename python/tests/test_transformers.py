"""onerun_audit.transformers on a toy model, which needs PyTorch alone; with Transformers itself: test_transformers_real.py."""

import json
import math
import subprocess
import sys
from types import SimpleNamespace

import numpy
import pytest

from onerun_audit import InvalidInput
from onerun_audit.assignment import Assignment, SetAssignment
from onerun_audit.transformers import canary_callback, check_training_data, read_texts, score
from onerun_audit.transformers.callback import TrainerScorer
from onerun_audit.transformers.texts import as_texts
from onerun_audit.transformers.trainer_settings import token_sequences
from onerun_audit.transformers.training_data import find_texts

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from toy_language_model import WORDS, ToyModel, ToyTokenizer  # noqa: E402

TEXTS = ["red fox runs", "blue owl", "green hen sits sits red", "owl owl owl owl", "hen runs", "fox unheard"]
SETS = [["red fox", "red owl", "red hen"], ["blue fox", "blue owl", "blue hen"]]


def naive_loss(model, tokenizer, text):
    """One text at a time, one token at a time."""
    ids = tokenizer(text, truncation=False, padding=False)["input_ids"]
    loss = 0.0
    model.eval()
    for i in range(1, len(ids)):
        if WORDS[ids[i]] not in ("<pad>", "<s>", "</s>"):
            before = torch.tensor([ids[:i]])
            logits = model(input_ids=before, attention_mask=torch.ones_like(before)).logits[0, -1].double()
            loss -= float(torch.log_softmax(logits, 0)[ids[i]])
    return loss


@pytest.mark.parametrize("marks", [True, False])
@pytest.mark.parametrize("batch_size", [1, 2, 4, 100])
def test_losses_in_batches_are_those_of_a_loop_over_texts_and_tokens(marks, batch_size):
    model, tokenizer = ToyModel(), ToyTokenizer(marks)
    found = score(model, tokenizer, TEXTS, batch_size=batch_size)
    naive = [naive_loss(model, tokenizer, text) for text in TEXTS]
    numpy.testing.assert_allclose(found.loss, naive, rtol=1e-5)
    numpy.testing.assert_array_equal(found.scores, -found.loss)
    # Without a mark at the start there is nothing to foretell the first word from.
    assert found.tokens.tolist() == [len(text.split()) - (not marks) for text in TEXTS]


def test_a_reference_is_taken_off_and_modes_are_left_as_they_were():
    model, other, tokenizer = ToyModel(1), ToyModel(2), ToyTokenizer()
    model.train()
    other.eval()
    found = score(model, tokenizer, TEXTS, reference=other)
    assert model.training and not other.training
    numpy.testing.assert_array_equal(found.loss, score(model, tokenizer, TEXTS).loss)
    numpy.testing.assert_array_equal(found.reference_loss, score(other, tokenizer, TEXTS).loss)
    numpy.testing.assert_array_equal(found.scores, found.reference_loss - found.loss)


def test_sets_have_a_column_for_each_candidate():
    model, tokenizer = ToyModel(), ToyTokenizer()
    found = score(model, tokenizer, SETS)
    assert found.loss.shape == (2, 3)
    numpy.testing.assert_allclose(
        found.loss, [[naive_loss(model, tokenizer, text) for text in row] for row in SETS], rtol=1e-5
    )
    assert list(found.columns()) == ["score_0", "score_1", "score_2"]


def test_texts_come_from_the_file_of_onerun_canaries(tmp_path):
    path = tmp_path / "canaries.csv.texts.jsonl"
    path.write_text("".join(json.dumps({"id": f"c{i}", "text": text}) + "\n" for i, text in enumerate(TEXTS)))
    assert read_texts(path).ids[:2] == ("c0", "c1")
    assert read_texts(path).texts[1] == ("blue owl",)
    path.write_text("".join(json.dumps({"id": str(i), "candidates": row}) + "\n" for i, row in enumerate(SETS)))
    assert read_texts(path) == as_texts(SETS)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('{"id": "0"}', "invalid line 1 of PATH; must have id, and text or candidates"),
        ('{"id": 0, "text": "a"}', "invalid line 1 of PATH; must have id, and text or candidates"),
        ('{"id": "0", "text": ""}', "invalid canary 0; must have texts that are not empty"),
        ('{"id": "0", "candidates": "ab"}', "invalid canary 0; must have texts that are not empty"),
        ('{"id": "0", "text": "a"}\n{"id": "0", "text": "b"}', "invalid canaries; must have ids of their own"),
        (
            '{"id": "0", "candidates": ["a", "b"]}\n{"id": "1", "candidates": ["c"]}',
            "invalid canary 1; must have as many candidates as the first: 1",
        ),
        ("", "missing canaries: there are no texts"),
    ],
)
def test_files_that_are_not_texts_are_refused(tmp_path, lines, message):
    path = tmp_path / "t.jsonl"
    path.write_text(lines)
    with pytest.raises(InvalidInput) as refused:
        read_texts(path)
    assert str(refused.value) == message.replace("PATH", str(path))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"canaries": ["red fox", "red unheard", "red unseen"]}, "invalid canary 2; must differ from 1 in its tokens"),
        ({"tokenizer": ToyTokenizer(marks=False), "canaries": ["red"]}, "must have a token that a model can predict"),
        ({"model": ToyModel(positions=4)}, r"at most 4 tokens \(the model's positions\), or it is cut: 5"),
        ({"batch_size": 0}, "invalid batch_size; must be a positive whole number: 0"),
    ],
)
def test_canaries_that_cannot_be_scored_are_refused(given, message):
    given = {"model": ToyModel(), "tokenizer": ToyTokenizer(), "canaries": TEXTS, **given}
    with pytest.raises(InvalidInput, match=message):
        score(given.pop("model"), given.pop("tokenizer"), given.pop("canaries"), **given)


def test_models_that_give_no_probability_are_refused():
    model = ToyModel()
    with torch.no_grad():
        model.output.bias[WORDS.index("owl")] = -math.inf
    with pytest.raises(InvalidInput, match="invalid losses; must be finite"):
        score(model, ToyTokenizer(), TEXTS)


def sequences_of(texts, tokenizer):
    return [tokenizer(text, truncation=False, padding=False)["input_ids"] for text in texts]


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (["red fox", "hen runs", "green hen"], None),
        (["hen runs red fox", "green hen"], "canary 0 stands inside a longer sequence: packing several texts"),
        (["red fox", "green hen", "hen green hen"], "canary 2 stands inside a longer sequence"),
        (["red fox", "green hen", "red fox"], "canary 0 is there 2 times: that tests the privacy of groups of 2"),
        (["red fox", "green hen", "blue owl"], "canary 1 is there, and its coin says that it is not"),
        (["red fox", "green"], "canary 2 is not there as a sequence of its own: left out, cut, or made into other"),
    ],
)
def test_training_data_with_packed_repeated_cut_or_misplaced_canaries_is_refused(texts, problem, tmp_path):
    tokenizer, canaries = ToyTokenizer(), as_texts(["red fox", "blue owl", "green hen"])
    assignment = Assignment(tmp_path, canaries.ids, (True, False, True))
    given = (sequences_of(texts, tokenizer), tokenizer, canaries)
    if problem is None:
        check_training_data(*given, assignment)
    else:
        with pytest.raises(InvalidInput, match=f"invalid training data; {problem}"):
            check_training_data(*given, assignment)
    # What is left to see without the coins.
    if problem is not None and ("inside" in problem or "times" in problem):
        with pytest.raises(InvalidInput, match=problem):
            check_training_data(*given)
    else:
        check_training_data(*given)


def test_texts_are_found_alone_inside_and_behind_another_first_token():
    contents = [(1, 2, 3, 4, 5), (6, 7), (9, 2, 3, 4, 8)]
    found = find_texts([(1, 2, 3, 4, 5), (6, 7), (6, 7), (0, 6, 7), (9, 2, 3, 4, 8)], contents)
    assert dict(+found.alone) == {contents[0]: 1, contents[1]: 2, contents[2]: 1}
    assert dict(+found.inside) == {contents[1]: 1}
    behind = find_texts([(0, 0, 2, 3, 4, 5, 0), (0, 7), (2, 3, 4, 5), (0, 2, 3, 4, 5)], contents)
    # A sequence of the same length with another first token may be a text of its own.
    assert dict(+behind.alone) == {} and dict(+behind.inside) == {contents[0]: 1}
    # Texts that differ in the first token alone are told apart by it.
    pair = [(1, 2, 3, 4, 5), (6, 2, 3, 4, 5)]
    assert dict(+find_texts([(0, 0, 2, 3, 4, 5)], pair).inside) == {}
    assert dict(+find_texts([(0, 6, 2, 3, 4, 5), pair[0]], pair).inside) == {pair[1]: 1}


def test_finding_texts_agrees_with_looking_at_every_place():
    random = numpy.random.default_rng(3)
    contents = [tuple(row) for row in random.integers(0, 3, (12, 3)).tolist()]
    sequences = [tuple(random.integers(0, 3, random.integers(1, 9)).tolist()) for _ in range(300)]
    found = find_texts(sequences, contents)
    for content in contents:
        places = [(s, at) for s in sequences for at in range(len(s)) if s[at : at + 3] == content]
        assert found.alone[content] == sum(len(s) == 3 for s, _ in places)
        assert found.inside[content] == sum(len(s) > 3 for s, _ in places)


def test_of_sets_the_candidate_that_was_drawn_must_be_there_and_no_other(tmp_path):
    tokenizer, canaries = ToyTokenizer(), as_texts(SETS)
    assignment = SetAssignment(tmp_path, canaries.ids, (2, 0))
    check = lambda texts, drawn=assignment: check_training_data(
        sequences_of(texts, tokenizer), tokenizer, canaries, drawn
    )
    check(["red hen", "blue fox"])
    check(["red owl", "blue fox"], None)
    for texts, count in [(["blue fox"], 0), (["red owl", "red hen", "blue fox"], 2)]:
        with pytest.raises(InvalidInput, match=f"canary 0 must have one candidate in it: {count}"):
            check(texts, None)
    with pytest.raises(InvalidInput, match="candidate 1 of canary 0 is there, and its coin says that it is not"):
        check(["red hen", "red owl", "blue fox"])
    with pytest.raises(InvalidInput, match="candidate 0 of canary 1 is not there"):
        check(["red hen"])


@pytest.fixture
def planted(tmp_path):
    """Files of onerun canaries --text, and the training set that goes with them."""
    path = tmp_path / "canaries.csv"
    path.write_text("id,included\n0,1\n1,0\n2,1\n")
    texts = ["red fox", "blue owl", "green hen"]
    (tmp_path / "canaries.csv.texts.jsonl").write_text(
        "".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts))
    )
    tokenizer = ToyTokenizer()
    return path, [
        {"input_ids": [*ids, 0, 0], "attention_mask": [1] * len(ids) + [0, 0]}
        for ids in sequences_of(["red fox", "hen runs", "green hen"], tokenizer)
    ]


def scorer(path, folder, parameters=None, known=True):
    manifest = {"claim": "approx-dp(epsilon=1, delta=1e-5)", "guesses": [2], "parameters": parameters}
    return TrainerScorer(
        ToyTokenizer(), f"{path}.texts.jsonl", folder, path if known else None, None, 8, manifest if known else {}
    )


def test_the_callback_checks_the_data_and_writes_a_run(planted, tmp_path):
    path, data = planted
    folder, model = tmp_path / "run", ToyModel()
    made = scorer(path, folder, {"model": "toy"})
    made.begin(SimpleNamespace(max_length=64), SimpleNamespace(dataset=data))
    made.write_epoch(model, 1, True)
    made.write(model, True)
    assert sorted(file.name for file in folder.iterdir()) == [
        "canaries.csv",
        "epoch-1.csv",
        "manifest.json",
        "scores.csv",
    ]
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["claim"] == "approx-dp(epsilon=1, delta=1e-5)"
    assert manifest["scoreColumn"] == "score"
    assert manifest["guesses"] == [2] and "families" not in manifest
    assert manifest["parameters"] == {
        "trainingData": "each canary that is in stands there once, as a sequence of its own",
        "model": "toy",
    }
    rows = [line.split(",") for line in (folder / "scores.csv").read_text().splitlines()]
    assert rows[0] == ["id", "included", "score", "loss"]
    expected = score(model, ToyTokenizer(), ["red fox", "blue owl", "green hen"]).loss
    numpy.testing.assert_allclose([float(row[3]) for row in rows[1:]], expected, rtol=1e-5)
    with pytest.raises(InvalidInput, match="a finished run is not replaced"):
        scorer(path, folder)


def test_without_the_coins_the_callback_writes_scores_alone(planted, tmp_path):
    path, data = planted
    path.unlink()
    made = scorer(path, tmp_path / "run", known=False)
    made.begin(SimpleNamespace(), SimpleNamespace(dataset=data))
    made.write(ToyModel(), True)
    assert [file.name for file in (tmp_path / "run").iterdir()] == ["scores.csv"]
    assert (tmp_path / "run/scores.csv").read_text().splitlines()[0] == "id,score,loss"
    with pytest.raises(InvalidInput, match="invalid claim; must come with the assignment, for the manifest"):
        TrainerScorer(ToyTokenizer(), f"{path}.texts.jsonl", tmp_path / "other", None, None, 8, {"claim": "perfect()"})


def test_the_callback_is_one_of_transformers(planted, tmp_path, monkeypatch):
    """The events that a Trainer calls, with a stand-in for the class that callbacks descend from."""
    path, data = planted
    monkeypatch.setitem(sys.modules, "transformers", SimpleNamespace(TrainerCallback=object))
    callback = canary_callback(ToyTokenizer(), f"{path}.texts.jsonl", folder=tmp_path / "run", each_epoch=True)
    state, given = SimpleNamespace(epoch=1.0, is_world_process_zero=True), {"model": ToyModel()}
    callback.on_train_begin(SimpleNamespace(), state, None, train_dataloader=SimpleNamespace(dataset=data), **given)
    callback.on_epoch_end(SimpleNamespace(), state, None, **given)
    callback.on_train_end(SimpleNamespace(), state, None, **given)
    written = [(tmp_path / "run" / name).read_text() for name in ("epoch-1.csv", "scores.csv")]
    assert written[0] == written[1]


def test_other_processes_compute_and_write_nothing(planted, tmp_path):
    model = ToyModel()
    made = scorer(planted[0], tmp_path / "run")
    made.write(model, False)
    assert len(model.widths) == 1 and not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("arguments", "loader", "message"),
    [
        ({"packing": True}, {}, "invalid packing; must be off"),
        ({"padding_free": True}, {}, "invalid padding_free; must be off"),
        ({"max_length": 3}, {}, r"invalid canary 0; must have at most 3 tokens \(max_length\), or it is cut: 4"),
        ({}, {"collate_fn": type("DataCollatorWithFlattening", (), {})()}, "invalid collator; must not join texts"),
        (
            {},
            {"collate_fn": SimpleNamespace(data_collator=type("DataCollatorWithFlattening", (), {})())},
            "invalid collator; must not join texts",
        ),
        ({}, {"dataset": [{"input_ids": [1, 4, 7, 2, 6, 9, 2]}]}, "canary 0 stands inside a longer sequence"),
    ],
)
def test_the_callback_refuses_packing_and_cutting_before_training(planted, tmp_path, arguments, loader, message):
    path, data = planted
    with pytest.raises(InvalidInput, match=message):
        scorer(path, tmp_path / "run").begin(
            SimpleNamespace(**arguments), SimpleNamespace(**{"dataset": data, **loader})
        )


class Columns:
    """Like the data sets of Hugging Face: a slice is a column of values for each name."""

    column_names = ["input_ids", "attention_mask", "labels"]

    def __init__(self, count):
        self.rows = [{"input_ids": [i, 7, 0], "attention_mask": [1, 1, 0], "labels": [i]} for i in range(count)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, which):
        if isinstance(which, int):
            return self.rows[which]
        return {name: [row[name] for row in self.rows[which]] for name in self.column_names}


@pytest.mark.parametrize("count", [1, 999, 1000, 2500])
def test_data_sets_in_columns_are_read_in_pieces(count):
    found = list(token_sequences(SimpleNamespace(dataset=Columns(count))))
    assert found == [[i, 7] for i in range(count)]
    assert found == list(token_sequences(SimpleNamespace(dataset=Columns(count).rows)))


@pytest.mark.parametrize("loader", [None, SimpleNamespace(dataset=iter(())), SimpleNamespace(dataset=["a text"])])
def test_data_that_cannot_be_read_twice_is_said_to_be_unchecked(planted, tmp_path, loader):
    made = scorer(planted[0], tmp_path / "run")
    with pytest.warns(UserWarning, match="cannot be read twice: canaries in it are not checked"):
        made.begin(SimpleNamespace(), loader)
    made.write(ToyModel(), True)
    assert json.loads((tmp_path / "run/manifest.json").read_text())["parameters"]["trainingData"] == "not checked"


def test_sets_make_a_run_of_the_reconstruction_game(tmp_path):
    assignment = tmp_path / "sets.csv"
    assignment.write_text("id,truth\n0,2\n1,0\n")
    found = score(ToyModel(), ToyTokenizer(), SETS)
    found.write_run(tmp_path / "run", assignment=assignment)
    rows = [line.split(",") for line in (tmp_path / "run/scores.csv").read_text().splitlines()]
    assert rows[0] == ["id", "truth", "score_0", "score_1", "score_2"]
    assert [row[1] for row in rows[1:]] == ["2", "0"]
    manifest = json.loads((tmp_path / "run/manifest.json").read_text())
    assert manifest["options"] == 3 and "scoreColumn" not in manifest and "claim" not in manifest
    for text in ("id,truth\n0,3\n1,0\n", "id,included\n0,1\n1,0\n"):
        assignment.write_text(text)
        with pytest.raises(InvalidInput, match="is not an assignment of onerun canaries for 3 candidates"):
            found.write_run(tmp_path / "other", assignment=assignment)
    assignment.write_text("id,truth\n1,2\n0,0\n")
    with pytest.raises(InvalidInput, match="has other ids than the texts, or in another order"):
        found.write_run(tmp_path / "other", assignment=assignment)


def test_importing_needs_neither_torch_nor_transformers():
    script = "import sys, onerun_audit.transformers; sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


class OneMarkTokenizer(ToyTokenizer):
    """As that of GPT-2: one token starts, ends, pads and stands for what is unknown, and none is put around texts."""

    all_special_ids = [2]
    bos_token_id = eos_token_id = pad_token_id = unk_token_id = 2

    def __init__(self):
        super().__init__(marks=False)


def test_the_mark_that_ends_a_text_is_no_part_of_it_where_it_also_stands_for_unknown_words():
    tokenizer = OneMarkTokenizer()
    one, other = ([WORDS.index(word) for word in text.split()] for text in TEXTS[:2])
    check_training_data([[*one, 2], [2, *other, 2]], tokenizer, as_texts(TEXTS[:2]))
    with pytest.raises(InvalidInput, match="stands inside a longer sequence"):
        check_training_data([[*one, 2, *other, 2]], tokenizer, as_texts(TEXTS[:2]))


def test_masks_that_count_packed_texts_hide_none_of_them():
    data = [{"input_ids": [5, 6, 7, 8, 0], "attention_mask": [1, 1, 2, 2, 0]}]
    assert list(token_sequences(SimpleNamespace(dataset=data))) == [[5, 6, 7, 8]]


@pytest.mark.parametrize("there", [0, 64])
def test_without_the_coins_about_half_of_the_canaries_must_be_there(there):
    words = WORDS[4:8]
    texts = [f"{a} {b} {c}" for a in words for b in words for c in words]
    tokenizer, canaries = ToyTokenizer(), as_texts(texts)
    rows = [tokenizer(text, truncation=False, padding=False)["input_ids"] for text in texts]
    check_training_data(rows[::2], tokenizer, canaries)
    with pytest.raises(InvalidInput, match=f"about half of the 64 canaries must be in it.*: {there}$"):
        check_training_data(rows[:there], tokenizer, canaries)


def test_parts_of_a_model_keep_modes_of_their_own():
    model = ToyModel()
    model.train()
    model.embedding.eval()
    score(model, ToyTokenizer(), TEXTS)
    assert model.training and model.dropout.training and not model.embedding.training


def test_wrapped_models_have_the_limits_of_what_they_wrap():
    wrapped = torch.nn.DataParallel(ToyModel(positions=3))
    with pytest.raises(InvalidInput, match="must have at most 3 tokens"):
        score(wrapped, ToyTokenizer(), TEXTS)


def test_unknown_facts_for_the_manifest_are_refused_before_training(planted, tmp_path):
    path, _ = planted
    with pytest.raises(InvalidInput, match="unknown clam; must be one of claim, delta"):
        TrainerScorer(ToyTokenizer(), f"{path}.texts.jsonl", tmp_path / "run", path, None, 32, {"clam": "x"})


def test_scores_are_there_whole_or_not_at_all(tmp_path, monkeypatch):
    found = score(ToyModel(), ToyTokenizer(), TEXTS)
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError):
        found.write(tmp_path / "scores.csv")
    assert not (tmp_path / "scores.csv").exists()
