import { describe, expect, test } from 'vitest';
import { stands } from '../../src/audit/conclusion.ts';
import { audit, type MembershipScores, plan } from '../../src/index.ts';
import { clopperPearsonLower, createRandom } from '../../src/numerics/index.ts';
import { auditText } from '../../src/report/index.ts';
import { type DrawScore, playRight, scoresOf } from '../support/play-right.ts';
import { input, noisySum } from '../support/scores.ts';

const CLAIM = 'gaussian(sigma=1)';
const { chosen, atLeast, standing } = plan({ m: 1000, runs: 5, claim: CLAIM });

const auditOf = (runs: readonly MembershipScores[]) =>
  audit(
    runs.map((scores, r) => ({ input: { ...input, name: `run${r}` }, scores })),
    { claim: CLAIM, guesses: [chosen.guesses], atLeast: atLeast ?? 0, families: [], plots: false, seed: 1 },
  );
const runsOf = (sigma: number, seed: string) =>
  Array.from({ length: 5 }, (_, r) => noisySum(1000, sigma, `${seed} ${r}`));
const constant = (scores: MembershipScores) => ({ ...scores, scores: scores.scores.map(() => 0) });

describe('several runs of which all must count', () => {
  test('could not have noticed where one of them is blind, however right the others are', () => {
    for (const sigma of [1, 0.5]) {
      const [first, ...others] = runsOf(sigma, `blind ${sigma}`);
      const found = auditOf([constant(first), ...others]);
      expect(found.attack.right ?? 0).toBeGreaterThanOrEqual(standing?.standsFrom ?? Infinity);
      expect(found).toMatchObject({ outcome: 'could-not-have-noticed', power: { thisAttack: 0 } });
      expect(auditText(found)).toMatch(
        /^COULD NOT HAVE NOTICED: this attack says nothing about .*\n\n.* 1 of 5 runs has fewer than \d+ right guesses/,
      );
    }
  });

  test('stand where all of them see', () => {
    const found = auditOf(runsOf(1, 'sees'));
    expect(found.outcome).toBe('not-refuted');
    expect(found.power?.thisAttack).toBeGreaterThan(0.5);
  });
});

describe('small designs of several runs', () => {
  const DESIGNS = (
    [
      ['gaussian(sigma=1)', [30, 53, 80, 130, 200, 300]],
      ['gaussian(sigma=0.5)', [30, 53, 80, 130]],
      ['laplace(scale=1)', [60, 100, 200, 400]],
      ['randomized-response(epsilon=2)', [20, 40, 80, 160]],
    ] as const
  ).flatMap(([claim, sizes]) =>
    sizes.flatMap((m) => [2, 3, 5].map((runs) => ({ ...plan({ m, runs, claim }), claim, m, runs }))),
  );
  const able = DESIGNS.filter(({ standing }) => standing?.couldNot === null);

  test('some could have noticed and some could not', () => {
    expect(able.length).toBeGreaterThan(10);
    expect(DESIGNS.length - able.length).toBeGreaterThan(10);
  });

  /** How often so many blind runs among honest ones stand, in so many plays. */
  const standing = ({ claim, m, runs, standing }: (typeof able)[number], blind: number, plays: number) => {
    if (standing === undefined) throw new Error('the plan says nothing');
    const random = createRandom(`${claim} ${m} ${runs} ${blind}`);
    const game = { m, guesses: standing.guesses };
    const honest = scoresOf(claim);
    const blindly: DrawScore = (_, chance) => chance.uniform();
    let stood = 0;
    for (let play = 0; play < plays; play++) {
      const each = Array.from({ length: runs }, (_, r) =>
        playRight(game, r < blind ? blindly : honest, random),
      );
      const right = each.reduce((sum, own) => sum + own, 0);
      if (stands(standing, right, each)) stood++;
    }
    return stood;
  };

  test('stand under the best attack but for one in twenty', () => {
    for (const design of able) {
      const missed = 500 - standing(design, 0, 500);
      expect(clopperPearsonLower(missed, 500, 1e-6), design.claim).toBeLessThanOrEqual(0.05);
    }
  });

  test('do not stand where so many of them are blind that the claim could not be refuted', () => {
    for (const design of able) {
      const blind = design.runs - (design.standing?.runsNeeded ?? 0) + 1;
      const stood = standing(design, blind, 500);
      expect(clopperPearsonLower(stood, 500, 1e-6), design.claim).toBeLessThanOrEqual(0.001);
    }
  });

  test('are told how many canaries cure them, more than they have', () => {
    for (const { claim, m, runs, enough, standing } of DESIGNS) {
      if (standing?.couldNot === null) continue;
      const canaries = enough?.canaries ?? 0;
      expect(canaries, claim).toBeGreaterThan(m);
      expect(plan({ m: canaries, runs, claim }).standing?.couldNot, `${claim} ${runs}`).toBeNull();
    }
  });
});
