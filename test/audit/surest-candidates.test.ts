import { describe, expect, test } from 'vitest';
import { independent } from '../../src/games/index.ts';
import { clopperPearsonLower, createRandom } from '../../src/numerics/index.ts';
import type { ReconstructionScores } from '../../src/types.ts';
import { oddsOf, playedRange, playRight, scoresOf } from '../support/play-right.ts';
import { one } from '../support/scores.ts';

const [claim, m, k, guesses] = ['gaussian(sigma=1, relation=replace)', 300, 4, 100];
/** An exchange moves two orthogonal candidates: each has a score with noise of its own. */
const [HONEST, BROKEN] = ['gaussian(mu=0.7071067811865476)', 'gaussian(mu=1.4142135623730951)'];

/** The candidate with the largest score, and how likely it is beside the others. */
function bestChoices(seed: string, sees: boolean): ReconstructionScores {
  const random = createRandom(seed);
  const [draw, odds] = [scoresOf(HONEST), oddsOf(HONEST)];
  const truth = Uint32Array.from({ length: m }, () => random.integer(k));
  const answers = new Int32Array(m);
  const confidence = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const scores = Array.from({ length: k }, (_, j) => draw(sees && j === truth[i], random));
    answers[i] = scores.indexOf(Math.max(...scores));
    confidence[i] = odds(scores[answers[i]]) / scores.map(odds).reduce((a, b) => a + b);
  }
  return { kind: 'reconstruction', k, truth, guesses: answers, confidence };
}

const audited = (seed: string, sees: boolean) =>
  one(bestChoices(seed, sees), { claim, guesses: [guesses], families: [] });

describe('of choices among candidates the surest are made', () => {
  const { standing } = audited('first', true);
  const standsFrom = standing?.standsFrom ?? Number.NaN;

  test('and the power is that of the surest', () => {
    const games = 4000;
    const random = createRandom('surest');
    const [draw, odds] = [scoresOf(BROKEN), oddsOf(BROKEN)];
    let refuted = 0;
    for (let i = 0; i < games; i++)
      if (playRight({ m, k, guesses }, draw, random, odds) >= (standing?.refutedFrom ?? guesses + 1))
        refuted++;
    const [low, high] = playedRange(refuted, games);
    expect(standing?.power).toBeGreaterThan(Math.max(0.7, low - 0.01));
    expect(standing?.power).toBeLessThan(high + 0.01);
  });

  test('an honest mechanism under the best attack is called blind in at most 5%', () => {
    const games = 4000;
    const random = createRandom('honest');
    const [draw, odds] = [scoresOf(HONEST), oddsOf(HONEST)];
    let blind = 0;
    for (let i = 0; i < games; i++)
      if (playRight({ m, k, guesses }, draw, random, odds) < standsFrom) blind++;
    expect(clopperPearsonLower(blind, games, 1e-6)).toBeLessThanOrEqual(0.05);
    expect(blind).toBeGreaterThan(0);
    const outcomes = Array.from({ length: 60 }, (_, i) => audited(`honest ${i}`, true).outcome);
    const missed = outcomes.filter((outcome) => outcome === 'could-not-have-noticed').length;
    expect(clopperPearsonLower(missed, outcomes.length, 1e-6)).toBeLessThanOrEqual(0.05);
    expect(outcomes.filter((outcome) => outcome === 'not-refuted').length).toBeGreaterThan(50);
  });

  test('and a blind attack is called so', () => {
    expect(independent(guesses, 1 / k).atLeast(standsFrom)).toBeLessThanOrEqual(0.001);
    for (let i = 0; i < 60; i++) expect(audited(`blind ${i}`, false).outcome).toBe('could-not-have-noticed');
  });
});
