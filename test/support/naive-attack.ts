/** The definitions of the numbers that describe an attack, without sorting: every pair, every threshold. */
export function naiveAttack(scores: ArrayLike<number>, included: ArrayLike<number>) {
  const rows = Array.from(scores, (score, i) => ({ score, member: included[i] === 1 }));
  const [members, others] = [rows.filter(({ member }) => member), rows.filter(({ member }) => !member)];
  let pairs = 0;
  for (const a of members)
    for (const b of others) pairs += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0;
  const thresholds = [Infinity, ...new Set(rows.map(({ score }) => score))].map((threshold) => {
    const accused = (list: typeof rows) => list.filter(({ score }) => score >= threshold).length;
    const [truePositives, falsePositives] = [accused(members), accused(others)];
    return {
      threshold,
      truePositives,
      falsePositives,
      advantage: truePositives / members.length - falsePositives / others.length,
      accuracy: (truePositives + others.length - falsePositives) / rows.length,
    };
  });
  const atRate = (many: number) =>
    others.length < many
      ? null
      : thresholds
          .filter(({ falsePositives }) => many * falsePositives <= others.length)
          .reduce((a, b) => (b.threshold < a.threshold ? b : a));
  return {
    auc: pairs / (members.length * others.length),
    rates: [10, 100, 1000].map(atRate),
    advantage: Math.max(...thresholds.map(({ advantage }) => advantage)),
    accuracy: Math.max(...thresholds.map(({ accuracy }) => accuracy)),
  };
}

/** P[Bin(n, p) >= x] by its definition, term by term. */
function naiveTail(n: number, p: number, x: number): number {
  let sum = 0;
  for (let i = x; i <= n; i++) {
    let term = 1;
    for (let j = 1; j <= i; j++) term *= ((n - i + j) / j) * p;
    sum += term * (1 - p) ** (n - i);
  }
  return sum;
}

/** Clopper and Pearson's limits by bisection on the tail's definition; for small n. */
export function naiveClopperPearson(x: number, n: number, alpha: number): [number, number] {
  const lower = (successes: number) => {
    if (successes === 0) return 0;
    let [low, high] = [0, 1];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (naiveTail(n, middle, successes) <= alpha) low = middle;
      else high = middle;
    }
    return low;
  };
  return [lower(x), 1 - lower(n - x)];
}
