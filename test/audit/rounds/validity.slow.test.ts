import { describe, expect, test } from 'vitest';
import { mechanismLaw } from '../../../src/audit/plan/mechanism-law.ts';
import { payoffAt, worstLaw } from '../../../src/bounds/index.ts';
import { tradeOff } from '../../../src/claims/index.ts';
import { roundsDesign } from '../../../src/index.ts';
import { clopperPearsonLower, createRandom } from '../../../src/numerics/index.ts';
import { often } from '../../support/thorough.ts';

const TRAININGS = often(10_000, 1000);
const ROUNDS = 200;
const CLAIM = 'gaussian(sigma=1.5)';
const design = roundsDesign({ claim: CLAIM, length: 'each', canaries: 120, rounds: ROUNDS });
const f = tradeOff(CLAIM);
const numbers = [...new Set(design.experts.map(({ game }) => game.guesses))].sort((a, b) => a - b);

/** The right guesses of a round at each number of guesses, by one draw: those of small ones are among the others. */
type RoundLaws = readonly Float64Array[];

const sums = (law: Float64Array) => {
  let sum = 0;
  return law.map((p) => (sum += p));
};

const shares = [0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1];

/** The mechanisms that keep the claim and have so large a share right as often as such a mechanism can. */
const worst = shares.map((share) =>
  numbers.map((guesses) =>
    worstLaw({ m: design.canaries, k: 2, guesses, correct: Math.ceil(share * guesses) }, f),
  ),
);

const honest = numbers.map((guesses) => {
  const { from, chances } = mechanismLaw({ kind: 'membership', m: 120, k: 2 }, CLAIM).law(guesses).law;
  const law = new Float64Array(guesses + 1);
  law.set(chances, from);
  return law;
});

describe('rounds that keep their claim', () => {
  test.each(design.experts.map((expert) => [expert.violation, expert] as const))(
    'are paid at most 1 on average by the bets against %s',
    (_, { payoff, game }) => {
      for (const laws of [...worst, honest]) {
        const law = laws[numbers.indexOf(game.guesses)];
        const mean = law.reduce((sum, p, n) => sum + p * payoffAt(payoff, n), 0);
        expect(mean).toBeLessThanOrEqual(1);
      }
    },
  );

  const paid = design.experts.map(({ payoff, game }) =>
    Float64Array.from({ length: game.guesses + 1 }, (_, n) => payoffAt(payoff, n)),
  );
  const place = design.experts.map(({ game }) => numbers.indexOf(game.guesses));

  function everRefuted(lawsAt: (wealth: Float64Array) => RoundLaws, seed: string): number {
    const random = createRandom(seed);
    const known = new Map<RoundLaws, Float64Array[]>();
    let refuted = 0;
    for (let training = 0; training < TRAININGS; training++) {
      const wealth = Float64Array.from(design.experts, ({ weight }) => weight);
      for (let round = 0; round < ROUNDS; round++) {
        const laws = lawsAt(wealth);
        const cumulated = known.get(laws) ?? laws.map(sums);
        known.set(laws, cumulated);
        const u = random.uniform();
        const right = cumulated.map((law) => {
          const n = law.findIndex((sum) => sum > u);
          return n < 0 ? law.length - 1 : n;
        });
        let total = 0;
        for (let i = 0; i < wealth.length; i++) total += wealth[i] *= paid[i][right[place[i]]];
        if (total >= 1 / design.tau) {
          refuted++;
          break;
        }
      }
    }
    return refuted;
  }

  const isValid = (refuted: number) =>
    expect(clopperPearsonLower(refuted, TRAININGS, 1e-4)).toBeLessThanOrEqual(design.tau);

  test('by the best attack are refuted in at most 5% of trainings', () => {
    isValid(everRefuted(() => honest, 'honest'));
  });

  test.each(shares.map((share, i) => [share, worst[i]] as const))(
    'and have %d right as often as they can are refuted in at most 5%',
    (share, laws) => isValid(everRefuted(() => laws, `worst ${share}`)),
  );

  test('and know the evidence, and play for what refutes, are refuted in at most 5%', () => {
    // The smallest share that refutes now; while none does, the one that pays most in the middle.
    const playing = (wealth: Float64Array) => {
      const reaches = (share: number) =>
        wealth.reduce((sum, own, i) => sum + own * paid[i][Math.ceil(share * numbers[place[i]])], 0) >=
        1 / design.tau;
      const found = shares.findIndex(reaches);
      return worst[found < 0 ? 4 : found];
    };
    isValid(everRefuted(playing, 'playing'));
  });

  test('and turn to guessing once they are ahead are refuted in at most 5%', () => {
    const careful = (wealth: Float64Array) => (wealth.reduce((a, b) => a + b, 0) > 3 ? worst[9] : worst[2]);
    isValid(everRefuted(careful, 'careful'));
  });
});
