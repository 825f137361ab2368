import { InvalidInput } from '../errors.ts';
import type { BugName, ScoreName } from '../mechanisms/index.ts';
import { checkPrivacy, type Privacy, positive, share, whole } from '../mechanisms/index.ts';
import type { Schedule } from './schedule.ts';

export const CANARY_KINDS = ['mislabelled', 'out-of-distribution'] as const;

/** Everything that decides a training run, besides its data: the same setting gives the same run. */
export interface TrainSetting extends Privacy {
  /** Sizes of the hidden layers; none is logistic regression. */
  readonly hidden: readonly number[];
  readonly learningRate: number;
  readonly schedule: Schedule;
  /** Decay of the running average of the weights; null for none. */
  readonly ema: number | null;
  /** Canaries, or buckets of candidates. */
  readonly canaries: number;
  /** Options per canary: 2 is in or out. */
  readonly options: number;
  readonly attack: 'white-box' | 'black-box';
  /** White-box: which score is audited. */
  readonly score: ScoreName;
  /** White-box: the norm of a canary's gradient before clipping, in units of the clip norm. */
  readonly canarySize: number;
  /** Black-box: images with a wrong label, or images of nothing. */
  readonly canaryKind: (typeof CANARY_KINDS)[number];
  readonly bug: BugName | null;
  readonly seed: string;
}

/** How many records the game puts up: one per canary, or one per candidate. */
export function slotsOf({ canaries, options }: Pick<TrainSetting, 'canaries' | 'options'>): number {
  return options === 2 ? canaries : canaries * options;
}

export function checkSetting(setting: TrainSetting): void {
  checkPrivacy(setting);
  for (const size of setting.hidden) whole('hidden', size, 1);
  positive('learning-rate', setting.learningRate);
  whole('canaries', setting.canaries, 1);
  whole('options', setting.options, 2);
  positive('canary-size', setting.canarySize);
  if (setting.ema !== null && share('ema', setting.ema) === 1)
    throw new InvalidInput('invalid ema; must be below 1, or the average never leaves the start: 1');
}
