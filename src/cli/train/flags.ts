import { Option } from 'commander';
import {
  TRAINING_OPTIONS,
  type TrainingOption,
  type TrainingValueKind,
  type TrainSetting,
} from '../../training/index.ts';
import { dashed, flagOf } from '../shell/flags.ts';
import { number, numbers } from '../shell/options.ts';

/** What help calls the value of an option. */
const VALUES: Readonly<Record<TrainingValueKind, string>> = {
  positive: 'x',
  share: 'p',
  whole: 'n',
  decay: 'decay',
  sizes: 'list',
  choice: 'name',
  seed: 'seed',
};

const SHORT_FLAGS: Readonly<Record<string, string>> = { canaries: '-m, ', options: '-k, ' };

/**
 * The flag of every training option. Defaults are filled in later: some options go with one attack alone.
 */
export function trainingFlags(): Readonly<Record<keyof TrainSetting, Option>> {
  const flags = Object.entries(TRAINING_OPTIONS).map(([name, option]) => [name, flag(name, option)]);
  return Object.fromEntries(flags);
}

function flag(name: string, option: TrainingOption): Option {
  const { kind, help, default: usual, defaultMeans } = option;
  const means = defaultMeans === undefined ? '' : `, ${defaultMeans}`;
  const described = usual === undefined || usual === null ? help : `${help} (default: ${usual}${means})`;
  const made = new Option(`${SHORT_FLAGS[name] ?? ''}${flagOf(name)} <${VALUES[kind]}>`, described);
  if (kind === 'choice' || kind === 'seed') return made;
  const typed = dashed(name);
  return kind === 'sizes' ? made.argParser(numbers(typed)) : made.argParser(number(typed));
}
