import { type Cuts, cutsOfGuesses } from '../../../../src/bench/index.ts';

/** The steps of the story, in their order. */
export const STEPS = [
  'promise',
  'canaries',
  'guess',
  'luck',
  'games',
  'power',
  'looking',
  'number',
  'more',
] as const;
export type StepName = (typeof STEPS)[number];

/** The story as it stands in the address. */
export const USUAL_STORY = {
  step: 'promise',
  noise: '1',
  real: '0.5',
  m: '1000',
  top: '50',
  bottom: '50',
  tau: '0.05',
  games: '1000',
  tries: '50',
  faint: '0.7',
  runs: '1',
  coins: '1',
  // Of a link: where the cuts of the figure stand.
  figure: '',
};
export type StorySettings = typeof USUAL_STORY;

/** The privacy that all epsilons of the story are stated at. */
export const DELTA = 1e-5;

/** The numbers of the story; what the address says wrongly is as usual. */
export interface StoryNumbers {
  readonly step: StepName;
  /** The noise that is claimed, as a multiple of what one record can change, and the noise that is there. */
  readonly noise: number;
  readonly real: number;
  readonly m: number;
  readonly cuts: Cuts;
  readonly tau: number;
  readonly games: number;
  /** How many places of the cuts are tried by who looks first. */
  readonly tries: number;
  /** The noise of a violation that is hard to catch, and how many runs are audited together. */
  readonly faint: number;
  readonly runs: number;
  readonly coins: string;
}

export const MOST_IN_STORY = 100_000;
/** Above this only the ends of the ranking are drawn one by one, and cuts stay within them. */
const ALL_DRAWN = 4000;

/** So many guesses can be selected among m canaries. */
export function mostGuesses(m: number): number {
  return m <= ALL_DRAWN ? m : 2000;
}

export function numbersOf(settings: StorySettings): StoryNumbers {
  const read = (key: keyof StorySettings, least: number, most: number, isWhole = true) => {
    const given = settings[key].trim() === '' ? NaN : Number(settings[key]);
    const fits = given >= least && given <= most && (!isWhole || Number.isInteger(given));
    return fits ? given : Number(USUAL_STORY[key]);
  };
  const m = read('m', 20, MOST_IN_STORY);
  const half = mostGuesses(m) / 2;
  const [top, bottom] = [read('top', 0, m), read('bottom', 0, m)];
  const fits = top + bottom <= m && top + bottom > 0 && (m <= ALL_DRAWN || Math.max(top, bottom) <= half);
  return {
    step: STEPS.find((name) => name === settings.step) ?? STEPS[0],
    noise: read('noise', 0.3, 4, false),
    real: read('real', 0.3, 4, false),
    m,
    cuts: fits ? { top, bottom } : cutsOfGuesses({ guesses: Math.max(2, Math.round(m / 20) * 2), k: 2 }),
    tau: read('tau', 0.001, 0.2, false),
    games: read('games', 100, 5000),
    tries: read('tries', 1, 100),
    faint: read('faint', 0.3, 4, false),
    runs: read('runs', 1, 20),
    coins: settings.coins,
  };
}

export function gaussian(noise: number): string {
  return `gaussian(sigma=${noise})`;
}

/** The settings of so many canaries: no more guesses than that. */
export function settingsOfCanaries(m: number, { cuts }: StoryNumbers): Partial<StorySettings> {
  const guesses = cuts.top + cuts.bottom;
  return { m: String(m), ...(guesses > mostGuesses(m) ? settingsOfGuesses(mostGuesses(m)) : {}) };
}

/** The settings of so many guesses, shared by both ends of the ranking. */
export function settingsOfGuesses(guesses: number): Partial<StorySettings> {
  const { top, bottom } = cutsOfGuesses({ guesses, k: 2 });
  return { top: String(top), bottom: String(bottom) };
}
