import { describe, expect, test } from 'vitest';
import { usualFamilies } from '../../src/audit/index.ts';
import type { BenchQuestion } from '../../src/bench/index.ts';
import { benchAnswers } from '../support/bench-answers.ts';

const DELTA = 1e-5;

describe('the answers to a question', () => {
  test('have all rows from the first on, each filled once, and nothing is taken back', () => {
    const question: BenchQuestion = {
      game: 'membership',
      observation: { m: 1000, k: 2, guesses: 100, correct: 96 },
      tau: 0.05,
      delta: DELTA,
      claim: 'gaussian(sigma=2)',
      families: usualFamilies(null, [DELTA]),
      details: true,
    };
    const answers = [...benchAnswers(question)];
    expect(answers[0].tests.map(({ method }) => method)).toEqual(['paper']);
    expect(answers[0].curve?.length).toBeGreaterThan(300);
    expect(answers[0].claimEpsilon).toBeGreaterThan(1);
    for (const [i, answer] of answers.entries()) {
      expect(answer.rows).toEqual(answers[0].rows);
      if (i === 0) continue;
      expect(answer.waiting.length).toBeLessThanOrEqual(answers[i - 1].waiting.length);
      for (const row of answers[i - 1].results) expect(answer.results).toContain(row);
    }
    const final = answers[answers.length - 1];
    expect(final.results.map(({ family, method }) => ({ family, method }))).toEqual(final.rows);
    expect(final.details?.standing?.name).toMatch(/^gaussian\(mu=/);
    expect(final.details?.risk.claim).toBe('gaussian(sigma=2)');
  });

  test('have a curve that is smooth on logarithmic axes down to 1e-6', () => {
    for (const claim of ['gaussian(sigma=1)', 'gaussian(sigma=0.2)', 'laplace(scale=0.3)']) {
      const [{ curve }] = benchAnswers({
        game: 'membership',
        observation: { m: 100, k: 2, guesses: 10, correct: 9 },
        tau: 0.05,
        delta: DELTA,
        claim,
        families: [],
      });
      const seen = (curve ?? []).filter(([alpha, beta]) => alpha >= 1e-6 && beta >= 1e-6);
      for (let i = 1; i < seen.length; i++) {
        const [[a, b], [c, d]] = [seen[i - 1], seen[i]];
        expect(Math.min(Math.log(c / a), Math.log(b / d)), `${claim} at ${a}`).toBeLessThan(0.25);
        expect(Math.hypot(Math.log(c / a), Math.log(b / d)), `${claim} at ${a}`).toBeLessThan(1);
      }
    }
  });
});
