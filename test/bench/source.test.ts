import { beforeAll, describe, expect, test } from 'vitest';
import { type AuditOptions, audit } from '../../src/audit/index.ts';
import { fieldOfCounts } from '../../src/bench/counts-field.ts';
import { countsAt, stepCut } from '../../src/bench/cuts.ts';
import { tallyBox, tallyScale } from '../../src/bench/draw/tally-panel.ts';
import { drawGame } from '../../src/bench/engine/games.ts';
import { madeUpField, madeUpSource } from '../../src/bench/made-up.ts';
import { USUAL_SIZES } from '../../src/bench/markup.ts';
import { movingDrawings, stillDrawings } from '../../src/bench/panels.ts';
import { type BenchSource, sourceOfAudit } from '../../src/bench/source.ts';
import {
  type BenchState,
  firstState,
  isCurrent,
  modeOf,
  questionOf,
  withCuts,
} from '../../src/bench/state.ts';
import { figureCommand } from '../../src/bench/take/figure-command.ts';
import { figureSvg } from '../../src/bench/take/figure-svg.ts';
import { viewText } from '../../src/bench/take/figure-view.ts';
import { canaryWords, figureWords, headWords } from '../../src/bench/words.ts';
import { benchAnswers } from '../support/bench-answers.ts';

const CLAIM = 'gaussian(mu=1)';

function sourceOf(options: AuditOptions, scores = drawGame({ truth: 'gaussian(mu=3)', m: 300, seed: 'a' })) {
  const source = sourceOfAudit(audit(scores, { claim: CLAIM, ...options }));
  if (source === null) throw new Error('no figure');
  return source;
}

function answered(state: BenchState): BenchState {
  const question = questionOf(state);
  return question === null ? state : { ...state, answer: [...benchAnswers(question)].at(-1) ?? null };
}

const wordsOf = (state: BenchState) =>
  figureWords(state.source, modeOf(state), questionOf(state)?.observation ?? null, state.answer);

test.each([{ assume: 'independent-canaries' }, { onePerRun: true }] as const)(
  'the figure says what the verdict says where canaries are independent: %o',
  (stated) => {
    const scores = drawGame({ truth: 'gaussian(mu=1.5)', m: 300, seed: 'b' });
    const options = { claim: CLAIM, ...stated };
    const found = audit(scores, options);
    expect([found.outcome, found.decidedBy?.method]).toEqual(['refuted', 'independent']);
    expect(found.tests.filter(({ refuted }) => refuted)).toHaveLength(1);
    expect(JSON.stringify(wordsOf(firstState(sourceOf(options, scores))))).toContain(
      '(independent): refutes the claim',
    );
  },
);

describe('the row that rests on independent canaries', () => {
  const scores = drawGame({ truth: 'gaussian(mu=1.5)', m: 300, seed: 'b' });
  const rowsOf = ({ results = [] }: Pick<BenchState['source']['answer'] & object, 'results'>) =>
    results.map(({ family, method, epsilon, assumption }) => ({ family, method, epsilon, assumption }));

  test.each([{}, { assume: 'independent-canaries' }, { onePerRun: true }] as const)(
    'is worked out as the audit does, and decides where asked: %o',
    (stated) => {
      const state = firstState(sourceOf({ ...stated }, scores));
      const fresh = answered({ ...state, answer: null }).answer;
      if (fresh === null || state.source.answer === null) throw new Error('no answer');
      expect(rowsOf(fresh)).toEqual(rowsOf(state.source.answer));
      expect(fresh.tests).toEqual(state.source.answer.tests);
      expect(fresh.critical).toBe(state.source.answer.critical);
      expect(fresh.standing).toEqual(state.source.answer.standing);
      const isAsked = Object.keys(stated).length > 0;
      expect(fresh.tests.some(({ method }) => method === 'independent')).toBe(isAsked);
      const words = wordsOf({ ...state, answer: fresh });
      const assumes = !('onePerRun' in stated);
      expect(words.includes('if canaries do not influence each other (independent-canaries)')).toBe(assumes);
      expect(words.includes('refutes the claim if canaries')).toBe('assume' in stated);
      expect(figureSvg(state).includes('gaussian (independent-canaries)')).toBe(assumes);
    },
  );
});

describe('an audit with several numbers of guesses', () => {
  let source: BenchSource;
  beforeAll(() => {
    source = sourceOf({ guesses: [4, 80] });
  });

  test('begins with the number that decides, so that the tally says what the verdict says', () => {
    expect(source.verdict?.outcome).toBe('refuted');
    expect(source.fixed?.observation.guesses).toBe(80);
    const state = firstState(source);
    expect(isCurrent(state)).toBe(true);
    expect(wordsOf(state)).toContain('refutes the claim');
  });

  test('every one of them was fixed in advance', () => {
    const other = withCuts(firstState(source), { top: 2, bottom: 2 });
    expect(modeOf(other)).toBe('fixed');
    expect(questionOf(other)?.observation).toEqual(source.alsoFixed?.[0].observation);
    expect(viewText(other)).toBe('2-2');
    expect(modeOf(withCuts(other, { top: 3, bottom: 3 }))).toBe('exploring');
  });

  test('moving the cuts and going back gives the numbers of the audit', () => {
    const moved = answered(withCuts(firstState(source), { top: 30, bottom: 20 }));
    expect(isCurrent(moved)).toBe(true);
    const back = withCuts(moved, { top: 40, bottom: 40 });
    expect(back.answer).toBe(source.answer);
    expect(isCurrent(back)).toBe(true);
  });
});

describe('an audit without a verdict', () => {
  const drawn = drawGame({ truth: CLAIM, m: 300, seed: 'b' });
  const biased = {
    scores: drawn.scores,
    included: Uint8Array.from(drawn.scores, (_, i) => (i < 280 ? 1 : 0)),
  };

  test.each([['a failed check', () => sourceOf({ guesses: [40] }, biased)]])(
    '%s: no number about the claim is shown, wherever the cuts stand',
    (_, make) => {
      const source = make();
      expect(source.verdict?.outcome).toBe('no-verdict');
      const first = firstState(source);
      for (const state of [
        first,
        withCuts(first, { top: 9, bottom: 5 }),
        withCuts(first, { top: 7, bottom: 0 }),
      ]) {
        expect(questionOf(state)).toBeNull();
        expect(figureSvg(state)).not.toMatch(/claim allows|p-value|refutes from|class="b-claim"/);
      }
    },
  );
});

describe('an audit by one method', () => {
  test('is shown with the counts and numbers of this method, also while exploring', () => {
    const scores = drawGame({ truth: 'gaussian(mu=1.2)', m: 100, seed: 'c' });
    const claim = 'gaussian(mu=0.5)';
    const source = sourceOf({ claim, guesses: [100], methods: ['paper'] }, scores);
    expect(source.answer?.critical).toBe(79);
    expect(sourceOf({ claim, guesses: [100] }, scores).answer?.critical).toBe(78);
    const moved = answered(withCuts(firstState(source), { top: 49, bottom: 50 }));
    expect(moved.answer?.tests.map(({ method }) => method)).toEqual(['paper']);
    expect(moved.answer?.isTested).toBe(true);
    const back = answered({ ...moved, cuts: { top: 50, bottom: 50 } });
    expect(back.answer?.critical).toBe(79);
    expect(back.answer?.results).toEqual(source.answer?.results);
    expect(figureCommand(moved)).toContain('--method paper');
  });
});

describe('exploring', () => {
  test('says what cuts would come to, not that anything is refuted or proved', () => {
    const source = sourceOf({ guesses: [80] });
    const moved = answered(withCuts(firstState(source), { top: 30, bottom: 20 }));
    expect(modeOf(moved)).toBe('exploring');
    expect(wordsOf(moved)).toContain('would refute the claim');
    expect(wordsOf(moved)).not.toMatch(/\brefutes|\d proved/);
    expect(figureSvg(moved)).not.toMatch(/\brefutes the claim|\d proved/);
  });

  test('of other families or another game an answer is none', () => {
    const state = firstState(sourceOf({ guesses: [80] }));
    const { source } = state;
    expect(isCurrent(state)).toBe(true);
    expect(isCurrent({ ...state, source: { ...source, families: ['laplace'] } })).toBe(false);
    expect(isCurrent({ ...state, source: { ...source, game: 'reconstruction' } })).toBe(false);
  });
});

describe('words', () => {
  test('of canaries with equal scores at a cut say that a draw decided', () => {
    const scores = Float64Array.from([9, 5, 5, 5, 5, 5, 5, 5, 5, 1]);
    const included = Uint8Array.from([1, 1, 0, 1, 0, 1, 0, 1, 0, 0]);
    const source = sourceOf({ guesses: [4] }, { scores, included });
    const state = firstState(source);
    expect(canaryWords(source, 0, state.cuts)).toContain('called in, rightly');
    for (const dot of [1, 4, 8]) expect(canaryWords(source, dot, state.cuts)).toMatch(/a draw decided$/);
    expect(canaryWords(source, 9, state.cuts)).toContain('called out, rightly');
    // How many of them were right on either side is not known, only how many in all.
    expect(figureSvg(state)).toMatch(/called in 2</);
  });

  test('of made-up counts that nothing could refute are not those of a claim that stood a test', () => {
    const field = fieldOfCounts({
      ...{ design: { m: 20, k: 2, guesses: 4 }, correct: 4, truth: CLAIM, seed: 'd' },
    });
    const setting = { claim: CLAIM, tau: 0.05, delta: 1e-5, truths: [], fixed: null };
    const state = answered({ ...firstState(madeUpSource(field, setting)), cuts: { top: 2, bottom: 2 } });
    expect(headWords(state.source, state.answer, modeOf(state))?.outcome).toBe('could-not-have-noticed');
  });

  test('of made-up canaries never say that they are an audit, nor that moved cuts refute', () => {
    const field = madeUpField({ truth: 'gaussian(mu=4)', m: 300, seed: 'e' });
    const fixed = { top: 50, bottom: 50 };
    const setting = { claim: CLAIM, tau: 0.05, delta: 1e-5, truths: [], fixed };
    const state = answered(firstState(madeUpSource(field, setting)));
    expect(figureWords(state.source, modeOf(state), null, null)).toMatch(/^Made-up scores/);
    expect(figureSvg(state)).toContain('>REFUTED<');
    const moved = answered(withCuts(state, { top: 60, bottom: 60 }));
    const svg = figureSvg(moved);
    expect(svg).toContain('>Would be refuted<');
    expect(svg).toContain('Exploring: not valid evidence.');
    expect(svg).not.toContain('that of the fixed cuts');
  });

  test('of cuts within equal scores show no number about other cuts, and are not at work for ever', () => {
    const drawn = drawGame({ truth: 'gaussian(mu=3)', m: 300, seed: 'f' });
    const scores = drawn.scores.map((score) => Math.round(score));
    const source = sourceOf({ guesses: [100], seed: 'g' }, { ...drawn, scores });
    const state = firstState(source);
    const moved = stepCut(source.field, state.cuts, 'top', 1);
    expect(countsAt(source.field, moved)).toBeNull();
    const shown = withCuts(state, moved);
    const still = stillDrawings(shown, USUAL_SIZES);
    const { words, bars, isStale } = movingDrawings(shown, still, USUAL_SIZES, null);
    expect(isStale).toBe(false);
    for (const sentence of Object.values(words)) expect(sentence).toMatch(/^Equal scores at a cut/);
    expect(bars).not.toContain('b-proved');
    expect(figureWords(source, modeOf(shown), null, null)).toContain('Epsilon: Equal scores at a cut');
  });

  test('every game that was played has its place in the tally', () => {
    const box = tallyBox(300, 200);
    const x = tallyScale({ guesses: 10, correct: 9, k: 2, played: [1, 6] }, box);
    expect(x(0.1)).toBeGreaterThan(box.left);
  });
});
