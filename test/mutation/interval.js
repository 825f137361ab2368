/** Clopper and Pearson's two-sided interval at 1 - alpha, by bisection of sums of binomial probabilities. */
export function clopperPearson(count, n, alpha) {
  if (n === 0) return [0, 1];
  const lower = count === 0 ? 0 : crossing((p) => tail(n, p, count) > alpha / 2);
  const upper = count === n ? 1 : crossing((p) => 1 - tail(n, p, count + 1) < alpha / 2);
  return [lower, upper];
}

/** P[Bin(n, p) >= from]. */
function tail(n, p, from) {
  let sum = 0;
  let log = 0;
  for (let i = 0; i <= n; i++) {
    if (i > 0) log += Math.log((n - i + 1) / i);
    if (i >= from) sum += Math.exp(log + i * Math.log(p) + (n - i) * Math.log1p(-p));
  }
  return Math.min(1, sum);
}

/** The p in (0, 1) from which on a condition holds. */
function crossing(holds) {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
