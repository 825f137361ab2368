import { checkProbability, checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { USUAL_DELTA } from '../../levels.ts';
import { quoted } from '../../quote.ts';
import { TRAINING_OPTIONS, type TrainingOption, type TrainSetting } from '../../training/index.ts';
import { dashed, flagOf } from '../shell/flags.ts';
import type { DataOptions } from './dataset.ts';
import type { RunSetting } from './setting-file.ts';

/** A choice is any text until it is looked up. */
type Typed<T> = T extends string ? string : T extends null ? undefined : T;

/** What a user may type for `onerun train` that decides the run. */
export type TrainOptions = DataOptions & {
  readonly [Name in keyof TrainSetting]?: Typed<TrainSetting[Name]>;
} & {
  readonly model?: string;
  readonly limit?: number;
  readonly delta?: number;
};

const OPTIONS = Object.entries(TRAINING_OPTIONS) as [keyof TrainSetting, TrainingOption][];

/** The complete setting of a new run: defaults filled in, the seed drawn if none was typed. */
export function newRunSetting(typed: TrainOptions, drawSeed: () => string): RunSetting {
  for (const [name, option] of OPTIONS)
    if (option.default === undefined && name !== 'seed' && typed[name] === undefined)
      throw new InvalidInput(`training needs ${flagOf(name)}`);
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
  const { data, images, labels, testImages, testLabels, limit } = typed;
  const source = data ?? (images === undefined ? 'mnist' : undefined);
  const files = JSON.parse(JSON.stringify({ data: source, images, labels, testImages, testLabels, limit }));
  return { schema: 'onerun-setting/1', data: files, delta: typed.delta ?? USUAL_DELTA, setting };
}

function chosenValue(name: string, { choices, default: usual }: TrainingOption, typed: unknown): unknown {
  if (typed === undefined) return usual;
  return choices === undefined ? typed : oneOf(dashed(name), String(typed), choices);
}

/** Refuses what no setting may say, whether it was typed or edited in setting.json. */
export function checkRunSetting({ delta, data }: RunSetting): void {
  checkProbability('delta', delta);
  if (data.limit !== undefined) checkWhole('limit', data.limit, 1);
  if (data.data === undefined && data.images === undefined)
    throw new InvalidInput('invalid setting; it names no data');
}

/** A resumed run keeps its setting: what is typed again must say the same. */
export function checkUnchanged(typed: TrainOptions, { setting, data, delta }: RunSetting): void {
  const known: Record<string, unknown> = {
    ...setting,
    ...data,
    delta,
    model: setting.hidden.length === 0 ? 'logistic' : 'mlp',
  };
  for (const [key, value] of Object.entries(typed)) {
    if (value === undefined || String(value) === String(known[key])) continue;
    throw new InvalidInput(
      `a resumed run keeps its setting; ${key} is ${known[key]} in setting.json, not ${value}`,
    );
  }
}

function oneOf(name: string, value: string, choices: readonly string[]): string {
  if (choices.includes(value)) return value;
  throw new InvalidInput(`unknown ${name}: ${quoted(value)} (one of ${choices.join(', ')})`);
}
