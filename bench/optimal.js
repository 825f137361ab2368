/** What the optimal test buys: the table of docs/theorems/smallest-p-value.md. */
import { library } from './library.js';

const { family, optimal, paper } = library;

const gaussian = family('gaussian');
const at = (t) => gaussian.at(t);
const epsilonOf = (mu) => gaussian.at(mu).epsilonLower(1e-5);
const shown = (x) => (Math.floor(x * 1e4) / 1e4).toFixed(4);

console.log(
  'Epsilon over the Gaussian family, tau 0.05, delta 1e-5: the whole search, Algorithm 3 and optimal\n',
);
for (const [m, guesses, correct] of [
  [100, 100, 69],
  [1000, 78, 72],
  [1000, 100, 90],
  [1000, 1000, 691],
  [10_000, 316, 297],
  [100_000, 794, 764],
  [100_000, 1500, 1429],
  [1_000_000, 1000, 980],
  [10_000_000, 100_000, 93_000],
]) {
  const observation = { m, k: 2, guesses, correct };
  const old = paper.threshold(observation, at, 0.05);
  const best = optimal.threshold(observation, at, 0.05);
  console.log(
    `m ${m}, guesses ${guesses}, correct ${correct}: ${shown(epsilonOf(old))} and ${shown(epsilonOf(best))}`,
  );
}
