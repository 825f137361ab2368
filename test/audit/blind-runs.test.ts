import { describe, expect, test } from 'vitest';
import { audit, type MembershipScores, plan } from '../../src/index.ts';
import { auditText } from '../../src/report/index.ts';
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
        /^Could not have noticed: 1 of 5 runs has fewer than \d+ right guesses/,
      );
    }
  });

  test('stand where all of them see', () => {
    const found = auditOf(runsOf(1, 'sees'));
    expect(found.outcome).toBe('not-refuted');
    expect(found.power?.thisAttack).toBeGreaterThan(0.5);
  });
});
