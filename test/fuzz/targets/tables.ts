import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readRunsFrom } from '../../../src/cli/audit/read-run.ts';
import { DEFAULT_LIMITS } from '../../../src/io/index.ts';
import type { Random } from '../../../src/numerics/index.ts';
import { csv, gzip } from '../../io/files.ts';
import { altered, damaged, joined } from '../alter.ts';
import { checkSame, checkScores, command, endingOf, reading, valuesOf } from '../promises.ts';
import { type Case, pick, size, type Target, times } from '../target.ts';
import { nasty } from '../values.ts';
import { goodColumns, written } from './scores.ts';

/** Reads a score file as the command line does; null where it is refused. */
async function readingOf(path: string): Promise<string | null> {
  const runs = await reading(() => readRunsFrom(path, undefined, DEFAULT_LIMITS, {}));
  if (runs === null) return null;
  for (const { scores } of runs) checkScores(scores);
  return runs.map(({ input, scores }) => `${input.run ?? ''} ${valuesOf(scores)}`).join('\n');
}

/** A file that only has to be read or refused. */
export function fileCase(name: string, bytes: Uint8Array): Case {
  return {
    files: { [name]: bytes },
    run: async (folder) => ((await readingOf(join(folder, name))) === null ? 'refused' : 'read'),
  };
}

/** Two files, the second made from the first by altering what a checksum covers. */
export function twinCase(name: string, whole: Uint8Array, changed: Uint8Array): Case {
  const [before, after] = [`whole-${name}`, `changed-${name}`];
  return {
    files: { [before]: whole, [after]: changed },
    async run(folder) {
      const first = await readingOf(join(folder, before));
      if (first === null) throw new Error('the file was refused before it was altered');
      const second = await readingOf(join(folder, after));
      if (second === null) return 'refused';
      checkSame(first, second);
      return 'read';
    },
  };
}

const HEADERS: readonly (readonly string[])[] = [
  ['id', 'score', 'included'],
  ['score', 'included'],
  ['score', 'member'],
  ['truth', 'guess', 'confidence'],
  ['id', 'truth', 'score_0', 'score_1', 'score_2'],
  ['id', 'score'],
  ['run', 'id', 'score', 'included'],
  ['truth', 'guess', 'run'],
];

function cell(random: Random, row: number, name: string, odds: number): string {
  if (random.bernoulli(odds)) return nasty(random);
  if (name === 'id') return `c${row}`;
  if (name === 'run') return `r${row % 4}`;
  if (/included|member/.test(name)) return pick(random, ['0', '1']);
  if (/truth|guess/.test(name)) return String(row % 3);
  return String(random.normal());
}

function header(random: Random): string[] {
  const names = [...pick(random, HEADERS)];
  if (random.bernoulli(0.2)) names.splice(random.integer(names.length + 1), 0, nasty(random));
  if (random.bernoulli(0.1)) names.push(pick(random, names));
  return names;
}

/** CSV and TSV by structure: odd fields, quotes, delimiters, line ends, rows that are too short or too long. */
export const delimited: Target = {
  name: 'delimited',
  make(random) {
    const [delimiter, end] = [pick(random, [',', '\t', ';', '|']), pick(random, ['\n', '\r\n', '\r'])];
    const names = header(random);
    const odds = pick(random, [0, 0.01, 0.1, 0.5]);
    const field = (text: string) =>
      /[",\r\n]/.test(text) && random.bernoulli(0.7) ? `"${text.replaceAll('"', '""')}"` : text;
    const rows = times(size(random, 0, 80), (row) => {
      const fields = names.map((name) => field(cell(random, row, name, odds)));
      if (random.bernoulli(odds / 4)) fields.push(field(nasty(random)));
      if (random.bernoulli(odds / 4)) fields.pop();
      return fields.join(delimiter);
    });
    const text = [names.map(field).join(delimiter), ...rows].join(end) + pick(random, ['', end, end + end]);
    const bytes = new TextEncoder().encode(pick(random, ['', '', '\ufeff']) + text);
    return fileCase('a.csv', random.bernoulli(0.2) ? altered(random, bytes) : bytes);
  },
};

/** JSON Lines by structure. */
export const jsonRows: Target = {
  name: 'json-lines',
  make(random) {
    const names = header(random);
    const odds = pick(random, [0, 0.01, 0.1, 0.5]);
    const value = (row: number, name: string) => {
      const text = cell(random, row, name, odds);
      if (random.bernoulli(odds)) return text;
      return Number.isFinite(Number(text)) && text.trim() !== ''
        ? String(Number(text))
        : JSON.stringify(text);
    };
    const rows = times(size(random, 0, 60), (row) => {
      const pairs = names.map((name) => `${JSON.stringify(name)}: ${value(row, name)}`);
      if (random.bernoulli(odds / 4)) pairs.push(`${JSON.stringify(pick(random, names))}: ${nasty(random)}`);
      if (random.bernoulli(odds / 10)) pairs.push(`"x": ${'['.repeat(size(random, 1, 9000))}`);
      return `{${pairs.join(', ')}}`;
    });
    const bytes = new TextEncoder().encode(rows.join(pick(random, ['\n', '\r\n', '\n\n'])));
    return fileCase('a.jsonl', random.bernoulli(0.2) ? altered(random, bytes) : bytes);
  },
};

/** Good files of every format, with bytes changed anyhow. */
export const anyBytes: Target = {
  name: 'bytes',
  make(random) {
    const { name, bytes } = written(random, goodColumns(random));
    return fileCase(name, altered(random, bytes));
  },
};

/** One run in two formats: read alike. */
export const formatsAgree: Target = {
  name: 'formats-agree',
  make(random) {
    const columns = goodColumns(random);
    const [one, other] = [written(random, columns), written(random, columns)];
    return twinCase('scores', one.bytes, other.bytes);
  },
};

/** Gzip of one to four members, some of them not compressed. */
function inMembers(random: Random, bytes: Uint8Array): Uint8Array {
  const cuts = times(random.integer(4), () => random.integer(bytes.length + 1)).sort((a, b) => a - b);
  return joined(
    ...[0, ...cuts].map((from, i) => gzip(bytes.subarray(from, cuts[i]), pick(random, [0, 1, 6]))),
  );
}

function isWhole(bytes: Uint8Array): boolean {
  try {
    gunzipSync(bytes);
    return true;
  } catch {
    return false;
  }
}

/** gzip has a checksum: a reading of a changed file is the reading of the file as it was. */
export const gzipChecksum: Target = {
  name: 'gzip-checksum',
  make(random) {
    let bytes = csv(goodColumns(random));
    for (let left = 1 + random.integer(2); left > 0; left--) bytes = inMembers(random, bytes);
    const changed = damaged(random, bytes);
    // Cut between two members a file is whole, and nothing tells that there was more.
    return twinCase('a.csv.gz', bytes, changed.length < bytes.length && isWhole(changed) ? bytes : changed);
  },
};

/** gzip in gzip, members behind members, rubbish behind and between. */
export const gzipLayers: Target = {
  name: 'gzip-layers',
  make(random) {
    let bytes = written(random, goodColumns(random)).bytes;
    for (let left = random.integer(5); left > 0; left--) {
      bytes = gzip(bytes);
      if (random.bernoulli(0.2)) bytes = joined(bytes, gzip(new Uint8Array(size(random, 0, 1e6))));
      if (random.bernoulli(0.2)) bytes = altered(random, bytes);
    }
    return fileCase('a.gz', bytes);
  },
};

/** Whole audits of small files, good and bad. */
export const audits: Target = {
  name: 'audits',
  make(random) {
    const { name, bytes } = written(random, goodColumns(random));
    const content = random.bernoulli(0.5) ? altered(random, bytes) : bytes;
    const args = ['--claim', pick(random, ['gaussian(sigma=1)', 'pure-dp(epsilon=1)', 'perfect()'])];
    if (random.bernoulli(0.5))
      args.push('--guesses', pick(random, ['1', '3', '10', '2,5', '1000', nasty(random)]));
    if (random.bernoulli(0.3)) args.push('--options', pick(random, ['2', '3', '7', nasty(random)]));
    if (random.bernoulli(0.3)) args.push('--sides', pick(random, ['in', 'out', 'both']));
    if (random.bernoulli(0.3)) args.push('--score-column', pick(random, ['score', 'score_0', nasty(random)]));
    args.push('--method', pick(random, ['paper', 'all']), ...pick(random, [[], ['--json'], ['--markdown']]));
    return {
      files: { [name]: content },
      run: async (folder) => endingOf(await command(['audit', join(folder, name), ...args])),
    };
  },
};
