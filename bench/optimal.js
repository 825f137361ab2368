import highs from 'highs';
import { library } from './library.js';
import { median } from './measure.js';

const { certify, family, optimal, paper } = library;

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
  const seconds = median(() => optimal.threshold(observation, at, 0.05), 1);
  console.log(
    `m ${m}, guesses ${guesses}, correct ${correct}: ${shown(epsilonOf(old))} and ${shown(epsilonOf(best))}, ${(1000 * seconds).toFixed(1)} ms`,
  );
}

const wide = { m: 10_000_000, k: 2, guesses: 10_000_000, correct: 5_200_000 };
console.log(`m 1e7, guesses 1e7, correct 5,200,000: ${optimal.remark(wide)}`);

console.log(
  '\nOne p-value at (100000, 1500, 1429), mu 0.797: nested sets against HiGHS on the linear program\n',
);
const observation = { m: 100_000, k: 2, guesses: 1500, correct: 1429 };
const f = gaussian.at(0.797);
const ours = median(() => certify(observation, f), 1);
console.log(`nested sets: p ${certify(observation, f).bound.toFixed(7)} in ${(1000 * ours).toFixed(1)} ms`);
const solver = await highs();
for (const tangents of [20, 40]) {
  const text = program(observation, f, tangents, 1330);
  const start = performance.now();
  const { ObjectiveValue } = solver.solve(text, { solver: 'simplex' });
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `HiGHS, ${tangents} tangents, counts 1330 to 1500: p ${ObjectiveValue.toFixed(7)} in ${(1000 * seconds).toFixed(0)} ms, ${(seconds / ours).toFixed(0)} times as long`,
  );
}

/**
 * The linear program with tangents at x log-spaced, as text; counts below `low` are left out, which only
 * raises its value.
 */
function program({ m, k, guesses, correct }, f, tangents, low) {
  const rows = [];
  const counts = Array.from({ length: guesses - low + 1 }, (_, i) => low + i);
  rows.push(` one: ${counts.map((i) => `+ p${i}`).join('\n')} + rest = 1`);
  for (let g = 0; g < tangents; g++) {
    const x = (guesses / m) * 10 ** (-4 * (1 - g / (tangents - 1)));
    const epsilon = Math.max(0, Math.log(f.slope(x)));
    for (const i of counts.slice(1))
      rows.push(
        ` r${g}_${i}: ${i / guesses} p${i} - ${(Math.exp(epsilon) * (guesses - i + 1)) / ((k - 1) * guesses)} p${i - 1} - s${g}_${i} <= 0`,
      );
    rows.push(
      ` d${g}: ${counts
        .slice(1)
        .map((i) => `+ s${g}_${i}`)
        .join('\n')} <= ${(f.delta(epsilon) * m) / guesses}`,
    );
  }
  const tail = counts.filter((i) => i >= correct).map((i) => `+ p${i}`);
  return `Maximize\n obj: ${tail.join('\n')}\nSubject To\n${rows.join('\n')}\nEnd`;
}
