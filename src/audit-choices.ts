import { USUAL_DELTA, USUAL_TAU } from './levels.ts';
import type { Sides } from './types.ts';

/** What the value of a choice is, by its kind. */
interface ChoiceValues {
  readonly claim: string;
  readonly families: readonly string[];
  readonly tau: number;
  readonly delta: number;
  readonly count: number;
  readonly counts: readonly number[];
  readonly score: number;
  readonly sides: Sides;
  readonly yes: boolean;
  readonly column: string;
  readonly seed: string;
  readonly assumed: 'independent-canaries';
}

/** One choice of an audit. */
export interface AuditChoice {
  readonly kind: keyof ChoiceValues;
  readonly help: string;
  /** What it is called in the page's form, where that is not its help. */
  readonly label?: string;
  /** What holds where it is not stated: a value, or in words. */
  readonly usual?: number | string;
  /** What an empty field of the page says, where that is not what is usual. */
  readonly placeholder?: string;
  /** What the page says below the field. */
  readonly hint?: string;
  /** The flag where it is not the name. */
  readonly flag?: string;
  readonly short?: string;
  /** Whether a plan fixes it. */
  readonly isPlanned?: true;
}

/**
 * Everything that is to be fixed about an audit before scores are seen. The options of the library and of the
 * command line, the forms of plans and manifests, and the fields of the page follow from this table.
 */
export const AUDIT_CHOICES = {
  /** The guarantee to test, such as `gaussian(sigma=1)`; without one the scores are asked what they prove. */
  claim: {
    kind: 'claim',
    label: 'claim',
    help: 'the claim to test, such as "gaussian(sigma=1)"',
    isPlanned: true,
  },
  /** What the power is stated against; by default half the noise. */
  violation: {
    kind: 'claim',
    label: 'violation that the power is stated against',
    help: 'what the power is stated for',
    usual: 'half the noise',
    isPlanned: true,
  },
  /** The mechanism that power is judged for; it never affects whether a refutation is valid. */
  model: {
    kind: 'claim',
    label: 'mechanism that the design was made for',
    help: 'the mechanism that power is computed for; a wrong one never affects whether a refutation is valid',
    isPlanned: true,
  },
  /** The delta at which epsilon is wanted: 1e-5 unless stated. */
  delta: {
    kind: 'delta',
    label: 'delta',
    help: 'the delta at which epsilon is wanted',
    usual: USUAL_DELTA,
    isPlanned: true,
  },
  /** Significance, 1 - confidence: 0.05 unless stated. */
  tau: { kind: 'tau', label: 'significance', help: '1 - confidence', usual: USUAL_TAU, isPlanned: true },
  /** Numbers of guesses fixed in advance. Several share the significance evenly (Bonferroni). */
  guesses: {
    kind: 'counts',
    label: 'guesses',
    help: 'how many guesses, fixed before the scores are seen; several numbers share tau',
    placeholder: 'planned',
    hint: 'One number or several, as 100, 300: several share tau.',
    short: 'g',
    isPlanned: true,
  },
  /** With several runs: a run counts when it has at least this many right, fixed in advance. */
  atLeast: {
    kind: 'count',
    label: 'right guesses that make a run count',
    help: 'with several runs: how many right guesses make a run count, fixed in advance',
    placeholder: 'only for several runs',
    isPlanned: true,
  },
  /** The classical audit, of runs of one and the same canary: scores from here on are called in. */
  threshold: {
    kind: 'score',
    label: 'threshold of the score',
    help: 'classical audit, of one canary that is in or out of many runs: scores from here on are called in, fixed in advance',
    placeholder: 'only for one canary in or out of many runs',
    hint: 'The classical audit: scores from here on are called in.',
  },
  /** In the place of a threshold: so many of the runs, the first ones, choose it and are not tested. */
  thresholdRuns: {
    kind: 'count',
    label: 'runs, the first ones, that choose the threshold',
    help: 'instead of a threshold: the first n runs choose it, and are not tested',
    placeholder: 'none',
  },
  /** That the canary is the same in all runs, where ids do not say so. */
  sameCanary: {
    kind: 'yes',
    help: 'the canary is the same in all runs, where no id says so',
  },
  /** Which end of the scores is guessed: both unless stated. */
  sides: {
    kind: 'sides',
    label: 'which end of the scores is guessed',
    help: 'which guesses are made: only those that say in, only out, or both',
    usual: 'both',
    isPlanned: true,
  },
  /** For membership scores that are losses: the lower the score, the more likely in. */
  lowerIsIn: {
    kind: 'yes',
    help: 'scores are losses: the lower, the more likely in',
    isPlanned: true,
  },
  /** The column with scores. */
  scoreColumn: {
    kind: 'column',
    label: 'column of scores',
    help: 'the column with scores',
    placeholder: 'score',
    isPlanned: true,
  },
  /** How many options each canary is said to have; scores that have another number are refused. */
  options: {
    kind: 'count',
    label: 'candidates per bucket',
    help: 'options per canary: 2 for in or out, more for the candidates of a bucket',
    usual: 'as the file shows',
    short: 'k',
    isPlanned: true,
  },
  /** How many guesses stand behind the epsilon of independent canaries; those of the test unless stated. */
  independentGuesses: {
    kind: 'count',
    label: 'guesses behind the epsilon if canaries do not influence each other',
    help: 'how many guesses stand behind the epsilon that rests on independent canaries, fixed in advance',
    placeholder: 'as many',
    isPlanned: true,
  },
  /** That each canary had a run of its own: then canaries are independent whatever the mechanism. */
  onePerRun: {
    kind: 'yes',
    help: 'each row is a run of its own, with a fair coin and fresh randomness, of one canary and the same claim',
    isPlanned: true,
  },
  /** What the verdict may rest on besides: by default on nothing. */
  assume: {
    kind: 'assumed',
    help: 'let the verdict rest on it that canaries do not influence each other',
    isPlanned: true,
  },
  /** Chooses among equal scores: fixed before the scores were seen, or left out for a fresh one. */
  seed: {
    kind: 'seed',
    label: 'seed that breaks ties',
    help: 'seed of the draw among equal scores',
    usual: 'that of the plan, the manifest or the commitment, else fresh',
    placeholder: 'fresh',
    isPlanned: true,
  },
  /** Where to search for an epsilon; Gaussians, all mechanisms and the claim's own kind unless stated. */
  families: {
    kind: 'families',
    label: 'families to search',
    help: 'a family in which the proved epsilon is sought',
    usual: 'gaussian, approx-dp(delta=DELTA), and dpsgd of a DP-SGD claim',
    placeholder: 'gaussian; approx-dp(delta=1e-5)',
    hint: 'Several are separated by semicolons.',
    flag: 'family',
  },
} as const satisfies Readonly<Record<string, AuditChoice>>;

type Table = typeof AUDIT_CHOICES;

export type ChoiceName = keyof Table;

/** What is chosen: each may be typed, or stand in a plan or a manifest. */
export type DesignChoices = {
  readonly [Name in keyof Table]?: ChoiceValues[Table[Name]['kind']];
};

export const CHOICE_NAMES = Object.keys(AUDIT_CHOICES) as ChoiceName[];

/** The flag of a choice, without its dashes: atLeast is at-least. */
export function choiceFlag(name: ChoiceName): string {
  const { flag }: AuditChoice = AUDIT_CHOICES[name];
  return flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A choice in a sentence: atLeast is at least. */
export function choiceWords(name: ChoiceName): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What a choice is called in a form. */
export function choiceLabel(name: ChoiceName): string {
  const { label, help }: AuditChoice = AUDIT_CHOICES[name];
  return label ?? help;
}

/** What of all that is given is a choice that was made. */
export function choicesOf<T extends DesignChoices>(given: T): Pick<T, ChoiceName & keyof T> {
  const made = CHOICE_NAMES.filter((name) => given[name] !== undefined);
  return Object.fromEntries(made.map((name) => [name, given[name]])) as Pick<T, ChoiceName & keyof T>;
}

/** The note of an audit that takes each row for a run of its own. */
export const ONE_PER_RUN =
  'each row is taken for a run of its own, with a fair coin and fresh randomness, which rests on your word';
