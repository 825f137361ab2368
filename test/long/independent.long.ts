import { expect, test } from 'vitest';
import { independentCanaries } from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { playedRange } from '../support/play-right.ts';
import { gaussianSurest, guaranteeSurest, rightOfSurest } from '../support/play-surest.ts';

const GAMES = 100_000;

test('200 p-values are those of 100,000 games of the ideal mechanism each, which is refuted in tau', () => {
  const random = createRandom('200 ideal designs');
  for (let design = 0; design < 200; design++) {
    const m = Math.round(Math.exp(Math.log(4) + random.uniform() * Math.log(75)));
    const guesses = 1 + random.integer(m);
    const strength = 0.2 + 3 * random.uniform();
    const delta = 0.1 * random.uniform();
    const [claim, draw] =
      design % 2 === 0
        ? [`gaussian(mu=${strength})`, gaussianSurest(strength)]
        : [`approx-dp(epsilon=${strength}, delta=${delta})`, guaranteeSurest(strength, delta)];
    const f = tradeOff(claim);
    const seen = new Uint32Array(guesses + 1);
    for (let game = 0; game < GAMES; game++) seen[rightOfSurest(m, guesses, draw, random)]++;
    let reached = 0;
    for (let correct = guesses; correct > 0; correct--) {
      reached += seen[correct];
      const [low, high] = playedRange(reached, GAMES, 1e-9);
      const p = independentCanaries.pValue({ m, k: 2, guesses, correct }, f);
      const what = `${claim} ${m} ${guesses} ${correct}`;
      expect(p, what).toBeGreaterThanOrEqual(low);
      expect(p, what).toBeLessThanOrEqual(high + 1e-9);
      if (p > 0.2) break;
    }
  }
});
