import { useMemo } from 'preact/hooks';
import { type BenchSource, type Cuts, madeUpField, madeUpSource } from '../../../../src/bench/index.ts';
import { DELTA, gaussian, type StepName, type StoryNumbers } from './story.ts';

/** What the figure shows at a step. */
interface Scene {
  /** Which mechanism the canaries were drawn with. */
  readonly canaries: 'practice' | 'honest' | 'broken' | 'perfect';
  /** The panels below the canaries, and the one for which a phone has room. */
  readonly left: 'curve' | 'bars';
  readonly right: 'tally' | 'key';
  readonly one: 'curve' | 'tally' | 'bars';
  /** The truth that games are played with: the claim, or what is there instead. */
  readonly plays?: 0 | 1;
}

export const SCENES: Readonly<Record<StepName, Scene>> = {
  promise: { canaries: 'practice', left: 'curve', right: 'key', one: 'curve' },
  canaries: { canaries: 'practice', left: 'curve', right: 'key', one: 'curve' },
  guess: { canaries: 'practice', left: 'curve', right: 'tally', one: 'tally' },
  luck: { canaries: 'honest', left: 'curve', right: 'tally', one: 'tally' },
  games: { canaries: 'honest', left: 'curve', right: 'tally', one: 'tally', plays: 0 },
  power: { canaries: 'broken', left: 'curve', right: 'tally', one: 'tally', plays: 1 },
  looking: { canaries: 'perfect', left: 'curve', right: 'tally', one: 'tally' },
  number: { canaries: 'broken', left: 'bars', right: 'tally', one: 'bars' },
  more: { canaries: 'broken', left: 'bars', right: 'tally', one: 'bars' },
};

/** Training that tells nothing: its scores are noise. */
export const PERFECT = 'perfect()';

/** The canaries of a step and what they are held against; the same object until that changes. */
export function useScene(numbers: StoryNumbers): BenchSource {
  const { step, noise, real, m, cuts, tau, coins } = numbers;
  const { canaries } = SCENES[step];
  const field = useMemo(() => fieldOf(numbers), [truthOf(numbers), m, coins, canaries === 'practice']);
  const fixedCuts = canaries === 'practice' ? '' : `${cuts.top} ${cuts.bottom}`;
  return useMemo(() => sourceOf(numbers, field), [field, canaries, noise, real, tau, fixedCuts]);
}

/** The same at once, for a step that the figure does not show. */
export function sceneOf(numbers: StoryNumbers): BenchSource {
  return sourceOf(numbers, fieldOf(numbers));
}

/** The mechanism that the canaries of a step are drawn with. */
function truthOf({ step, noise, real }: StoryNumbers): string {
  const truth = { practice: noise, honest: noise, broken: real, perfect: null }[SCENES[step].canaries];
  return truth === null ? PERFECT : gaussian(truth);
}

function fieldOf(numbers: StoryNumbers): BenchSource['field'] {
  const { step, m, coins } = numbers;
  // Cuts are tried on other coins than those that they are fixed for.
  const seed = SCENES[step].canaries === 'practice' ? `practice ${coins}` : coins;
  return madeUpField({ truth: truthOf(numbers), m, seed });
}

function sourceOf({ step, noise, real, cuts, tau }: StoryNumbers, field: BenchSource['field']): BenchSource {
  const { canaries } = SCENES[step];
  const claim = canaries === 'perfect' ? PERFECT : gaussian(noise);
  const truths = [
    { words: 'the claim is true', claim, isHonest: true },
    ...(canaries === 'perfect'
      ? []
      : [{ words: `real noise ${real}`, claim: gaussian(real), isHonest: real >= noise }]),
  ];
  const fixed = canaries === 'practice' ? null : cuts;
  return madeUpSource(field, { claim, tau, delta: DELTA, truths, fixed });
}

/** A guess about every canary: the ranking is cut as near to its middle as it can be. */
export function cutsForAll({ m, cuts }: BenchSource['field']): Cuts {
  const [top] = cuts.reduce((a, b) => (Math.abs(b[0] - m / 2) < Math.abs(a[0] - m / 2) ? b : a));
  return { top, bottom: m - top };
}
