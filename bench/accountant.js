import { library } from './library.js';
import { median, milliseconds, python } from './measure.js';

const { calibrate, empiricalEpsilon, tradeOff } = library;

const [noise, rate, steps] = [2.5758326023660345, 0.08192, 2500];
const claim = `dpsgd(noise=${noise}, rate=${rate}, steps=${steps})`;

console.log(`The curve of ${claim}, both directions; the exact epsilon at 1e-5 is 8`);
const begin = performance.now();
const f = tradeOff(claim);
const cold = (performance.now() - begin) / 1000;
const seconds = median(() => tradeOff(claim), 2, 3);
console.log(
  `  first curve of the process ${milliseconds(cold)}, then ${milliseconds(seconds)}; epsilon ${f.epsilon(1e-5).toFixed(6)}, at least ${f.epsilonLower(1e-5).toFixed(6)}`,
);

// At equal accuracy: the plain accountant's grid is refined until its epsilon is as near to 8 as ours.
for (const step of [1e-3, 5e-4, 2.5e-4, 1.25e-4, 6.25e-5]) {
  const [row] = python('accountant.py', { noise, rate, steps, step, reach: 14 }) ?? [null];
  if (row === null) break;
  console.log(
    `  NumPy, step ${step}: epsilon ${row.epsilon.toFixed(6)} in ${milliseconds(row.seconds)}; ratio ${(row.seconds / seconds).toFixed(1)}x`,
  );
  if (Math.abs(row.epsilon - 8) <= f.epsilon(1e-5) - 8) break;
}

const calibrating = median(() => calibrate('dpsgd(rate=0.08192, steps=2500)', 'noise', 8, 1e-5), 2, 1);
console.log(`Calibrating the noise to epsilon 8: ${milliseconds(calibrating)}`);

const observation = { m: 5000, k: 2, guesses: 500, correct: 460 };
const searching = median(() => empiricalEpsilon(observation, 'dpsgd(rate=0.08192, steps=2500)'), 5, 0);
console.log(
  `Empirical epsilon over dpsgd(rate=0.08192, steps=2500) at (5000, 500, 460), with the largest provable: ${milliseconds(searching)}`,
);

for (const other of [
  'dpsgd(noise=1, rate=0.01, steps=1000)',
  'dpsgd(noise=1, rate=0.01, steps=100000)',
  'compose(laplace(scale=5)*100)',
  'compose(randomized-response(epsilon=0.1)*1000)',
])
  console.log(`${other}: ${milliseconds(median(() => tradeOff(other), 1, 1))}`);
