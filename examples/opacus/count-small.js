/**
 * node examples/opacus/count-small.js < RUNS: of the many small runs that test/integrations/record_runs.py prints, how
 * many true claims each score and number of guesses refutes.
 */
import { readFileSync } from 'node:fs';
import { verdict } from '../../dist/index.js';

const CLAIM = 'dpsgd(noise=3, rate=0.5, steps=10)';
const DESIGNS = [
  { guesses: 20, top: 10 },
  { guesses: 40, top: 20 },
  { guesses: 10, top: 10, sides: 'in' },
];
const games = readFileSync(0, 'utf8').trimEnd().split('\n').map(JSON.parse);
for (const { guesses, top, sides } of DESIGNS) {
  const observed = (correct) => ({
    m: 40,
    k: 2,
    guesses,
    correct,
    ...(sides === undefined ? {} : { sides }),
  });
  let least = guesses;
  while (verdict(observed(least - 1), CLAIM, { methods: ['optimal'] }).refuted) least--;
  for (const score of ['likelihood_ratio', 'fitted_ratio', 'sum']) {
    const refuted = games.filter(({ scores, included }) => {
      const order = scores[score].map((value, i) => [value, i]).sort((a, b) => b[0] - a[0]);
      const called = [...order.slice(0, top), ...order.slice(40 - (guesses - top))];
      return called.filter(([, i], place) => (included[i] === 1) === place < top).length >= least;
    }).length;
    console.log(`${guesses} guesses, ${sides ?? 'both'}, ${score}: ${refuted} of ${games.length} refuted`);
  }
}
