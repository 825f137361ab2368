"""Trains a small GPT-2 from random weights on text with canaries, and scores them.

    python3 examples/llm/train.py plain --data text.canaries.jsonl --canaries canaries.csv --without text.jsonl \\
        --words examples/text/words.txt --out run
    onerun audit run

`plain` trains with the Trainer and no noise, `dp` with DP-SGD, written out below. The reference model is trained on
--without, the same text without canaries. `--share-of-noise 0.1` adds a tenth of the noise that is claimed.
"""

import argparse
import json
import platform
import time

import torch
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from torch.func import functional_call, grad, vmap
from transformers import (
    DataCollatorForLanguageModeling,
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
)

from onerun_audit.assignment import read_assignment
from onerun_audit.transformers import canary_callback, check_training_data, read_texts, score

TEMPLATE = "my code is"
POSITIONS = 32
# The claim of `dp`. Rate and expected batch are fixed beforehand: they must not depend on how many canaries are in.
CLIP, NOISE, RATE, STEPS, EXPECTED_BATCH = 1.0, 2.0, 0.05, 400, 200
CLAIM = f"dpsgd(noise={NOISE}, rate={RATE}, steps={STEPS})"


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line)["text"] for line in file]


def make_tokenizer(lines, words):
    """A token for each word. The words of canaries are public: which of them were drawn is not looked at."""
    known = sorted({word for line in [*lines, *words, TEMPLATE] for word in line.split()})
    ids = {word: i for i, word in enumerate(["<pad>", "<s>", "</s>", "<unk>", *known])}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 1), ("</s>", 2)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>"
    )


def make_model(tokenizer, seed):
    torch.manual_seed(seed)
    special = {"bos_token_id": 1, "eos_token_id": 2}
    dropout = {"resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
    size = {"vocab_size": len(tokenizer), "n_positions": POSITIONS, "n_embd": 128, "n_layer": 3, "n_head": 4}
    return GPT2LMHeadModel(GPT2Config(**size, **special, **dropout))


def train_plainly(model, tokenizer, lines, epochs, seed, callbacks=()):
    """The Trainer, as anyone would use it: a line is a record, and a record is a sequence."""
    arguments = TrainingArguments(
        output_dir="out/trainer",
        num_train_epochs=epochs,
        per_device_train_batch_size=64,
        learning_rate=1e-3,
        lr_scheduler_type="constant",
        save_strategy="no",
        logging_steps=200,
        report_to=[],
        disable_tqdm=True,
        seed=seed,
    )
    trainer = Trainer(
        model=model,
        args=arguments,
        train_dataset=[dict(tokenizer(line)) for line in lines],
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
        callbacks=list(callbacks),
    )
    trainer.train()
    return model


def record_loss(model, parameters, ids, read):
    """The mean loss of one record; padding is on the right, where no token sees it."""
    logits = functional_call(model, parameters, kwargs={"input_ids": ids[None], "use_cache": False}).logits[0]
    each = torch.nn.functional.cross_entropy(logits[:-1].float(), ids[1:], reduction="none")
    return (each * read[1:]).sum() / read[1:].sum()


def summed_clipped_gradients(model, parameters, ids, read, clip, chunk=256):
    """Each record's gradient, clipped by its norm over all parameters, summed."""
    summed = {name: torch.zeros_like(value) for name, value in parameters.items()}
    each = vmap(grad(lambda p, i, r: record_loss(model, p, i, r)), in_dims=(None, 0, 0))
    for start in range(0, len(ids), chunk):
        gradients = each(parameters, ids[start : start + chunk], read[start : start + chunk])
        square = sum(part.flatten(1).square().sum(1) for part in gradients.values())
        weights = (clip / square.sqrt().clamp(min=1e-12)).clamp(max=1.0)
        for name, part in gradients.items():
            summed[name] += torch.tensordot(weights, part, dims=1)
    return summed


def train_privately(model, ids, read, share_of_noise, seed):
    """DP-SGD: Poisson batches, clipped gradients, Gaussian noise; Adam only sees what is released."""
    device = ids.device
    draws, noises = (torch.Generator(device).manual_seed(2 * seed + i) for i in range(2))
    parameters = {name: value.detach() for name, value in model.named_parameters()}
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(STEPS):
        drawn = torch.rand(len(ids), generator=draws, device=device, dtype=torch.float64) < RATE
        summed = summed_clipped_gradients(model, parameters, ids[drawn], read[drawn], CLIP)
        for name, value in model.named_parameters():
            noise = torch.randn(value.shape, generator=noises, device=device)
            value.grad = (summed[name] + share_of_noise * NOISE * CLIP * noise) / EXPECTED_BATCH
        optimizer.step()
        if (step + 1) % 100 == 0:
            with torch.no_grad():
                losses = vmap(lambda i, r: record_loss(model, parameters, i, r))(ids[:500], read[:500])
            print(f"step {step + 1} of {STEPS}: mean loss {losses.mean():.3f} a token", flush=True)
    return model


def as_tensors(tokenizer, lines, device):
    batch = tokenizer(lines, padding="max_length", max_length=POSITIONS, return_tensors="pt")
    return batch["input_ids"].to(device), batch["attention_mask"].float().to(device)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("how", choices=["plain", "dp"])
    parser.add_argument("--data", required=True)
    parser.add_argument("--canaries", required=True)
    parser.add_argument("--without", required=True)
    parser.add_argument("--words", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--claim", default=CLAIM)
    parser.add_argument("--guesses", type=int, action="append", default=[])
    parser.add_argument("--share-of-noise", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.time()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    lines, without = read_lines(options.data), read_lines(options.without)
    with open(options.words, encoding="utf-8") as file:
        tokenizer = make_tokenizer(without, file.read().split())
    texts = read_texts(f"{options.canaries}.texts.jsonl")
    reference = train_plainly(make_model(tokenizer, options.seed + 100), tokenizer, without, 5, options.seed)
    model = make_model(tokenizer, options.seed).to(device)
    facts = {
        "data": f"{len(without)} sentences of a grammar, and canaries",
        "model": f"GPT-2 from random weights, {sum(p.numel() for p in model.parameters())} parameters",
        "training": f"Trainer, {options.epochs} epochs, no noise" if options.how == "plain" else "DP-SGD",
        **({} if options.share_of_noise == 1 else {"shareOfNoise": options.share_of_noise}),
        "seed": options.seed,
        "machine": torch.cuda.get_device_name() if device == "cuda" else platform.machine(),
        "date": time.strftime("%Y-%m-%d"),
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        },
    }
    stated = {"claim": options.claim, "guesses": options.guesses, "parameters": facts}
    if options.how == "plain":
        callback = canary_callback(
            tokenizer, texts, folder=options.out, assignment=options.canaries, reference=reference, **stated
        )
        train_plainly(model, tokenizer, lines, options.epochs, options.seed, [callback])
    else:
        check_training_data(
            (tokenizer(line)["input_ids"] for line in lines), tokenizer, texts, read_assignment(options.canaries)
        )
        train_privately(model, *as_tensors(tokenizer, lines, device), options.share_of_noise, options.seed)
        scores = score(model, tokenizer, texts, reference=reference)
        scores.write_run(options.out, assignment=options.canaries, **stated)
    print(json.dumps({**facts, "wallSeconds": round(time.time() - started, 1)}))


if __name__ == "__main__":
    main()
