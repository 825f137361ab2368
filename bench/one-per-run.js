/**
 * What runs of one canary each prove, beside Clopper and Pearson's limits on the same runs: the table of
 * docs/bounds.md. As many are right as the best attack on gaussian(sigma=1) gets on average, rounded; the
 * number of guesses and the threshold are the best ones for that.
 */
import { library } from './library.js';

const { clopperPearsonUpper, empiricalEpsilon, family, normalCdf, normalQuantile, plan } = library;

const [TAU, DELTA] = [0.05, 1e-5];
const gaussian = family('gaussian');
const shown = (x) => (Math.floor(x * 100) / 100).toFixed(2);
const most = (list) => Math.max(0, ...list);

/** Each kind of error is at most its limit, with half of tau each. */
function classical(runs) {
  const half = runs / 2;
  const limitOf = (chance) => clopperPearsonUpper(Math.round(half * chance), half, TAU / 2);
  const thresholds = Array.from({ length: 121 }, (_, i) => -2.5 + i / 20);
  const limits = thresholds.map((t) => [limitOf(normalCdf(-t)), limitOf(normalCdf(t - 1))]);
  const shift = most(limits.map(([alpha, beta]) => normalQuantile(1 - beta) - normalQuantile(alpha)));
  const odds = limits.flatMap(([a, b]) => [Math.log((1 - b - DELTA) / a), Math.log((1 - a - DELTA) / b)]);
  return [gaussian.at(shift).epsilonLower(DELTA), most(odds.filter((x) => !Number.isNaN(x)))];
}

function onePerRun(runs) {
  const claim = 'gaussian(sigma=1)';
  const { rows, independentGuesses } = plan({ m: runs, claim });
  const tries = [...rows, ...plan({ m: runs, claim, guesses: independentGuesses }).rows];
  return ['gaussian', `approx-dp(delta=${DELTA})`].map((name) =>
    most(
      tries.flatMap(({ guesses, fraction }) => {
        const counts = { m: runs, k: 2, guesses, correct: Math.round(guesses * fraction) };
        return ['optimal', 'independent'].map(
          (method) => empiricalEpsilon(counts, name, { tau: TAU, deltas: [DELTA], method })[0].epsilon,
        );
      }),
    ),
  );
}

console.log(
  '| runs | Gaussian: one per run | Clopper and Pearson | any mechanism: one per run | Clopper and Pearson |',
);
console.log('|---|---|---|---|---|');
for (const runs of [100, 1000, 10_000]) {
  const [own, limits] = [onePerRun(runs), classical(runs)];
  const cells = [0, 1].flatMap((i) => [shown(own[i]), shown(limits[i])]);
  console.log(`| ${runs.toLocaleString('en-US')} | ${cells.join(' | ')} |`);
}
