"""onerun_audit.transformers with Transformers itself, which few machines have: skipped by name where it is missing."""

import importlib.util
import json
from pathlib import Path

import numpy
import pytest

from onerun_audit import InvalidInput

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("transformers", reason="Transformers is not installed")

from onerun_audit.transformers import canary_callback, score  # noqa: E402

TEXTS = ["my code is babel bador", "my code is bador bador bafan babel", "my code is bafan", "my code is babel babel"]


@pytest.fixture(scope="module")
def example():
    path = Path(__file__).parents[2] / "examples/llm/train.py"
    spec = importlib.util.spec_from_file_location("train", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tokenizer(example):
    return example.make_tokenizer(["the baker sold the door .", "a nurse hid the boat ."], ["babel bador bafan"])


@pytest.fixture
def planted(tmp_path):
    assignment = tmp_path / "canaries.csv"
    assignment.write_text("id,included\n0,1\n1,0\n2,1\n3,0\n")
    texts = tmp_path / "canaries.csv.texts.jsonl"
    texts.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(TEXTS)))
    return assignment, texts


def naive_loss(model, tokenizer, text):
    """By the model's own loss, which is a mean, on one text: all tokens but the last, which is </s>, counted."""
    ids = torch.tensor([tokenizer(text)["input_ids"]])
    labels = ids.clone()
    labels[0, -1] = -100
    with torch.no_grad():
        return float(model(input_ids=ids, labels=labels).loss) * (ids.shape[1] - 2)


@pytest.mark.parametrize("batch_size", [1, 2, 100])
def test_losses_are_those_of_the_model_itself(example, tokenizer, batch_size):
    model = example.make_model(tokenizer, 1).eval()
    found = score(model, tokenizer, TEXTS, batch_size=batch_size)
    numpy.testing.assert_allclose(found.loss, [naive_loss(model, tokenizer, text) for text in TEXTS], rtol=1e-5)
    assert found.tokens.tolist() == [len(text.split()) for text in TEXTS]


def test_texts_longer_than_the_positions_are_refused(example, tokenizer):
    with pytest.raises(InvalidInput, match=r"at most 32 tokens \(the model's positions\), or it is cut: 40"):
        score(example.make_model(tokenizer, 1), tokenizer, ["babel " * 38, "bador"])


def test_the_trainer_calls_the_callback(example, tokenizer, planted, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assignment, texts = planted
    lines = ["the baker sold the door .", TEXTS[0], "a nurse hid the boat .", TEXTS[2]]
    callback = canary_callback(
        tokenizer, texts, folder="run", assignment=assignment, each_epoch=True, claim="approx-dp(epsilon=1, delta=1e-5)"
    )
    model = example.make_model(tokenizer, 1)
    example.train_plainly(model, tokenizer, lines, 3, 1, [callback])
    names = sorted(path.name for path in Path("run").iterdir())
    assert names == ["canaries.csv", "epoch-1.csv", "epoch-2.csv", "epoch-3.csv", "manifest.json", "scores.csv"]
    rows = [line.split(",") for line in Path("run/scores.csv").read_text().splitlines()[1:]]
    expected = score(model, tokenizer, texts).loss
    numpy.testing.assert_allclose([float(row[3]) for row in rows], expected, rtol=1e-4)
    parameters = json.loads(Path("run/manifest.json").read_text())["parameters"]
    assert parameters["trainingData"].startswith("each canary that is in stands there once")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([f"the baker {TEXTS[0]}", TEXTS[2]], "canary 0 stands inside a longer sequence"),
        ([TEXTS[0], TEXTS[2], TEXTS[2]], "canary 2 is there 2 times"),
        ([TEXTS[0], TEXTS[1], TEXTS[2]], "canary 1 is there, and its coin says that it is not"),
    ],
)
def test_the_trainer_is_stopped_before_it_trains(example, tokenizer, planted, tmp_path, monkeypatch, lines, message):
    monkeypatch.chdir(tmp_path)
    callback = canary_callback(tokenizer, planted[1], folder="run", assignment=planted[0])
    with pytest.raises(InvalidInput, match=message):
        example.train_plainly(example.make_model(tokenizer, 1), tokenizer, lines, 1, 1, [callback])


def test_a_collator_that_joins_texts_is_refused(example, tokenizer, planted, tmp_path, monkeypatch):
    from transformers import DataCollatorWithFlattening, Trainer, TrainingArguments

    monkeypatch.chdir(tmp_path)
    trainer = Trainer(
        model=example.make_model(tokenizer, 1),
        args=TrainingArguments(output_dir="out", report_to=[], save_strategy="no", use_cpu=True),
        train_dataset=[dict(tokenizer(text)) for text in (TEXTS[0], TEXTS[2])],
        data_collator=DataCollatorWithFlattening(),
        callbacks=[canary_callback(tokenizer, planted[1], folder="run", assignment=planted[0])],
    )
    with pytest.raises(InvalidInput, match="must not join texts.*: DataCollatorWithFlattening"):
        trainer.train()


def test_clipped_sums_are_those_of_a_loop_over_records(example, tokenizer):
    model = example.make_model(tokenizer, 1)
    ids, read = example.as_tensors(tokenizer, TEXTS, "cpu")
    parameters = {name: value.detach() for name, value in model.named_parameters()}
    clip = 0.5
    found = example.summed_clipped_gradients(model, parameters, ids, read, clip, chunk=3)
    naive = {name: torch.zeros_like(value) for name, value in parameters.items()}
    for text in TEXTS:
        one = torch.tensor([tokenizer(text)["input_ids"]])
        model.zero_grad()
        model(input_ids=one, labels=one).loss.backward()
        norm = torch.cat([value.grad.reshape(-1) for value in model.parameters()]).norm()
        assert norm > clip
        for name, value in model.named_parameters():
            naive[name] += value.grad * clip / norm
    for name, value in naive.items():
        torch.testing.assert_close(found[name], value, rtol=1e-4, atol=1e-6)
