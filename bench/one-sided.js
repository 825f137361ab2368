import { library } from './library.js';

const { BOUNDS, empiricalEpsilon, plan, tradeOff } = library;

const SIDES = ['both', 'in', 'out'];
const shown = (x) => (Math.floor(x * 1e4) / 1e4).toFixed(4);

console.log('p-values and epsilon (tau 0.05, delta 1e-5) of the same counts, by the sides of the guesses\n');
for (const [claim, family, m, guesses, correct] of [
  ['gaussian(mu=0.6025)', 'gaussian', 1000, 100, 90],
  ['gaussian(mu=0.8)', 'gaussian', 100_000, 1500, 1429],
  ['approx-dp(epsilon=1, delta=0.001)', 'approx-dp(delta=0.001)', 1000, 100, 90],
  ['dpsgd(noise=1, rate=0.02, steps=1000)', 'dpsgd(rate=0.02, steps=1000)', 1000, 100, 97],
]) {
  const f = tradeOff(claim);
  for (const sides of SIDES) {
    const observation = { m, k: 2, guesses, correct, ...(sides === 'both' ? {} : { sides }) };
    const p = ['paper', 'optimal'].map((method) => BOUNDS[method].pValue(observation, f).toPrecision(3));
    const [{ epsilon }] = empiricalEpsilon(observation, family, { tau: 0.05, deltas: [1e-5] });
    console.log(
      `(${m}, ${guesses}, ${correct}), ${claim}, ${sides}: p ${p.join(' and ')} by Algorithm 3 and optimal, epsilon ${shown(epsilon)}`,
    );
  }
}

console.log('\nWhat the best attack is expected to prove of an honest run with 1,000 canaries\n');
for (const claim of ['gaussian(sigma=1)', 'dpsgd(noise=1, rate=0.02, steps=1000)'])
  for (const sides of SIDES) {
    const { chosen } = plan({ m: 1000, claim, sides });
    console.log(
      `${claim}, ${sides}: ${chosen.guesses} guesses, ${(100 * chosen.fraction).toFixed(1)}% right, epsilon ${shown(chosen.epsilon)}, refuted from ${chosen.critical}`,
    );
  }
