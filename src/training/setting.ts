import { checkPositive, checkShare, checkWhole } from '../check.ts';
import { InvalidInput } from '../errors.ts';
import { SCORES, ZOO } from '../mechanisms/index.ts';
import { SCHEDULES } from './schedule.ts';

const ATTACKS = ['white-box', 'black-box'] as const;
export const CANARY_KINDS = ['mislabelled', 'out-of-distribution'] as const;

/**
 * What the value of an option is: a number above 0, one in (0, 1], a count, the decay of an average, layer
 * sizes, ...
 */
export type TrainingValueKind = 'positive' | 'share' | 'whole' | 'decay' | 'sizes' | 'choice' | 'seed';

/**
 * One option of a training. Without a default it must be stated; the default null means that there is none.
 */
export interface TrainingOption {
  readonly kind: TrainingValueKind;
  readonly help: string;
  readonly default?: number | string | readonly number[] | null;
  /** What the default stands for, in words. */
  readonly defaultMeans?: string;
  /** The smallest whole number. */
  readonly least?: number;
  readonly choices?: readonly string[];
  /** The attack that the option is about; it says nothing about the other. */
  readonly onlyFor?: (typeof ATTACKS)[number];
}

const namesOf = <T extends string>(record: Readonly<Record<T, unknown>>) => Object.keys(record) as T[];

/**
 * Everything that decides a training run, besides its data. Types, defaults, checks, the flags of `onerun
 * train` and the form of `setting.json` all follow from this table.
 */
export const TRAINING_OPTIONS = {
  noise: { kind: 'positive', help: 'noise multiplier: the noise in units of the clip norm' },
  rate: { kind: 'share', help: 'sampling rate: the probability that a record is in a batch' },
  steps: { kind: 'whole', least: 1, help: 'how many steps to train' },
  clip: { kind: 'positive', default: 1, help: 'clip norm: the largest norm of one record’s gradient' },
  /** No hidden layer is logistic regression. */
  hidden: { kind: 'sizes', default: [128], help: 'sizes of the hidden layers' },
  learningRate: { kind: 'positive', default: 4, help: 'learning rate' },
  schedule: {
    kind: 'choice',
    choices: SCHEDULES,
    default: 'constant',
    help: 'how the learning rate falls: constant (not at all), linear or cosine',
  },
  ema: { kind: 'decay', default: null, help: 'use a running average of the weights, such as 0.99' },
  canaries: {
    kind: 'whole',
    least: 1,
    default: 1000,
    help: 'how many canaries, or buckets of candidates',
  },
  options: {
    kind: 'whole',
    least: 2,
    default: 2,
    defaultMeans: 'in or out',
    help: 'options per canary, more than 2 for the candidates of a bucket',
  },
  attack: {
    kind: 'choice',
    choices: ATTACKS,
    default: 'white-box',
    help: 'white-box (sees every step; canaries are crafted gradients) or black-box (sees the trained model; canaries are images)',
  },
  score: {
    kind: 'choice',
    choices: namesOf(SCORES),
    default: 'llr',
    onlyFor: 'white-box',
    help: 'white-box: llr, sum, fitted, spread or schedule, explained in docs/mechanisms.md',
  },
  canarySize: {
    kind: 'positive',
    default: 1,
    onlyFor: 'white-box',
    help: 'white-box: size of a canary’s gradient before clipping, in clip norms',
  },
  canaryKind: {
    kind: 'choice',
    choices: CANARY_KINDS,
    default: 'mislabelled',
    onlyFor: 'black-box',
    help: 'black-box: images with a wrong label (mislabelled) or of nothing (out-of-distribution)',
  },
  bug: {
    kind: 'choice',
    choices: namesOf(ZOO),
    default: null,
    help: 'break the training on purpose; docs/mechanisms.md lists the bugs',
  },
  seed: { kind: 'seed', help: 'the same seed gives the same run (default: drawn, and recorded)' },
} as const satisfies Record<string, TrainingOption>;

type Table = typeof TRAINING_OPTIONS;

type Stated<O extends TrainingOption> = O extends { choices: readonly (infer Choice)[] }
  ? Choice
  : O['kind'] extends 'sizes'
    ? readonly number[]
    : O['kind'] extends 'seed'
      ? string
      : number;

/** The value of every option: the same setting gives the same run. */
export type TrainSetting = {
  readonly [Name in keyof Table]:
    | Stated<Table[Name]>
    | (Table[Name] extends { default: null } ? null : never);
};

/** How many records the game puts up: one per canary, or one per candidate. */
export function slotsOf({ canaries, options }: Pick<TrainSetting, 'canaries' | 'options'>): number {
  return options === 2 ? canaries : canaries * options;
}

/** Throws unless every number lies in its range. */
export function checkSetting(setting: TrainSetting): void {
  for (const [name, option] of Object.entries(TRAINING_OPTIONS)) {
    const value: unknown = setting[name as keyof TrainSetting];
    if (value === null) continue;
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    for (const number of [value].flat()) if (typeof number === 'number') checkNumber(words, number, option);
  }
}

function checkNumber(name: string, value: number, { kind, least = 1 }: TrainingOption): void {
  if (kind === 'positive') checkPositive(name, value);
  else if (kind === 'whole' || kind === 'sizes') checkWhole(name, value, least);
  else checkShare(name, value);
  if (kind === 'decay' && value === 1)
    throw new InvalidInput(`invalid ${name}; must be below 1, or the average never leaves the start: 1`);
}
