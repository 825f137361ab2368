"""Text canaries in language models of Hugging Face Transformers: losses of canaries as scores.

    onerun canaries --text ... --out canaries.csv            draws texts and who is in
    scores = score(model, tokenizer, "canaries.csv.texts.jsonl", reference=other_model)
    scores.write("scores.csv")                               then: onerun audit scores.csv --assignment canaries.csv

or, with a Trainer, `callbacks=[canary_callback(tokenizer, "canaries.csv.texts.jsonl", folder="run")]`.
Importing this module needs neither PyTorch nor Transformers; scoring needs PyTorch, the callback both.
"""

from onerun_audit.transformers.callback import canary_callback
from onerun_audit.transformers.losses import score
from onerun_audit.transformers.scores import TextScores
from onerun_audit.transformers.texts import TextCanaries, read_texts
from onerun_audit.transformers.training_data import check_training_data

__all__ = [
    "TextCanaries",
    "TextScores",
    "canary_callback",
    "check_training_data",
    "read_texts",
    "score",
]
