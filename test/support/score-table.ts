import { readFileSync } from 'node:fs';
import { countByRank } from '../../src/games/index.ts';
import { epsilon } from '../../src/index.ts';
import { bytesSource, readSignals } from '../../src/io/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { type CanarySignals, type SignalScoreOptions, scoreSignals } from '../../src/signals/index.ts';

/** One trained model: who was in, its losses of the canaries and of records that no model saw. */
interface RecordedModel {
  readonly included: Uint8Array;
  readonly signals: Float64Array;
  readonly others: Float64Array;
}

/** The 17 models of one setting, the target first: examples/signals/SETTING. */
export async function recordedModels(setting: string): Promise<RecordedModel[]> {
  const folder = new URL(`../../examples/signals/${setting}/`, import.meta.url);
  const read = (name: string) => readSignals(bytesSource(name, readFileSync(new URL(name, folder))));
  const target = await read('target.csv');
  const models = await read('references.npz');
  const others = await read('population.npz');
  if (target.own === null || others.own === null || target.included === null)
    throw new Error('the recorded signals are not whole');
  const first = { included: target.included, signals: target.own.columns[0], others: others.own.columns[0] };
  return [
    first,
    ...models.references.map((signals, j) => ({
      included: models.members[j],
      signals,
      others: others.references[j],
    })),
  ];
}

const GUESSES = 100;
const FPR = 0.01;

/** The scores of the table; true where they compare with records that no model saw. */
const ROWS: readonly (readonly [name: string, options: SignalScoreOptions, population?: true])[] = [
  ['loss', { kind: 'loss' }],
  ['calibrated, offline', { kind: 'calibrated', mode: 'offline' }],
  ['calibrated, online', { kind: 'calibrated', mode: 'online' }],
  ['lira, offline', { kind: 'lira', mode: 'offline' }],
  ['lira, online', { kind: 'lira', mode: 'online' }],
  ['lira, online, a variance for each', { kind: 'lira', mode: 'online', variance: 'each' }],
  ['rmia, offline', { kind: 'rmia', mode: 'offline' }],
  ['rmia, online', { kind: 'rmia', mode: 'online' }],
  ['rmia, online, gamma 2', { kind: 'rmia', mode: 'online', gamma: 2 }],
  ['rmia, online, 250 other records', { kind: 'rmia', mode: 'online' }, true],
];

/** Numbers of references in the table. */
const NUMBERS = [1, 4, 16];

/**
 * One line per score and number of references: AUC, true positive rate, right guesses, epsilon proved. Each
 * model is the target in turn, the models after it are the references, and the line is the average.
 */
export async function scoreLines(setting: string, numbers: readonly number[] = NUMBERS): Promise<string[]> {
  const models = await recordedModels(setting);
  const proved = new Map<number, number>();
  const epsilonOf = (correct: number) => {
    const m = models[0].included.length;
    const known = proved.get(correct);
    if (known !== undefined) return known;
    const [found] = epsilon({ m, guesses: GUESSES, correct }, 'approx-dp(delta=1e-5)');
    proved.set(correct, found.epsilon);
    return found.epsilon;
  };
  const measured = (scores: Float64Array, included: Uint8Array) => {
    const tie = { random: createRandom('ties'), ids: null };
    const { correct } = countByRank(scores, included, GUESSES, 'both', tie, 1);
    return [...errorsOf(scores, included), correct, epsilonOf(correct)];
  };
  return ROWS.flatMap(([name, options, compared]) =>
    (options.kind === 'loss' ? [0] : numbers).map((count) => {
      const found = models.map(({ included }, target) =>
        measured(scoreSignals(signalsOf(models, target, count, compared === true), options).scores, included),
      );
      const [auc, tpr, correct, value] = [0, 1, 2, 3].map(
        (j) => found.reduce((sum, row) => sum + row[j], 0) / found.length,
      );
      return `| ${name} | ${count} | ${auc.toFixed(3)} | ${(100 * tpr).toFixed(1)}% | ${correct.toFixed(0)} | ${value.toFixed(2)} |`;
    }),
  );
}

function signalsOf(
  models: readonly RecordedModel[],
  target: number,
  count: number,
  compared: boolean,
): CanarySignals {
  const references = Array.from({ length: count }, (_, j) => models[(target + 1 + j) % models.length]);
  const population = { target: models[target].others, references: references.map(({ others }) => others) };
  return { target: models[target].signals, references, ...(compared ? { population } : {}) };
}

/** The area under the curve, and the true positive rate at `FPR`. */
function errorsOf(scores: Float64Array, included: Uint8Array): [auc: number, tpr: number] {
  const [ins, outs] = [1, 0].map((side) =>
    scores
      .filter((_, i) => included[i] === side)
      .sort()
      .reverse(),
  );
  let [pairs, above, equal] = [0, 0, 0];
  for (const x of ins) {
    while (above < outs.length && outs[above] > x) above++;
    for (equal = above; equal < outs.length && outs[equal] === x; ) equal++;
    pairs += outs.length - (above + equal) / 2;
  }
  const threshold = outs[Math.floor(FPR * outs.length)];
  return [pairs / (ins.length * outs.length), ins.filter((x) => x > threshold).length / ins.length];
}
