import { gatherSignals } from '../../../src/cli/score/gather.ts';
import { bytesSource, readSignals } from '../../../src/io/index.ts';
import type { Random } from '../../../src/numerics/index.ts';
import { SCORE_KINDS, scoreSignals } from '../../../src/signals/index.ts';
import { npy } from '../../io/files.ts';
import { altered } from '../alter.ts';
import { reading } from '../promises.ts';
import { pick, size, type Target, times } from '../target.ts';
import { nasty } from '../values.ts';

const TARGETS = [
  ['id', 'loss', 'included'],
  ['id', 'probability'],
  ['logit', 'reference_0', 'reference_1', 'in_0', 'in_1'],
  ['id', 'logits_0', 'logits_1', 'label'],
  ['id', 'truth', 'loss_0', 'loss_1', 'loss_2'],
];
const REFERENCES = [
  ...TARGETS,
  ['id', 'reference_0', 'reference_1', 'reference_2', 'in_0', 'in_1', 'in_2'],
  ['ref1', 'in_1'],
];
const ODD = ['0', '-0', 'inf', '-inf', '1e-320', '1e308', '-1', 'nan', ''];

function cell(random: Random, row: number, name: string, odds: number): string {
  if (random.bernoulli(odds)) return random.bernoulli(0.7) ? pick(random, ODD) : nasty(random);
  if (name === 'id') return `c${row}`;
  if (/in/.test(name)) return pick(random, ['0', '1']);
  if (/truth|label/.test(name)) return String(random.integer(2));
  return String(/prob/.test(name) ? random.uniform() : Math.abs(random.normal()));
}

function table(random: Random, layouts: readonly (readonly string[])[], rows: number): Uint8Array {
  if (random.bernoulli(0.1))
    return npy(
      times(2 * rows, () => random.normal()),
      [rows, 2],
    );
  const names = pick(random, layouts);
  const odds = pick(random, [0, 0, 0.02, 0.2]);
  const lines = times(rows, (row) => names.map((name) => cell(random, row, name, odds)).join(','));
  const bytes = new TextEncoder().encode(`${[names.join(','), ...lines].join('\n')}\n`);
  return random.bernoulli(0.2) ? altered(random, bytes) : bytes;
}

/** Files of signals: scores are numbers, one for each canary and candidate, or the files are refused. */
export const signalFiles: Target = {
  name: 'signals',
  make(random) {
    const rows = size(random, 1, 40);
    const [own, other] = [table(random, TARGETS, rows), table(random, REFERENCES, rows)];
    const kind = pick(random, SCORE_KINDS);
    return {
      files: { 'own.csv': own, 'other.csv': other },
      async run() {
        const scored = await reading(async () => {
          const target = await readSignals(bytesSource('own.csv', own));
          const reference = await readSignals(bytesSource('other.csv', other), { npyName: 'reference' });
          const files = { target, references: [reference], members: null, population: null };
          const { signals, candidates } = gatherSignals(files, kind === 'lira' || kind === 'rmia');
          return { count: target.rows * candidates, ...scoreSignals(signals, { kind }) };
        });
        if (scored === null) return 'refused';
        if (scored.scores.length !== scored.count || !scored.scores.every(Number.isFinite))
          throw new Error(`scores of ${kind} that are not one number for each canary`);
        return 'read';
      },
    };
  },
};
