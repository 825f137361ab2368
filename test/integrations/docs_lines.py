"""The lines of docs/pytorch.md, run as they stand there, against naive ones: a loop by hand, and several workers.

    docs_lines.py ASSIGNMENT
"""

import pathlib
import re
import sys

import torch

from report import finish, report

ASSIGNMENT = pathlib.Path(sys.argv[1])
DOCS = pathlib.Path(__file__).parents[2] / "docs" / "pytorch.md"
BLOCKS = re.findall(r"```python[^\n]*\n(.*?)```", DOCS.read_text(), re.DOTALL)
(BY_HAND,) = [block for block in BLOCKS if "canaries.add_to(summed)" in block]
(WORKERS,) = [block for block in BLOCKS if "everyone" in block]


def real_records(parameters, generator):
    """A sum of clipped gradients that is larger than the noise and depends on the weights."""
    draw = lambda p: 2 * torch.sin(p.detach() + torch.randn(p.shape, generator=generator))
    return [draw(p) for p in parameters]


# The loop by hand, shortened: its scores are those of a naive one.
model = torch.nn.Linear(70, 40)
text = BY_HAND.replace('"canaries.csv"', "assignment").replace("200", "3")
seen = {"released": [], "summed": []}


def sum_of_clipped_gradients(model):
    summed = real_records(model.parameters(), torch.Generator().manual_seed(len(seen["summed"])))
    seen["summed"].append(torch.cat([s.flatten() for s in summed]).double())
    return summed


def take_step(released):
    seen["released"].append(torch.cat([r.flatten() for r in released]).double())


names = {**globals(), "assignment": ASSIGNMENT}
exec(text, names)
at = names["canaries"].coordinates
naive = sum(r[at] - s[at] for r, s in zip(seen["released"], seen["summed"]))
report("scores of the loop by hand", (names["canaries"].scores["sum"] - naive).abs().max().item(), 1e-9)
report("steps of the loop by hand", abs(names["canaries"].observed - 3), 0)

# Two workers, half of the noise's variance on each: what is left after the others are taken off has the whole.
theirs, canaries = torch.Generator().manual_seed(5), names["canaries"]
canaries.scores["sum"].zero_()
parts = [real_records(model.parameters(), theirs) for _ in range(2)]
noisy = lambda part: [p + 0.5**0.5 * torch.randn(p.shape, generator=theirs) for p in part]
waiting = [parts[1], noisy(parts[1])]
all_reduced = lambda mine: [a + b for a, b in zip(mine, waiting.pop(0))]
exec(WORKERS, {"mine": parts[0], "noisy": noisy, "all_reduced": all_reduced, "canaries": canaries})
deviation = canaries.scores["sum"][~canaries.included].std().item()
report("deviation of the noise of two workers", abs(deviation - 1), 0.1)
finish()
