import { library } from './library.js';
import { median, python } from './measure.js';

const { empiricalEpsilon, family, paper } = library;

const CASES = [
  { m: 1e5, guesses: 1500, correct: 1429 },
  { m: 1e7, guesses: 1e5, correct: 93_000 },
  { m: 1e7, guesses: 1e7, correct: 5_200_000 },
];

/** The search alone (epsilon at the bound included), without the search for the largest provable epsilon. */
function search(observation) {
  const gaussian = family('gaussian');
  const mu = paper.threshold(observation, (t) => gaussian.at(t), 0.05);
  return { mu, epsilon: gaussian.at(mu).epsilonLower(1e-5) };
}

console.log('Empirical epsilon over the Gaussian family, Algorithm 3, tau 0.05, delta 1e-5\n');
const found = CASES.map((one) => ({ ...one, k: 2 })).map((one) => ({
  ...one,
  ...search(one),
  seconds: median(() => search(one)),
}));
const reference = python(
  'listing.py',

  found.map(({ m, guesses, correct, mu }) => ({ m, guesses, correct, noise: 1 / mu })),
);
found.forEach(({ m, guesses, correct, epsilon, seconds }, i) => {
  console.log(
    `m ${m}, guesses ${guesses}, correct ${correct}: epsilon ${epsilon.toFixed(4)} in ${(1000 * seconds).toFixed(3)} ms`,
  );
  if (reference === null) return;
  const { decision, scan, how } = reference[i];
  console.log(
    `  listing: one decision ${decision.toFixed(2)} s, whole scan ${scan.toFixed(1)} s (${how}); ratio ${Math.round(decision / seconds).toLocaleString('en-US')}x and ${Math.round(scan / seconds).toLocaleString('en-US')}x`,
  );
});

console.log('\nCost against m at 1,500 guesses, 1,429 right, and against guesses at 95% right:');
for (const m of [1e4, 1e5, 1e6, 1e7])
  console.log(
    `  m ${m}: ${(1000 * median(() => search({ m, k: 2, guesses: 1500, correct: 1429 }), 0.2)).toFixed(3)} ms`,
  );
for (const guesses of [1e3, 1e4, 1e5, 1e6, 1e7])
  console.log(
    `  guesses ${guesses}: ${(1000 * median(() => search({ m: 1e7, k: 2, guesses, correct: 0.95 * guesses }), 0.2)).toFixed(3)} ms`,
  );

const [row] = empiricalEpsilon({ m: 1e5, k: 2, guesses: 1500, correct: 1429 }, 'gaussian', {
  method: 'paper',
});
if (Math.abs(row.epsilon - 3.2992350976786) > 1e-9)
  throw new Error('internal: the benchmark computes something else');
