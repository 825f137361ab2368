import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { DISK } from '../../../src/cli/input/disk.ts';
import { readPairIn } from '../../../src/design/index.ts';
import { bytesSource, DEFAULT_LIMITS, readIdx } from '../../../src/io/index.ts';
import type { Random } from '../../../src/numerics/index.ts';
import { gzip, npy } from '../../io/files.ts';
import { type Entry, zip } from '../../io/zip-file.ts';
import { altered, damaged } from '../alter.ts';
import { checkScores, reading } from '../promises.ts';
import { pick, size, type Target, times } from '../target.ts';
import { nasty } from '../values.ts';
import { fileCase, twinCase } from './tables.ts';

const TYPES = [
  '<f8',
  '<f4',
  '<f2',
  '>f8',
  '>i8',
  '>f2',
  '|b1',
  '<i8',
  '<u8',
  '<i2',
  '|u1',
  '<U4',
  '|S4',
  '|O',
  '<c16',
  '<f16',
  '<U999999999',
];
const SHAPES = [
  '20,',
  '4, 5',
  '',
  '0,',
  '20, 1',
  '-1,',
  '1e9,',
  '9007199254740993,',
  '1000000000, 1000000000',
  '20',
];

/** An NPY file by structure: any header over any bytes. */
function anyNpy(random: Random): Uint8Array {
  const type = random.bernoulli(0.9) ? pick(random, TYPES) : nasty(random);
  const shape = random.bernoulli(0.9) ? pick(random, SHAPES) : nasty(random);
  const order = pick(random, ['True', 'False', 'None']);
  const text = `{'descr': '${type}', 'fortran_order': ${order}, 'shape': (${shape}), }`;
  const head = Buffer.from(`${text.padEnd(117)}\n`);
  const version = pick(random, [1, 1, 1, 2, 3, 9]);
  const length = random.bernoulli(0.9) ? head.length : size(random, 0, 2 ** 31);
  const sizeBytes =
    version === 1 ? [length & 255, (length >> 8) & 255] : [...new Uint8Array(Uint32Array.of(length).buffer)];
  const data = Uint8Array.from({ length: pick(random, [160, 80, 40, 20, 0, size(random, 0, 400)]) }, () =>
    random.integer(256),
  );
  return Uint8Array.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, ...sizeBytes, ...head, ...data]);
}

const goodArrays = (random: Random): [Uint8Array, Uint8Array] => {
  const rows = size(random, 2, 60);
  return [npy(times(rows, () => random.normal())), npy(times(rows, (i) => i & 1))];
};

export const arrayPair: Target = {
  name: 'npy',
  make(random) {
    const one = () => {
      const bytes = random.bernoulli(0.6) ? anyNpy(random) : altered(random, goodArrays(random)[0]);
      return random.bernoulli(0.2) ? gzip(bytes) : bytes;
    };
    const files = { 'in.npy': one(), 'out.npy': random.bernoulli(0.7) ? goodArrays(random)[0] : one() };
    return {
      files,
      async run(folder) {
        const run = await reading(() =>
          readPairIn(DISK, join(folder, 'in.npy'), join(folder, 'out.npy'), DEFAULT_LIMITS),
        );
        if (run === null) return 'refused';
        checkScores(run.scores);
        return 'read';
      },
    };
  },
};

/** An archive by structure, with lies in its directory. */
export const archive: Target = {
  name: 'npz',
  make(random) {
    const [scores, included] = goodArrays(random);
    const entry = (name: string, good: Uint8Array): Entry => {
      const data = random.bernoulli(0.2) ? anyNpy(random) : good;
      const packed = random.bernoulli(0.5) ? { packed: deflateRawSync(data), method: 8 } : {};
      const lies: Entry[] = [
        { name, data, flags: random.integer(65536) },
        { name, data, method: random.integer(100) },
        {
          name,
          data,
          size: pick(random, [0, 1, 2 ** 32 - 1, 2 ** 31, 2 ** 62]),
          wide: random.bernoulli(0.5),
        },
        { name, data, crc: random.bits() },
        { name, data, localName: nasty(random) },
        { name: nasty(random), data },
        { name, data, packed: deflateRawSync(new Uint8Array(size(random, 0, 5e6))), method: 8 },
      ];
      return { name, data, ...packed, ...(random.bernoulli(0.2) ? pick(random, lies) : {}) };
    };
    const entries = [entry('scores.npy', scores), entry('included.npy', included)];
    for (let more = size(random, 0, 3); more > 0; more--) entries.push(entry(nasty(random), scores));
    if (random.bernoulli(0.1)) entries.push(pick(random, entries));
    const count = random.bernoulli(0.1) ? random.integer(70000) : entries.length;
    const bytes = zip(entries, { wide: random.bernoulli(0.2), count });
    return fileCase('a.npz', random.bernoulli(0.2) ? altered(random, bytes) : bytes);
  },
};

/** Every array has a checksum. */
export const archiveChecksum: Target = {
  name: 'npz-checksum',
  make(random) {
    const rows = size(random, 2, 60);
    const coins = npy(times(rows, (i) => i & 1));
    const numbers = () => npy(times(rows, () => random.normal()));
    const arrays = pick(random, [
      { scores: numbers(), included: coins },
      { truth: coins, guess: coins, confidence: numbers() },
      { truth: coins, scores_0: numbers(), scores_1: numbers() },
    ]);
    const ids = random.bernoulli(0.5) ? { id: npy(times(rows, (i) => i)) } : {};
    const packed = (name: string, data: Uint8Array): Entry => ({
      name: `${name}.npy`,
      data,
      described: random.bernoulli(0.2),
      ...(random.bernoulli(0.5) ? {} : { packed: deflateRawSync(data), method: 8 }),
    });
    const entries = Object.entries({ ...arrays, ...ids }).map(([name, data]) => packed(name, data));
    const bytes = zip(entries, { wide: random.bernoulli(0.3) });
    return twinCase('a.npz', bytes, damaged(random, bytes));
  },
};

/** The form of MNIST. */
export const idx: Target = {
  name: 'idx',
  make(random) {
    const [count, width] = [size(random, 0, 20), size(random, 0, 20)];
    const sizes = random.bernoulli(0.5) ? [count, width] : [count, width, 1];
    const head = [0, 0, 8, sizes.length, ...sizes.flatMap((one) => [0, 0, one >> 8, one & 255])];
    const good = Uint8Array.from([...head, ...times(count * width, () => random.integer(256))]);
    const bytes = random.bernoulli(0.9) ? altered(random, good) : good;
    return {
      files: { 'a.idx': bytes },
      async run() {
        const read = await reading(() => readIdx(bytesSource('a.idx', bytes)));
        if (read === null) return 'refused';
        if (read.bytes.length !== read.count * read.width) throw new Error('bytes left over');
        return 'read';
      },
    };
  },
};
