import { checkProbability, checkWhole } from '../../check.ts';
import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import { USUAL_DELTA } from '../../levels.ts';
import { quoted } from '../../quote.ts';
import { TRAINING_OPTIONS, type TrainingOption, type TrainSetting } from '../../training/index.ts';
import { dashed, flagOf } from '../shell/flags.ts';

/** A choice is any text until it is looked up. */
type Typed<T> = T extends string ? string : T extends null ? undefined : T;

/** What a user may type for `onerun train` that decides the run. */
export type TrainOptions = {
  readonly [Name in keyof TrainSetting]?: Typed<TrainSetting[Name]>;
} & {
  readonly data?: string;
  readonly model?: string;
  readonly limit?: number;
  readonly delta?: number;
};

/** All that decides a run: its training, its data, and the delta at which its epsilon is told. */
export interface RunSetting {
  readonly schema: 'onerun-setting/1';
  /** `mnist` or a folder, and how many of its records are used. */
  readonly data: { readonly data: string; readonly limit?: number };
  readonly delta: number;
  readonly setting: TrainSetting;
}

const OPTIONS = Object.entries(TRAINING_OPTIONS) as [keyof TrainSetting, TrainingOption][];

/** The complete setting of a new run: defaults filled in, the seed drawn if none was typed. */
export function newRunSetting(typed: TrainOptions, drawSeed: () => string): RunSetting {
  const missing = OPTIONS.flatMap(([name, { default: usual }]) =>
    usual === undefined && name !== 'seed' && typed[name] === undefined ? [flagOf(name)] : [],
  );
  if (missing.length > 0)
    throw new InvalidInput(
      `training needs ${missing.join(', ')}, as in onerun train --noise 1 --rate 0.02 --steps 1000 --out run/`,
    );
  const model = oneOf('model', typed.model ?? 'mlp', ['mlp', 'logistic']);
  if (model === 'logistic' && typed.hidden !== undefined)
    throw new InvalidInput('--hidden does not go with logistic, which has no hidden layers');
  const values = OPTIONS.map(([name, option]) => [name, chosenValue(name, option, typed[name])]);
  const setting: TrainSetting = {
    ...Object.fromEntries(values),
    ...(model === 'logistic' ? { hidden: [] } : {}),
    seed: typed.seed ?? drawSeed(),
  };
  for (const [name, { onlyFor = setting.attack }] of OPTIONS)
    if (typed[name] !== undefined && onlyFor !== setting.attack)
      throw new InvalidInput(`${flagOf(name)} does not go with --attack ${setting.attack}`);
  const { data = 'mnist', limit, delta = USUAL_DELTA } = typed;
  checkProbability('delta', delta);
  if (limit !== undefined) checkWhole('limit', limit, 1);
  return { schema: 'onerun-setting/1', data: { data, ...definedOnly({ limit }) }, delta, setting };
}

function chosenValue(name: string, { choices, default: usual }: TrainingOption, typed: unknown): unknown {
  if (typed === undefined) return usual;
  return choices === undefined ? typed : oneOf(dashed(name), String(typed), choices);
}

function oneOf(name: string, value: string, choices: readonly string[]): string {
  if (choices.includes(value)) return value;
  throw new InvalidInput(`unknown ${name}: ${quoted(value)} (one of ${choices.join(', ')})`);
}
