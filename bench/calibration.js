/**
 * The slowest corners of calibration: random rates, steps, epsilons and deltas over the whole box that a user
 * may ask for, both relations. For each, the noise for the epsilon, and the curve at that noise from scratch;
 * seconds of processor time. npm run bench -- calibration, or node bench/calibration.js CASES SEED
 */
import { library } from './library.js';

const { calibrate, createRandom, tradeOff } = library;
const [cases, seed] = [Number(process.argv[2]) || 60, Number(process.argv[3]) || 1];

const between = (random, low, high) => low * Math.exp(Math.log(high / low) * random.uniform());

function randomCase(i) {
  const random = createRandom(seed).split(i);
  const rate = random.bernoulli(0.08) ? 1 : Number(between(random, 1e-4, 1).toPrecision(4));
  const steps = random.bernoulli(0.08) ? 1 : Math.round(between(random, 1, 1e5));
  const epsilon = Number(between(random, 0.1, 50).toPrecision(4));
  const delta = Number(between(random, 1e-9, 1e-2).toPrecision(2));
  const relation = random.bernoulli(0.5) ? 'replace' : 'add-remove';
  return { rate, steps, epsilon, delta, relation };
}

/** Seconds of processor time of one call, with what it returned or the sentence in which it was refused. */
function timed(run) {
  const begin = process.cpuUsage();
  let outcome;
  try {
    outcome = run();
  } catch (error) {
    if (error.name !== 'InvalidInput') throw error;
    outcome = error.message;
  }
  const { user, system } = process.cpuUsage(begin);
  return { seconds: (user + system) / 1e6, outcome };
}

const show = ({ family, epsilon, delta, seconds, curve, short }) =>
  `  ${seconds.toFixed(2)} s, its curve ${curve.toFixed(2)} s: ${family}, epsilon ${epsilon}, delta ${delta}: ${short}`;

const rows = [];
for (let i = 0; i < cases; i++) {
  const { rate, steps, epsilon, delta, relation } = randomCase(i);
  const family = `dpsgd(rate=${rate}, steps=${steps}, relation=${relation})`;
  const found = timed(() => calibrate(family, 'noise', epsilon, delta));
  const refused = typeof found.outcome === 'string';
  // A claim that no cache knows.
  const other = `dpsgd(noise=${refused ? 0.3 : found.outcome.value * (1 + 1e-9)}, rate=${rate}, steps=${steps}, relation=${relation})`;
  const curve = timed(() => tradeOff(other));
  const short = refused ? found.outcome.slice(0, 90) : found.outcome.value.toPrecision(5);
  rows.push({ family, epsilon, delta, seconds: found.seconds, curve: curve.seconds, short, refused });
}

rows.sort((a, b) => b.seconds - a.seconds);
const at = (share, key) => rows.map((row) => row[key]).sort((a, b) => a - b)[Math.floor(share * (cases - 1))];
console.log(`Calibrating the noise of ${cases} random cases, seconds of processor time, seed ${seed}`);
console.log(
  `  median ${at(0.5, 'seconds').toFixed(2)}, 95% ${at(0.95, 'seconds').toFixed(2)}, slowest ${rows[0].seconds.toFixed(2)}; refused ${rows.filter((row) => row.refused).length}`,
);
console.log(
  `  its curve: median ${at(0.5, 'curve').toFixed(2)}, 95% ${at(0.95, 'curve').toFixed(2)}, slowest ${at(1, 'curve').toFixed(2)}`,
);
for (const row of rows.slice(0, 12)) console.log(show(row));
