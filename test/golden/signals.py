"""Writes signals.json: scores of canaries from losses under target and references, canary by canary, by numpy and scipy."""

import json
import pathlib

import numpy as np
from scipy.special import logit, logsumexp
from scipy.stats import norm


def fill(means_in, means_out):
    """Lists with None where a canary has no reference on that side: moved from the other side."""
    both = [a - b for a, b in zip(means_in, means_out) if a is not None and b is not None]
    ins = [a for a in means_in if a is not None]
    outs = [b for b in means_out if b is not None]
    if not ins:
        return means_in, means_out
    shift = np.mean(both) if both else np.mean(ins) - np.mean(outs)
    return ([b + shift if a is None else a for a, b in zip(means_in, means_out)],
            [a - shift if b is None else b for a, b in zip(means_in, means_out)])


def sides(values, members, mean):
    ins = [mean(row[own]) if own.any() else None for row, own in zip(values, members)]
    outs = [mean(row[~own]) if (~own).any() else None for row, own in zip(values, members)]
    return fill(ins, outs)


def pooled(values, which):
    squares = sum(((row[own] - row[own].mean()) ** 2).sum() for row, own in zip(values, which) if own.sum() > 1)
    freedom = sum(own.sum() - 1 for own in which if own.sum() > 1)
    return squares / freedom if freedom else 0.0


def calibrated(target, losses, members, mode):
    ins, outs = sides(losses, members, np.mean)
    return [(o if mode == "offline" else (i + o) / 2) - t for t, i, o in zip(target, ins, outs)]


def lira(target, losses, members, mode, variance):
    x, values = logit(np.exp(-target)), logit(np.exp(-losses))
    ins, outs = sides(values, members, np.mean)
    v_in, v_out = pooled(values, members), pooled(values, ~members)
    if mode == "offline":
        v_out = v_out or 1.0
    else:
        v_in, v_out = v_in or v_out or 1.0, v_out or v_in or 1.0
    scores = []
    for i in range(len(x)):
        own_in, own_out = values[i][members[i]], values[i][~members[i]]
        each = variance == "each"
        s_in = max(own_in.var(ddof=1), 0.01 * v_in) if each and len(own_in) > 1 else v_in
        s_out = max(own_out.var(ddof=1), 0.01 * v_out) if each and len(own_out) > 1 else v_out
        if mode == "offline":
            scores.append((x[i] - outs[i]) / np.sqrt(s_out))
        else:
            scores.append(norm.logpdf(x[i], ins[i], np.sqrt(s_in)) - norm.logpdf(x[i], outs[i], np.sqrt(s_out)))
    return scores


def rmia(target, losses, members, mode, gamma, a, population):
    def ratios(t, refs, own, mode, a):
        log_mean = lambda row: logsumexp(-row) - np.log(len(row))
        ins, outs = sides(refs, own, log_mean)
        if mode == "online":
            return [np.exp(-x) / ((np.exp(i) + np.exp(o)) / 2) for x, i, o in zip(t, ins, outs)]
        return [np.exp(-x) / (((1 + a) * np.exp(o) + 1 - a) / 2) for x, o in zip(t, outs)]

    own = ratios(target, losses, members, mode, a)
    if population is None:
        return [np.mean([own[i] / z >= gamma for j, z in enumerate(own) if j != i]) for i in range(len(own))]
    nobody = np.zeros_like(population["references"], dtype=bool)
    others = ratios(population["target"], population["references"], nobody, "offline", 1 if mode == "online" else a)
    return [np.mean([x / z >= gamma for z in others]) for x in own]


random = np.random.default_rng(20260101)
cases = []
for m, count, chance in [(6, 1, 0.5), (5, 2, 0.5), (8, 4, 0.5), (7, 16, 0.5), (4, 3, 0.0), (9, 5, 0.9)]:
    level = random.exponential(1.0, m)
    members = random.random((m, count)) < chance
    losses = level[:, None] * np.exp(0.3 * random.normal(size=(m, count)) - 0.4 * members)
    target = level * np.exp(0.3 * random.normal(size=m))
    size = 11
    other = random.exponential(1.0, (size, count + 1))
    population = {"target": other[:, 0], "references": other[:, 1:]}
    for mode in ["online", "offline"] if members.any() else ["offline"]:
        results = [{"options": {"kind": "calibrated"}, "scores": calibrated(target, losses, members, mode)}]
        for variance in ["pooled", "each"]:
            results.append({"options": {"kind": "lira", "variance": variance},
                            "scores": lira(target, losses, members, mode, variance)})
        for gamma in [1, 1.3]:
            for a in [0, 0.3, 1]:
                for with_population in [False, True]:
                    results.append({"options": {"kind": "rmia", "gamma": gamma, "a": a},
                                    "population": with_population,
                                    "scores": rmia(target, losses, members, mode, gamma, a,
                                                   population if with_population else None)})
        cases.append({"target": target.tolist(), "references": losses.T.tolist(),
                      "included": members.T.astype(int).tolist(), "mode": mode,
                      "population": {"target": population["target"].tolist(),
                                     "references": population["references"].T.tolist()},
                      "results": [{**result, "scores": [float(x) for x in result["scores"]]} for result in results]})
about = "scores of a few canaries by each kind, computed canary by canary with numpy and scipy (norm.logpdf, logsumexp), about 1e-12"
path = pathlib.Path(__file__).with_name("signals.json")
lines = ",\n".join(json.dumps(case) for case in cases)
path.write_text(f'{{"about": {json.dumps(about)},\n"cases": [\n{lines}\n]}}\n')
