import { describe, expect, test } from 'vitest';
import { plan, type Standing } from '../../src/audit/index.ts';
import { mechanismLaw } from '../../src/audit/plan/mechanism-law.ts';
import { independent } from '../../src/games/index.ts';
import { audit } from '../../src/index.ts';
import { clopperPearsonLower, createRandom, type Random } from '../../src/numerics/index.ts';
import type { Sides } from '../../src/types.ts';
import { playRight, scoresOf } from '../support/play-right.ts';

interface JudgedPlan {
  readonly claim: string;
  readonly m: number;
  readonly sides: Sides;
  readonly standing: Standing;
}

/** Designs of all powers from 0.5 to 0.99. */
const DESIGNS: readonly JudgedPlan[] = (
  [
    ['gaussian(sigma=0.6)', [210, 230, 300, 450]],
    ['gaussian(sigma=1)', [130, 150, 200, 300, 500, 600]],
    ['gaussian(sigma=2)', [500, 700, 1000]],
    ['laplace(scale=1)', [130, 200, 400, 700]],
    ['randomized-response(epsilon=1.5)', [60, 90, 150]],
    ['dpsgd(noise=0.8, rate=0.3, steps=2)', [700, 1500]],
  ] as const
).flatMap(([claim, sizes]) =>
  sizes.flatMap((m) =>
    (['both', 'in'] as const).flatMap((sides) => {
      const { standing } = plan({ m, claim, sides });
      return standing === undefined ? [] : [{ claim, m, sides, standing }];
    }),
  ),
);

const able = DESIGNS.filter(({ standing }) => standing.standsFrom !== null);

/** Those that refute are no part of it. */
const below = ({ standing }: JudgedPlan) => standing.standsFrom ?? 0;

describe('where "not refuted" stands', () => {
  test('is not settled by designs of one power only', () => {
    const powers = able.map(({ standing }) => standing.power ?? 0).sort((a, b) => a - b);
    expect(powers.length).toBeGreaterThan(20);
    expect(powers[0]).toBeLessThan(0.75);
    expect(DESIGNS.length).toBeGreaterThan(able.length);
  });

  test('an honest mechanism under the best attack is called blind in at most 5%', () => {
    const seldom = able.map((design) => {
      const { claim, m, sides, standing } = design;
      const { atLeast } = mechanismLaw({ kind: 'membership', m, k: 2, sides }, claim).law(standing.guesses);
      return 1 - atLeast(below(design));
    });
    for (const share of seldom) expect(share).toBeLessThanOrEqual(0.05);
    expect(Math.max(...seldom)).toBeGreaterThan(0.03);
  });

  test('blind scores are not called so in at most 0.1%', () => {
    for (const design of able) {
      const { atLeast } = independent(design.standing.guesses, 0.5);
      expect(atLeast(below(design)), JSON.stringify(design)).toBeLessThanOrEqual(0.001);
    }
  });

  test('both hold of games that are played', () => {
    const games = 1000;
    for (const design of able.filter(({ m }) => m <= 230)) {
      const { claim, m, sides, standing } = design;
      const game = { m, guesses: standing.guesses, sides };
      const random = createRandom(JSON.stringify(game));
      const draw = scoresOf(claim);
      const blind = (_: boolean, chance: Random) => chance.uniform();
      const few = (score: typeof draw) => {
        let count = 0;
        for (let i = 0; i < games; i++) if (playRight(game, score, random) < below(design)) count++;
        return count;
      };
      expect(clopperPearsonLower(few(draw), games, 1e-6), `${claim} ${m}`).toBeLessThanOrEqual(0.05);
      expect(clopperPearsonLower(games - few(blind), games, 1e-6), `${claim} ${m}`).toBeLessThanOrEqual(
        0.001,
      );
    }
  });
});

describe('the numbers of a Gaussian claim', () => {
  const standing = (sigma: number, m: number) => plan({ m, claim: `gaussian(sigma=${sigma})` }).standing;

  test.each([
    [1, 1000, 216, 174, 208, 0.007],
    [2, 1000, 160, 106, 133, 0.046],
    [5, 5000, 720, 406, 469, 0.045],
  ])('sigma %d, %d canaries', (sigma, m, guesses, standsFrom, refutedFrom, missed) => {
    expect(standing(sigma, m)).toMatchObject({ guesses, standsFrom, refutedFrom, couldNot: null });
    const { law } = mechanismLaw({ kind: 'membership', m, k: 2 }, `gaussian(sigma=${sigma})`);
    expect(1 - law(guesses).atLeast(standsFrom)).toBeCloseTo(missed, 3);
  });

  test.each([
    [0.6, 200, 250],
    [1, 126, 150],
    [2, 600, 700],
    [5, 3500, 5000],
  ])('sigma %d: %d canaries could not have noticed, %d could', (sigma, few, enough) => {
    expect(standing(sigma, few)?.couldNot).not.toBeNull();
    expect(standing(sigma, enough)?.couldNot).toBeNull();
  });
});

describe('an audit', () => {
  const [claim, m] = ['gaussian(sigma=1)', 150];

  /** Scores as the mechanism gives them, constant, of their own, and in another order. */
  const KINDS = {
    honest: (included: Uint8Array, random: Random) =>
      Float64Array.from(included, (bit) => bit + random.normal()),
    constant: (included: Uint8Array) => new Float64Array(included.length),
    random: (included: Uint8Array, random: Random) => Float64Array.from(included, () => random.normal()),
    permuted(included: Uint8Array, random: Random) {
      const scores = KINDS.honest(included, random);
      for (let i = scores.length - 1; i > 0; i--) {
        const j = random.integer(i + 1);
        [scores[i], scores[j]] = [scores[j], scores[i]];
      }
      return scores;
    },
  };

  const outcomes = (kind: keyof typeof KINDS, audits: number) =>
    Array.from({ length: audits }, (_, i) => {
      const random = createRandom(`${kind} ${i}`);
      const included = Uint8Array.from({ length: m }, () => random.coin());
      const scores = KINDS[kind](included, random);
      return audit({ scores, included }, { claim, families: [], plots: false, seed: i }).outcome;
    });

  test('of an honest mechanism says "not refuted" but for one in twenty', () => {
    const seen = outcomes('honest', 100);
    const missed = seen.filter((outcome) => outcome === 'could-not-have-noticed').length;
    expect(clopperPearsonLower(missed, seen.length, 1e-6)).toBeLessThanOrEqual(0.05);
    expect(seen.filter((outcome) => outcome === 'not-refuted').length).toBeGreaterThan(70);
  });

  test.each(['constant', 'random', 'permuted'] as const)('of %s scores never does', (kind) => {
    // Blind scores that point the other way by accident give no verdict.
    for (const outcome of outcomes(kind, 60))
      expect(['could-not-have-noticed', 'no-verdict']).toContain(outcome);
  });

  test('requires power of this attack, and states that of the design beside it', () => {
    const random = createRandom('weak');
    const included = Uint8Array.from({ length: 1000 }, () => random.coin());
    const scores = Float64Array.from(included, (bit) => bit + 1.25 * random.normal());
    const asked = (requirePower?: number) =>
      audit(
        { scores, included },
        { claim, families: [], plots: false, ...(requirePower === undefined ? {} : { requirePower }) },
      );
    const { power, outcome } = asked();
    expect(outcome).toBe('not-refuted');
    expect(power?.best).toBeGreaterThan(0.99);
    const own = power?.thisAttack ?? 0;
    expect(own).toBeGreaterThan(0.3);
    expect(own).toBeLessThan(0.97);
    expect(asked(own - 0.01).outcome).toBe('not-refuted');
    const missed = asked(own + 0.01);
    expect(missed.outcome).toBe('could-not-have-noticed');
    expect(missed.checks.find(({ passed }) => !passed)?.name).toBe('power');
  });
});
