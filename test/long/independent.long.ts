import { expect, test } from 'vitest';
import { independentCanaries } from '../../src/bounds/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { createRandom, normalCdf, type Random } from '../../src/numerics/index.ts';
import type { Sides } from '../../src/types.ts';
import { playedRange, playMany } from '../support/play-right.ts';
import { gaussianSurest, guaranteeSurest, rightOfSurest } from '../support/play-surest.ts';

const [DESIGNS, GAMES, TAU] = [200, 100_000, 0.05];

interface Played {
  readonly claim: string;
  readonly sides: Sides;
  /** How many games have each number of right guesses. */
  readonly seen: Uint32Array;
}

/** Both sides by the surest guesses, one side by the highest scores. */
function play(design: number, m: number, guesses: number, random: Random): Played {
  const strength = 0.2 + 3 * random.uniform();
  const delta = 0.1 * random.uniform();
  const gaussian = `gaussian(mu=${strength})`;
  const guarantee = `approx-dp(epsilon=${strength}, delta=${delta})`;
  if (design % 4 < 2) {
    const [claim, draw] =
      design % 4 === 0 ? [gaussian, gaussianSurest(strength)] : [guarantee, guaranteeSurest(strength, delta)];
    const seen = new Uint32Array(guesses + 1);
    for (let game = 0; game < GAMES; game++) seen[rightOfSurest(m, guesses, draw, random)]++;
    return { claim, sides: 'both', seen };
  }
  const sides = design % 4 === 2 ? 'in' : 'out';
  const claims = [
    gaussian,
    guarantee,
    `laplace(scale=${1 / strength})`,
    `dpsgd(noise=${0.5 + strength / 4}, rate=0.3, steps=${1 + random.integer(20)})`,
  ];
  const claim = claims[random.integer(claims.length)];
  return { claim, sides, seen: playMany({ m, guesses, sides }, claim, GAMES, random) };
}

test('200 p-values are those of 100,000 games of the ideal mechanism each, which is refuted in tau', () => {
  const random = createRandom('200 ideal designs');
  let [refuted, expected, variance] = [0, 0, 0];
  for (let design = 0; design < DESIGNS; design++) {
    const m = Math.round(Math.exp(Math.log(4) + random.uniform() * Math.log(75)));
    const guesses = 1 + random.integer(m);
    const { claim, sides, seen } = play(design, m, guesses, random);
    const f = tradeOff(claim);
    let [reached, rejected] = [0, 0];
    let above = 0;
    for (let correct = guesses; correct > 0; correct--) {
      reached += seen[correct];
      const [low, high] = playedRange(reached, GAMES, 1e-9);
      const observation = { m, k: 2, guesses, correct, ...(sides === 'both' ? {} : { sides }) };
      const p = independentCanaries.pValue(observation, f);
      const what = `${claim} ${sides} ${m} ${guesses} ${correct}`;
      expect(p, what).toBeGreaterThanOrEqual(low);
      expect(p, what).toBeLessThanOrEqual(high + 1e-9);
      if (p > TAU) {
        // A count's steps are coarse: among those with the first one beyond, so many are refuted that it is tau.
        const part = (TAU - above) / (p - above);
        rejected += part * seen[correct];
        refuted += rejected;
        expected += TAU * GAMES;
        variance += GAMES * (above + part ** 2 * (p - above) - TAU ** 2);
        break;
      }
      rejected = reached;
      above = p;
    }
  }
  const strayed = (refuted - expected) / Math.sqrt(variance);
  console.log(
    `refuted ${((TAU * refuted) / expected).toFixed(5)}, ${strayed.toFixed(2)} standard errors off`,
  );
  expect(expected).toBe(TAU * GAMES * DESIGNS);
  expect(normalCdf(-Math.abs(strayed))).toBeGreaterThan(normalCdf(-2));
});
