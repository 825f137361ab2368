import { beforeAll, expect, test } from 'vitest';
import { sourceOfScores } from '../../src/bench/made-up.ts';
import { USUAL_SIZES } from '../../src/bench/markup.ts';
import { movingDrawings, stillDrawings } from '../../src/bench/panels.ts';
import { type BenchState, firstState, isCurrent, questionOf, withCuts } from '../../src/bench/state.ts';
import { benchAnswers } from '../support/bench-answers.ts';
import { exampleSource } from '../support/bench-source.ts';

let state: BenchState;
beforeAll(async () => {
  state = firstState(await exampleSource('half-noise.csv', 'gaussian(sigma=1)'));
});

const drawn = (shown: BenchState) => {
  const still = stillDrawings(shown, USUAL_SIZES);
  return { still, moving: movingDrawings(shown, still, USUAL_SIZES, null) };
};

test('the curve of another claim is dimmed, and says nothing of the one that is shown', () => {
  const before = drawn(state);
  expect(before.moving.words.curve).toContain('the claim allows beta');
  expect(before.still.curve.still).not.toContain('b-old');
  const changed = { ...state, source: { ...state.source, claim: 'gaussian(sigma=2)' } };
  const after = drawn(changed);
  expect(after.moving.words.curve).toMatch(/^alpha 0\.\d+, beta 0\.\d+\.$/);
  expect(after.still.curve.still).toContain('b-claim b-old');
});

test('scores as far apart as numbers can be have their places', () => {
  for (const all of [3, 4001]) {
    const scores = Float64Array.from({ length: all }, (_, i) => (i === 0 ? 1.7e308 : i === 1 ? -1.7e308 : i));
    const included = Uint8Array.from(scores, (_, i) => i % 2);
    const source = sourceOfScores(scores, included);
    const { field } = drawn(firstState(source)).still;
    expect([...field.places].every(Number.isFinite)).toBe(true);
    expect(field.axes + Object.values(field.dots).join('')).not.toMatch(/NaN|Infinity/);
    expect(field.x.ticks.length).toBeGreaterThan(2);
    expect(field.x.back(field.x(1e308)) / 1e308).toBeCloseTo(1, 9);
    const { density } = source.field;
    if (density !== null) {
      expect([...density.inside, ...density.outside].reduce((a, b) => a + b)).toBe(all);
      expect(density.outside[density.outside.length - 1]).toBe(1);
      expect(density.edges.every(Number.isFinite)).toBe(true);
    }
  }
});

test('without guesses nothing is proved, which is an answer like any other', () => {
  const none = withCuts(state, { top: 0, bottom: 0 });
  const question = questionOf(none);
  if (question === null) throw new Error('nothing is asked');
  const answered = { ...none, answer: [...benchAnswers(question)].at(-1) ?? null };
  expect(isCurrent(answered)).toBe(true);
  expect(answered.answer?.results.map(({ epsilon }) => epsilon)).toEqual([0, 0, 0, 0, 0, 0]);
  const { still, moving } = drawn(answered);
  expect(moving.isStale).toBe(false);
  expect(moving.words).toMatchObject({ curve: 'No guesses.', tally: 'No guesses.' });
  expect(moving.words.bars).toMatch(/^0 would be proved whatever the mechanism/);
  // A share of no guesses has no place on the axis.
  expect(moving.tally).not.toContain('b-seen');
  // From few guesses to many: the first is near the corner where nobody is called.
  const [, first] =
    /class="b-path"|d="M[\d.]+ [\d.]+L([\d.]+) [^"]*" class="b-path"/.exec(still.curve.still) ?? [];
  expect(Number(first)).toBeLessThan(60);
});
