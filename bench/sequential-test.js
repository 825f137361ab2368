/**
 * The sequential test of arXiv 2509.07055 on numbers, from its published description, to compare with.
 *
 * In each step it sees X, what is released at a canary that is in, and Y, at one that is out. It bets on a
 * witness f in the unit ball of the Gaussian kernel's space, whose width is the median distance of the first
 * 20 samples, which are not bet on: wealth is the product of 1 + lambda (f(X) - f(Y) - threshold). f follows
 * the gradient, projected to the ball; lambda is chosen by online Newton steps. By its Theorem 3.1
 * (epsilon, delta) allows E[f(X) - f(Y)] up to sqrt(2) (1 - 2 (1 - delta) / (1 + e^epsilon)). Where a claim
 * has a curve we take the smallest of these thresholds over all its points, which favours the test.
 */

const WARM_UP = 10;
/** Constant of online Newton steps for bets (Cutkosky and Orabona, 2018). */
const NEWTON = 2 / (2 - Math.log(3));

/** The threshold of a claim: `delta(epsilon)` is its curve. */
export function thresholdOf(delta) {
  const at = (epsilon) => Math.SQRT2 * (1 - (2 * (1 - delta(epsilon))) / (1 + Math.exp(epsilon)));
  return Math.min(...Array.from({ length: 400 }, (_, i) => at(i / 100)));
}

/** ln of the largest wealth ever against each threshold, and where the first of them reached 1 / tau. */
export function sequentialTest(pairs, thresholds, tau = 0.05) {
  const first = pairs.slice(0, WARM_UP).flat();
  const distances = first.flatMap((a, i) => first.slice(i + 1).map((b) => Math.abs(a - b)));
  const width = distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)];
  const kernel = (a, b) => Math.exp(-((a - b) ** 2) / (2 * width * width));
  const points = [];
  const weights = [];
  let scale = 1;
  let square = 0;
  const f = (x) => scale * points.reduce((sum, point, i) => sum + weights[i] * kernel(point, x), 0);
  const bets = thresholds.map((threshold) => ({ threshold, lambda: 0, squares: 1, log: 0, most: 0 }));
  let refutedAt = null;
  pairs.slice(WARM_UP).forEach(([x, y], t) => {
    const seen = f(x) - f(y);
    for (const bet of bets) {
      const paid = seen - bet.threshold;
      bet.log += Math.log1p(bet.lambda * paid);
      bet.most = Math.max(bet.most, bet.log);
      const slope = -paid / (1 + bet.lambda * paid);
      bet.squares += slope * slope;
      const largest = 1 / (2 * (Math.SQRT2 + bet.threshold));
      bet.lambda = Math.min(largest, Math.max(0, bet.lambda - (NEWTON * slope) / bet.squares));
    }
    if (refutedAt === null && bets[0].most >= -Math.log(tau)) refutedAt = t + 1 + WARM_UP;
    // f moves by eta (K(x, .) - K(y, .)) and is then projected to the ball.
    const eta = Math.SQRT2 / Math.sqrt(t + 1);
    square += 2 * eta * seen + eta * eta * (2 - 2 * kernel(x, y));
    points.push(x, y);
    weights.push(eta / scale, -eta / scale);
    if (square > 1) {
      scale /= Math.sqrt(square);
      square = 1;
    }
  });
  return { most: bets.map(({ most }) => most), refutedAt };
}
