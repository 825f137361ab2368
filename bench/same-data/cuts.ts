/** Scores of canaries that were in or out, higher being more likely in. */
export interface Scored {
  readonly scores: Float64Array;
  readonly included: Uint8Array;
}

/** What lies at or above a cut: canaries in (right to accuse) and out (wrong to). */
export interface Cut {
  readonly inAbove: number;
  readonly outAbove: number;
}

/** Every cut between two different scores, from the one that accuses nobody to the one that accuses all. */
export interface Cuts {
  readonly ins: number;
  readonly outs: number;
  readonly all: readonly Cut[];
}

export function cutsOf({ scores, included }: Scored): Cuts {
  const order = Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a]);
  const all: Cut[] = [{ inAbove: 0, outAbove: 0 }];
  let [inAbove, outAbove] = [0, 0];
  order.forEach((row, i) => {
    if (included[row] === 1) inAbove++;
    else outAbove++;
    if (i + 1 === order.length || scores[order[i + 1]] !== scores[row]) all.push({ inAbove, outAbove });
  });
  return { ins: inAbove, outs: outAbove, all };
}

/** The cuts at the corners of the upper hull of (out above, in above): those that no mixture of others beats. */
export function hullOf(cuts: Cuts): Cut[] {
  const hull: Cut[] = [];
  for (const cut of cuts.all) {
    while (hull.length > 1 && !turnsDown(hull[hull.length - 2], hull[hull.length - 1], cut)) hull.pop();
    hull.push(cut);
  }
  return hull;
}

const turnsDown = (a: Cut, b: Cut, c: Cut) =>
  (b.inAbove - a.inAbove) * (c.outAbove - b.outAbove) > (c.inAbove - b.inAbove) * (b.outAbove - a.outAbove);

/** The cut that accuses the higher half of the scores: it looks at no truth. */
export function middleOf({ ins, outs, all }: Cuts): Cut {
  const half = (ins + outs) / 2;
  return all.find(({ inAbove, outAbove }) => inAbove + outAbove >= half) ?? all[all.length - 1];
}

/** At most so many cuts, evenly along the list. */
export function someOf({ all }: Cuts, count: number): Cut[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, i) => all[Math.round((i * (all.length - 1)) / (count - 1))]);
}
