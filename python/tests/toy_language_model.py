"""A language model and a tokenizer with the faces of those of Transformers, for machines that have only PyTorch."""

from types import SimpleNamespace

import torch

WORDS = ["<pad>", "<s>", "</s>", "<unk>", *"red blue green fox owl hen runs sits".split()]


class ToyTokenizer:
    """A word is a token; <s> is put before a text and </s> after it, if asked."""

    all_special_ids = [0, 1, 2, 3]
    unk_token_id = 3
    model_max_length = int(1e30)

    def __init__(self, marks=True):
        self.marks = marks

    def __call__(self, text, truncation, padding):
        assert not truncation and not padding
        ids = [WORDS.index(word) if word in WORDS else 3 for word in text.split()]
        return {"input_ids": [1, *ids, 2] if self.marks else ids}


class ToyModel(torch.nn.Module):
    """Each token is foretold from the running mean of what stands before it, with dropout while training."""

    def __init__(self, seed=1, positions=None):
        super().__init__()
        torch.manual_seed(seed)
        self.embedding = torch.nn.Embedding(len(WORDS), 6)
        self.output = torch.nn.Linear(6, len(WORDS))
        self.dropout = torch.nn.Dropout(0.5)
        self.config = SimpleNamespace(max_position_embeddings=positions, is_encoder_decoder=False)
        self.widths = []

    def forward(self, input_ids, attention_mask):
        assert input_ids.shape == attention_mask.shape
        self.widths.append(input_ids.shape)
        hidden = self.embedding(input_ids) * attention_mask[..., None]
        mean = hidden.cumsum(1) / torch.arange(1, input_ids.shape[1] + 1)[:, None]
        return SimpleNamespace(logits=self.output(self.dropout(torch.tanh(mean))))
