"""Makes the text that the models of this folder are trained on: 4,000 sentences of a small grammar.

    python3 examples/llm/make_text.py > text.jsonl
"""

import json
import random

WHO = ["the gardener", "my neighbour", "a student", "the baker", "our teacher", "the driver", "an old man", "the nurse"]
HOW = ["", "quickly", "rarely", "often", "quietly"]
DID = ["bought", "found", "repaired", "painted", "lost", "sold", "borrowed", "hid"]
SIZE = ["", "small", "large", "broken", "new"]
WHAT = ["bicycle", "lamp", "table", "door", "clock", "book", "chair", "boat", "violin"]
WHEN = ["on monday", "last week", "in the morning", "before the rain", "after lunch", "in spring", "at night"]


def sentence(draw: random.Random) -> str:
    verb = [draw.choice(HOW), draw.choice(DID)]
    thing = ["the", draw.choice(SIZE), draw.choice(WHAT)]
    words = [draw.choice(WHO), *verb, *thing, draw.choice(WHEN)]
    if draw.random() < 0.3:
        words += ["and", draw.choice(DID), "the", draw.choice(WHAT)]
    return " ".join(word for word in words if word) + " ."


if __name__ == "__main__":
    draw = random.Random(1)
    for _ in range(4000):
        print(json.dumps({"text": sentence(draw)}))
