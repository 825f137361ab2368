import { InvalidInput } from '../../errors.ts';
import { bugNamed, scoreNamed } from '../../mechanisms/index.ts';
import { CANARY_KINDS, SCHEDULES, type TrainSetting } from '../../training/index.ts';
import type { DataOptions } from './dataset.ts';
import type { Asked } from './run-folder.ts';

/** What a user may type for `onerun train`. */
export interface TrainOptions extends DataOptions {
  readonly model?: string;
  readonly hidden?: readonly number[];
  readonly noise?: number;
  readonly rate?: number;
  readonly steps?: number;
  readonly clip?: number;
  readonly learningRate?: number;
  readonly schedule?: string;
  readonly ema?: number;
  readonly canaries?: number;
  readonly options?: number;
  readonly attack?: string;
  readonly score?: string;
  readonly canarySize?: number;
  readonly canaryKind?: string;
  readonly bug?: string;
  readonly limit?: number;
  readonly delta?: number;
  readonly seed?: string;
}

/** Only black-box canaries are images, only white-box ones have a score to choose. */
const WHITE_ONLY = ['score', 'canarySize'] as const;
const BLACK_ONLY = ['canaryKind'] as const;

/** The complete setting of a new run: defaults filled in, the seed drawn if none was typed. */
export function askedOf(typed: TrainOptions, drawSeed: () => string): Asked {
  for (const key of ['noise', 'rate', 'steps'] as const)
    if (typed[key] === undefined) throw new InvalidInput(`training needs --${key}`);
  const attack = oneOf('attack', typed.attack ?? 'white-box', ['white-box', 'black-box'] as const);
  const model = oneOf('model', typed.model ?? 'mlp', ['mlp', 'logistic']);
  if (model === 'logistic' && typed.hidden !== undefined)
    throw new InvalidInput('--hidden does not go with logistic, which has no hidden layers');
  for (const key of attack === 'white-box' ? BLACK_ONLY : WHITE_ONLY)
    if (typed[key] !== undefined)
      throw new InvalidInput(
        `--${key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} does not go with --attack ${attack}`,
      );
  const { data, images, labels, testImages, testLabels, limit } = typed;
  const setting: TrainSetting = {
    noise: typed.noise as number,
    rate: typed.rate as number,
    steps: typed.steps as number,
    clip: typed.clip ?? 1,
    hidden: model === 'logistic' ? [] : (typed.hidden ?? [128]),
    learningRate: typed.learningRate ?? 4,
    schedule: oneOf('schedule', typed.schedule ?? 'constant', SCHEDULES),
    ema: typed.ema ?? null,
    canaries: typed.canaries ?? 1000,
    options: typed.options ?? 2,
    attack,
    score: scoreNamed(typed.score ?? 'llr'),
    canarySize: typed.canarySize ?? 1,
    canaryKind: oneOf('canary-kind', typed.canaryKind ?? 'mislabelled', CANARY_KINDS),
    bug: bugNamed(typed.bug) ?? null,
    seed: typed.seed ?? drawSeed(),
  };
  const source = data ?? (images === undefined ? 'mnist' : undefined);
  const files = JSON.parse(JSON.stringify({ data: source, images, labels, testImages, testLabels, limit }));
  return {
    schema: 'onerun-setting/1',
    data: files,
    delta: typed.delta ?? 1e-5,
    setting: { ...setting, hidden: [...setting.hidden] },
  };
}

/** What no setting may say, typed or edited. */
export function checkAsked({ delta, data }: Asked): void {
  if (!(delta > 0 && delta < 1)) throw new InvalidInput(`invalid delta; must be in (0, 1): ${delta}`);
  const { limit } = data;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1))
    throw new InvalidInput(`invalid limit; must be a whole number, 1 or above: ${limit}`);
  if (data.data === undefined && data.images === undefined)
    throw new InvalidInput('invalid setting; it names no data');
}

/** A resumed run keeps its setting: what is typed again must say the same. */
export function checkSame(typed: TrainOptions, { setting, data, delta }: Asked): void {
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

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new InvalidInput(`unknown ${name}: ${value} (one of ${choices.join(', ')})`);
}
