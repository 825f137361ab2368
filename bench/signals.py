"""Online LiRA with a pooled variance in NumPy, from files to a file: python3 bench/signals.py TARGET REFERENCES OUT"""

import sys

import numpy as np

target, references, out = sys.argv[1:]
loaded, models = np.load(target), np.load(references)
members = models["in"]


def logit(loss):
    return -np.log(np.expm1(loss.astype(np.float64)))


x, values = logit(loaded["loss"]), logit(models["reference"])
inside = members.sum(axis=1)
outside = members.shape[1] - inside
mean_in = np.where(members, values, 0).sum(axis=1) / np.maximum(inside, 1)
mean_out = np.where(members, 0, values).sum(axis=1) / np.maximum(outside, 1)
squares_in = np.where(members, values - mean_in[:, None], 0) ** 2
squares_out = np.where(members, 0, values - mean_out[:, None]) ** 2
variance_in = squares_in.sum() / np.maximum(inside - 1, 0).sum()
variance_out = squares_out.sum() / np.maximum(outside - 1, 0).sum()
both = (inside > 0) & (outside > 0)
shift = (mean_in - mean_out)[both].mean()
mean_in = np.where(inside == 0, mean_out + shift, mean_in)
mean_out = np.where(outside == 0, mean_in - shift, mean_out)
scores = (x - mean_out) ** 2 / (2 * variance_out) - (x - mean_in) ** 2 / (2 * variance_in)
scores += 0.5 * np.log(variance_out / variance_in)
with open(out, "w") as file:
    file.write("id,score\n")
    file.writelines(f"{i},{score!r}\n" for i, score in zip(loaded["id"].tolist(), scores.tolist()))
