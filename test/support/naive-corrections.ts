/** Which hypotheses Holm's procedure rejects, step by step as in textbooks; null counts and is never rejected. */
export function naiveHolm(pValues: readonly (number | null)[], tau: number): boolean[] {
  const rejected = pValues.map(() => false);
  let left = pValues.length;
  for (;;) {
    let best = -1;
    pValues.forEach((p, i) => {
      if (p !== null && !rejected[i] && (best < 0 || p < (pValues[best] ?? 2))) best = i;
    });
    if (best < 0 || (pValues[best] ?? 2) > tau / left) return rejected;
    rejected[best] = true;
    left--;
  }
}

/** The same for Benjamini and Hochberg: the largest rank whose p-value is at most its share of tau. */
export function naiveBenjaminiHochberg(pValues: readonly (number | null)[], tau: number): boolean[] {
  let limit = -1;
  for (let rank = 1; rank <= pValues.length; rank++) {
    const level = (tau * rank) / pValues.length;
    if (pValues.filter((p) => p !== null && p <= level).length >= rank) limit = level;
  }
  return pValues.map((p) => p !== null && p <= limit);
}
