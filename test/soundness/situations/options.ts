import { ABSTAIN } from '../../../src/games/index.ts';
import { blindChoice, type Choose, choice, worstChoice } from '../../support/soundness/choice.ts';
import type { Audited, Situation } from '../../support/soundness/play.ts';

const gaussian = (mu: number) => `gaussian(mu=${mu}, relation=replace)`;

/** One of k orthogonal unit vectors per canary in a sum with Gaussian noise: an exchange moves it by the root of 2. */
function noisyChoice(sigma: number, k: number): { claim: string; choose: Choose } {
  return {
    claim: gaussian(Math.SQRT2 / sigma),
    choose(truth, random) {
      const guesses = new Int32Array(truth.length);
      const confidence = new Float64Array(truth.length);
      truth.forEach((option, i) => {
        const scores = Float64Array.from(
          { length: k },
          (_, j) => (j === option ? 1 : 0) + sigma * random.normal(),
        );
        const [best, second] = scores.toSorted().reverse();
        guesses[i] = scores.indexOf(best);
        confidence[i] = best - second;
      });
      return { guesses, confidence };
    },
  };
}

/** Blind guesses between two options, one of them an option that nobody drew. */
function strayLabel(): Audited {
  const choose: Choose = (truth, random) => {
    const guesses = Int32Array.from(truth, () => random.integer(2));
    guesses[random.integer(guesses.length)] = 9;
    return { guesses, confidence: new Float64Array(truth.length) };
  };
  const game = { m: 60, k: 2, guesses: 60 };
  return choice(game, choose, { columns: 'guess' }, { claim: 'perfect()', refusal: 'below the 2 options' });
}

/** Fewer answers than the audit allows: what was left unsaid is not right. */
function sparing(): Audited {
  const choose: Choose = (truth, random) => ({
    guesses: Int32Array.from(truth, (_, i) => (i < 20 ? random.integer(2) : ABSTAIN)),
    confidence: new Float64Array(truth.length),
  });
  return choice({ m: 60, k: 2, guesses: 30 }, choose, { columns: 'guess' }, { claim: 'perfect()' });
}

const TWO = { m: 100, k: 2, guesses: 20 };
const THREE = { m: 60, k: 3, guesses: 20 };
const TEN = { m: 60, k: 10, guesses: 20 };
const CONFIDENCE = 'guess and confidence';

/** Ready guesses, and choices among more or fewer options. */
export const OPTIONS: readonly Situation[] = [
  {
    name: 'ready guesses',
    mechanisms: {
      'blind, all canaries': () => blindChoice({ m: 62, k: 2, guesses: 62 }, { columns: 'guess' }, true),
      'the worst of a Gaussian claim, silent about the others': () =>
        worstChoice(gaussian(0.5), TWO, { columns: 'guess', rightFirst: true }, { rest: 'silent' }),
      'with an option that nobody drew': strayLabel,
      'fewer than allowed': sparing,
    },
  },
  {
    name: 'ready guesses with confidences',
    mechanisms: {
      blind: () => blindChoice({ m: 100, k: 2, guesses: 30 }, { columns: CONFIDENCE }, false),
      'blind, equally sure, right ones first': () =>
        blindChoice({ m: 100, k: 2, guesses: 30 }, { columns: CONFIDENCE, rightFirst: true }, true),
      'the worst of a Gaussian claim': () => worstChoice(gaussian(0.5), TWO, { columns: CONFIDENCE }),
      'the worst of a Gaussian claim, equally sure, right ones first': () =>
        worstChoice(
          gaussian(0.5),
          TWO,
          { columns: CONFIDENCE, rightFirst: true },
          { answered: 24, right: 23, rest: 'silent' },
        ),
    },
  },
  {
    name: 'two options with a score each',
    mechanisms: {
      'the worst of a Gaussian claim': () => worstChoice(gaussian(0.5), TWO, { columns: 'score per option' }),
      'a noisy sum': () => {
        const { claim, choose } = noisyChoice(2, 2);
        return choice({ m: 100, k: 2, guesses: 60 }, choose, { columns: 'score per option' }, { claim });
      },
    },
  },
  {
    name: 'three options',
    mechanisms: {
      blind: () => blindChoice({ m: 60, k: 3, guesses: 43 }, { columns: 'score per option' }, false),
      'the worst of a Gaussian claim': () => worstChoice(gaussian(1), THREE, { columns: CONFIDENCE }),
      'the worst of an (epsilon, delta) claim, equally sure, right ones first': () =>
        worstChoice(
          'approx-dp(epsilon=1, delta=0.01, relation=replace)',
          THREE,
          { columns: 'score per option', rightFirst: true },
          { answered: 24, right: 22 },
        ),
      'a noisy sum': () => {
        const { claim, choose } = noisyChoice(2, 3);
        return choice({ m: 100, k: 3, guesses: 60 }, choose, { columns: 'score per option' }, { claim });
      },
    },
  },
  {
    name: 'ten options',
    mechanisms: {
      'blind, all equally sure': () =>
        blindChoice({ m: 60, k: 10, guesses: 34 }, { columns: 'score per option', rightFirst: true }, true),
      'the worst of a Gaussian claim': () => ({
        ...worstChoice(gaussian(1), TEN, { columns: CONFIDENCE, format: 'json lines' }),
        options: 10,
      }),
      'the worst of a Gaussian claim, a score per option': () =>
        worstChoice(gaussian(1), TEN, { columns: 'score per option' }),
    },
  },
];
