import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bytesSource, openParquet, readRun } from '../../../src/io/index.ts';
import type { Random } from '../../../src/numerics/index.ts';
import { parquet } from '../../io/files.ts';
import { parquetFile, plainPage, Raw, type TestColumn } from '../../io/parquet-file.ts';
import { altered, damaged } from '../alter.ts';
import { checkScores, reading, valuesOf } from '../promises.ts';
import { type Case, pick, size, type Target, times } from '../target.ts';
import { nasty } from '../values.ts';
import { goodColumns } from './scores.ts';
import { fileCase, twinCase } from './tables.ts';

const LIES = [0n, 1n, -1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 40n, 2n ** 63n - 1n, -(2n ** 63n)];

type Fields = NonNullable<TestColumn['meta']>;

/** A value that does not belong where it stands. */
function lie(random: Random): Fields[number] {
  const kind = random.integer(6);
  if (kind <= 1) return pick(random, LIES);
  if (kind === 2) return Number(BigInt.asIntN(32, pick(random, LIES)));
  if (kind === 3) return nasty(random);
  if (kind === 4)
    return new Raw(
      random.integer(13),
      times(size(random, 0, 12), () => random.integer(256)),
    );
  return times(size(random, 0, 4), () => random.integer(9));
}

const lies = (random: Random, fields: number, odds: number): Fields =>
  random.bernoulli(odds) ? { [1 + random.integer(fields)]: lie(random) } : {};

/** Columns of a run, in pages whose bodies may be packed and have a checksum. */
function columnsOf(random: Random, rows: number, odds: number, checksum: boolean): TestColumn[] {
  const scores = Float64Array.from({ length: rows }, () => random.normal());
  const flags = Int32Array.from({ length: rows }, (_, i) => i & 1);
  return [
    { name: 'score', type: 5, plain: plainPage(scores) },
    { name: 'included', type: 1, plain: plainPage(flags) },
  ].map(({ name, type, plain }) => {
    const [codec, packed] = pick(random, [
      [0, plain.body],
      [2, new Uint8Array(gzipSync(plain.body))],
      [4, new Uint8Array(brotliCompressSync(plain.body))],
    ] as const);
    const page = {
      fields: { ...plain.fields, ...lies(random, 8, odds) },
      body: packed,
      size: plain.body.length,
      ...(random.bernoulli(odds) ? { size: Number(pick(random, LIES) & 0xffffffffn) } : {}),
      ...(random.bernoulli(odds) ? { packedSize: Number(pick(random, LIES) & 0xffffffffn) } : {}),
      ...(checksum ? { checksum: true } : {}),
    };
    return {
      name: random.bernoulli(odds) ? nasty(random) : name,
      type: random.bernoulli(odds) ? random.integer(9) : type,
      values: rows,
      pages: [page, ...(random.bernoulli(odds) ? [page] : [])],
      optional: random.bernoulli(odds),
      meta: { 4: codec, ...lies(random, 14, odds) },
      schema: lies(random, 10, odds),
    };
  });
}

/** Parquet by structure: metadata and page headers that say anything. */
export const parquetStructure: Target = {
  name: 'parquet',
  make(random) {
    const odds = pick(random, [0.02, 0.1, 0.3]);
    const columns = columnsOf(random, size(random, 1, 60), odds, random.bernoulli(0.5));
    const bytes = parquetFile(columns, lies(random, 7, odds));
    return within(random.bernoulli(0.2) ? altered(random, bytes) : bytes);
  },
};

/** Read within this process, which is watched: quicker than in one of its own. */
export function within(bytes: Uint8Array): Case {
  return {
    files: { 'a.parquet': bytes },
    async run() {
      const run = await reading(() => readRun(bytesSource('a.parquet', bytes)));
      if (run === null) return 'refused';
      checkScores(run.scores);
      valuesOf(run.scores);
      return 'read';
    },
  };
}

/** Files of a common writer, with bytes changed. */
export const parquetBytes: Target = {
  name: 'parquet-bytes',
  make: (random) => within(altered(random, parquet(goodColumns(random), pick(random, ['SNAPPY', 'GZIP'])))),
};

/** The same through a process of their own, as on the command line. */
export const parquetApart: Target = {
  name: 'parquet-apart',
  make(random) {
    const columns = columnsOf(random, size(random, 1, 60), 0.05, false);
    return fileCase('a.parquet', altered(random, parquetFile(columns)));
  },
};

/** Checksums cover the bodies of pages. */
export const parquetChecksum: Target = {
  name: 'parquet-checksum',
  make(random) {
    const columns = columnsOf(random, size(random, 2, 60), 0, true);
    const whole = parquetFile(columns);
    const { body } = pick(random, columns).pages[0];
    const from = Buffer.from(whole).indexOf(body);
    let changed = damaged(random, whole, from, from + body.length);
    if (changed.length < whole.length) changed = whole;
    return twinCase('a.parquet', whole, changed);
  },
};

/** What the reader of Parquet alone makes of rubbish behind the right magic. */
export const parquetRubbish: Target = {
  name: 'parquet-rubbish',
  make(random) {
    const magic = [0x50, 0x41, 0x52, 0x31];
    const footer = times(size(random, 0, 300), () => random.integer(256));
    const length = random.bernoulli(0.8) ? footer.length : random.bits() >>> 0;
    const bytes = Uint8Array.from([
      ...magic,
      ...times(40, () => 0),
      ...footer,
      ...new Uint8Array(Uint32Array.of(length).buffer),
      ...magic,
    ]);
    return {
      files: { 'a.parquet': bytes },
      async run() {
        const table = await reading(() => openParquet(bytesSource('a.parquet', bytes)));
        return table === null ? 'refused' : 'read';
      },
    };
  },
};
