import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { audit, bound, usualFamilies } from '../../src/audit/index.ts';
import type { BenchQuestion } from '../../src/bench/index.ts';
import { benchAnswers } from '../support/bench-answers.ts';

const DELTA = 1e-5;
const RUNS = 60;

const claims = fc.oneof(
  fc.double({ min: 0.4, max: 4, noNaN: true }).map((sigma) => `gaussian(sigma=${sigma.toFixed(2)})`),
  fc.double({ min: 0.1, max: 6, noNaN: true }).map((e) => `approx-dp(epsilon=${e.toFixed(2)}, delta=1e-5)`),
  fc.constantFrom('pure-dp(epsilon=1)', 'laplace(scale=1)', 'gaussian(sigma=2, relation=replace)'),
);

const questions = fc
  .record({
    m: fc.integer({ min: 10, max: 400 }),
    share: fc.double({ min: 0.05, max: 1, noNaN: true }),
    right: fc.double({ min: 0.4, max: 1, noNaN: true }),
    k: fc.constantFrom(2, 2, 3),
    sides: fc.constantFrom(undefined, 'in' as const, 'out' as const),
    tau: fc.constantFrom(0.05, 0.001),
    claim: fc.option(claims),
  })
  .map(({ m, share, right, k, sides, tau, claim }): BenchQuestion => {
    const guesses = Math.max(1, Math.round(m * share));
    const correct = Math.round(guesses * right);
    const observation = { m, k, guesses, correct, ...(k === 2 && sides !== undefined ? { sides } : {}) };
    const families = usualFamilies(claim, [DELTA]);
    return { game: 'membership', observation, tau, delta: DELTA, claim, families };
  });

function last(question: BenchQuestion) {
  const answers = [...benchAnswers(question)];
  return answers[answers.length - 1];
}

/** Scores of a choice among k candidates in which so many of the guesses are right. */
function chosen({ m, k, guesses, correct }: BenchQuestion['observation']) {
  const answers = Int32Array.from({ length: m }, (_, i) => (i < guesses ? i % k : -1));
  const truth = Uint32Array.from({ length: m }, (_, i) => (i < correct ? i % k : (i + 1) % k));
  return { k, guesses: answers, truth };
}

describe('the answers to a question', () => {
  test('are those of bound at last', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { observation, tau, claim, families } = question;
        const said = bound(observation, {
          tau,
          deltas: [DELTA],
          families,
          ...(claim === null ? {} : { claim }),
        });
        const answer = last(question);
        expect(answer.results).toEqual(said.results);
        expect(answer.tests).toEqual(said.verdict?.tests ?? []);
        expect(answer.notes).toEqual(said.notes);
        expect(answer.reversed).toBe(said.reversed);
        expect(answer.claimName).toBe(said.verdict?.claim ?? null);
        expect(answer.claimEpsilon).toBe(said.verdict?.claimEpsilon ?? null);
        if (claim !== null) expect(answer.standing).toEqual(said.verdict?.standing ?? null);
        expect(answer.waiting).toEqual([]);
      }),
      { numRuns: RUNS, seed: 1 },
    );
  });

  test('are those of an audit at last, where candidates are compared', () => {
    let compared = 0;
    fc.assert(
      fc.property(questions, fc.integer({ min: 2, max: 5 }), (asked, k) => {
        const { sides: _, ...counts } = asked.observation;
        const claim = asked.claim ?? 'gaussian(sigma=1)';
        const question: BenchQuestion = {
          ...asked,
          game: 'reconstruction',
          observation: { ...counts, k },
          claim,
        };
        const { tau, families } = question;
        const result = audit(chosen(question.observation), {
          options: k,
          claim,
          tau,
          delta: DELTA,
          guesses: [counts.guesses],
          families,
        });
        if (result.outcome === 'no-verdict') return;
        compared++;
        const answer = last(question);
        expect(result.runs[0].observations[0].correct).toBe(counts.correct);
        expect(answer.tests.map(({ method, pValue, refuted }) => [method, pValue, refuted])).toEqual(
          result.tests.map(({ method, pValue, refuted }) => [method, pValue, refuted]),
        );
        expect(answer.results).toEqual(result.results);
        expect([answer.critical]).toEqual(result.claim?.critical);
        expect(answer.claimEpsilon).toBe(result.claim?.epsilon);
        expect(answer.standing).toEqual(result.standing);
      }),
      { numRuns: RUNS / 3, seed: 2 },
    );
    expect(compared).toBeGreaterThan(RUNS / 9);
  });

  test('of DP-SGD come epsilons with a formula first, its own family last, and are those of bound', () => {
    const claim = 'dpsgd(noise=0.7, rate=0.1, steps=10)';
    const observation = { m: 500, k: 2, guesses: 60, correct: 56 };
    const families = usualFamilies(claim, [DELTA]);
    const question: BenchQuestion = {
      game: 'membership',
      observation,
      tau: 0.05,
      delta: DELTA,
      claim,
      families,
    };
    const answers = [...benchAnswers(question)];
    expect(answers[0].results.map(({ family }) => family)).toEqual(['gaussian']);
    const own = answers.map(
      ({ results }) => results.filter(({ family }) => family.startsWith('dpsgd')).length,
    );
    expect(own).toEqual([...own.slice(0, -3).fill(0), 1, 2, 3]);
    const said = bound(observation, { families, claim });
    expect(answers[answers.length - 1].results).toEqual(said.results);
    expect(answers[answers.length - 1].tests).toEqual(said.verdict?.tests);
  });
});
