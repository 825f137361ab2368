import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type ByteSource,
  bytesSource,
  DEFAULT_LIMITS,
  LimitReached,
  type Limits,
  MemoryUse,
  readRun,
  readRunPair,
  readScores,
} from '../../src/io/index.ts';
import { processorTime } from '../support/processor-time.ts';
import { csv, gzip, inPieces, jsonLines, npy, npz, parquet, text } from './files.ts';

const columns = { score: [1, 2, 3], included: [0, 1, 0] };
const formats: [string, Uint8Array][] = [
  ['a.csv', csv(columns)],
  ['a.jsonl', jsonLines(columns)],
  ['a.npz', npz({ scores: npy(columns.score), included: npy(columns.included) })],
  ['a.parquet', parquet(columns)],
];

async function reached(work: Promise<unknown>): Promise<{ limit: keyof Limits; message: string }> {
  const error = await work.then(
    () => new Error('accepted'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LimitReached);
  return error as LimitReached;
}

describe('a limit names itself and its value', () => {
  for (const [name, bytes] of formats) {
    test(`rows, ${name}`, async () => {
      const source = bytesSource(name, bytes);
      expect(await readScores(source, { limits: { rows: 3 } })).toBeDefined();
      const { message } = await reached(readScores(source, { limits: { rows: 2 } }));
      expect(message).toBe(`limit reached in ${name}; must have at most 2 rows (limit rows: 2)`);
    });

    test(`memory, ${name}`, async () => {
      const { limit, message } = await reached(
        readScores(bytesSource(name, bytes), { limits: { memory: 30 } }),
      );
      expect(limit).toBe('memory');
      expect(message).toBe(
        `limit reached in ${name}; must fit into 30 bytes of memory, with all files of the audit (limit memory: 30)`,
      );
    });
  }

  for (const [name, bytes] of formats)
    test(`bytes of a file that is not compressed, ${name}`, async () => {
      const length = bytes.length;
      for (const source of [
        bytesSource(name, bytes),
        { ...bytesSource(name, bytes), byteLength: 0, once: true },
      ]) {
        const { message } = await reached(readScores(source, { limits: { bytes: length - 1 } }));
        expect(message).toBe(
          `limit reached in ${name}; must come to at most ${length - 1} bytes, unpacked where it is compressed (limit bytes: ${length - 1})`,
        );
      }
      // Parquet counts what its pages unpack to as well, and what each page and each reading costs at least.
      const enough = name.endsWith('.parquet') ? 1e6 : length;
      expect(await readScores(bytesSource(name, bytes), { limits: { bytes: enough } })).toBeDefined();
    });

  test('bytes of an array', async () => {
    const source = bytesSource('a.npy', npy([1, 2, 3]));
    const { limit } = await reached(readRunPair(source, source, { limits: { bytes: 30 } }));
    expect(limit).toBe('bytes');
  });

  test('rows, where lines are blank without end', async () => {
    for (const [head, blank] of [
      ['score,included\n1,1\n', '\n'],
      ['score,included\n1,1\n', ' \r\n'],
      ['score\tincluded\n1\t1\n', ' \n'],
      ['{"score":1,"included":1}\n', '\n'],
      ['{"score":1,"included":1}\n', ' \t\r\n'],
    ]) {
      const source: ByteSource = {
        ...text(head),
        byteLength: 0,
        once: true,
        async *stream() {
          yield new TextEncoder().encode(head);
          for (;;) yield new TextEncoder().encode(blank.repeat(1000));
        },
      };
      expect((await reached(readScores(source, { limits: { rows: 5000 } }))).limit).toBe('rows');
      expect(await readScores(text(head + blank.repeat(2)), { limits: { rows: 2 } })).toBeDefined();
    }
  });

  test('bytes after decompression', async () => {
    const bytes = gzip(csv({ score: Array(1000).fill(1), included: Array(1000).fill(0) }));
    expect(await readScores(bytesSource('a.csv.gz', bytes), { limits: { bytes: 4100 } })).toBeDefined();
    const { limit } = await reached(readScores(bytesSource('a.csv.gz', bytes), { limits: { bytes: 3000 } }));
    expect(limit).toBe('bytes');
  });

  test('how often a file is gzipped', async () => {
    let nest = csv(columns);
    for (let i = 0; i < 2; i++) nest = gzip(nest);
    expect(await readScores(bytesSource('a', nest))).toBeDefined();
    expect(await readScores(bytesSource('a', gzip(nest)), { limits: { gzip: 3 } })).toBeDefined();
    for (let i = 0; i < 100; i++) nest = new Uint8Array(gzipSync(nest, { level: 1 }));
    const begin = processorTime();
    const { message } = await reached(readScores(bytesSource('a', nest)));
    expect(message).toBe('limit reached in a; must be gzipped at most 2 times (limit gzip: 2)');
    expect(processorTime() - begin).toBeLessThan(1000);
  });
});

test('an array that announces nine gigabytes in a few bytes is refused before any is made', async () => {
  const head = `{'descr': '<f8', 'fortran_order': False, 'shape': (1125000000,), }`;
  const bytes = new Uint8Array(10_000);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
  bytes.set(new TextEncoder().encode(`${head.padEnd(117)}\n`), 10);
  const source = bytesSource('a.npy.gz', gzip(bytes));
  expect((await reached(readRunPair(source, source))).limit).toBe('memory');
  const unpacked = bytesSource('a.npy', bytes);
  expect((await reached(readRunPair(unpacked, unpacked))).limit).toBe('memory');
});

/** Gzip of so many rows, made as it is read. */
async function* rows(count: number, row: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (to) => to.enqueue(encoder.encode('score,included\n')),
    pull(to) {
      const some = Math.min(count, 50_000);
      if (some === 0) to.close();
      else to.enqueue(encoder.encode(row.repeat(some)));
      count -= some;
    },
  });
  for await (const bytes of plain.pipeThrough(new CompressionStream('gzip'))) yield bytes;
}

test('a million equal rows pass, though they shrink a thousandfold', async () => {
  const source: ByteSource = {
    ...bytesSource('a.csv.gz', new Uint8Array(6000)),
    stream: () => rows(1_000_000, '0.5,1\n'),
  };
  expect(await readScores(source)).toMatchObject({ kind: 'membership' });
  expect((await reached(readScores(source, { limits: { memory: 1.5e7 } }))).limit).toBe('memory');
});

describe('memory is counted for all that is read together', () => {
  const zeros = (length: number) => npy(new Float64Array(length));

  test('over the arrays of a file and the rows that are made of them', async () => {
    const archive = npz({
      scores: npy(new Float64Array(5000), [1000, 5]),
      truth: zeros(1000),
    });
    const read = (memory: number) => readScores(bytesSource('a.npz', archive), { limits: { memory } });
    // 48,000 bytes of arrays, and 16 for each row; auditing takes 10 a row once the arrays are gone.
    expect((await reached(read(60_000))).limit).toBe('memory');
    expect(await read(70_000)).toBeDefined();
  });

  test('over both arrays of a pair, and over scores and assignment', async () => {
    const array = bytesSource('a.npy', zeros(1000));
    const pair = (memory: number) => readRunPair(array, array, { limits: { memory } });
    expect((await reached(pair(50_000))).limit).toBe('memory');
    expect(await pair(100_000)).toBeDefined();
    const ids = Array.from({ length: 1000 }, (_, i) => i * i);
    const [scored, assigned] = [
      bytesSource('s.csv', csv({ id: ids, score: ids })),
      bytesSource('a.csv', csv({ id: ids, included: ids.map((i) => i % 2) })),
    ];
    const joined = (memory: number) => readRun(scored, { assignment: assigned, limits: { memory } });
    expect((await reached(joined(50_000))).limit).toBe('memory');
    expect(await joined(80_000)).toBeDefined();
  });

  test('over several runs that share an account', async () => {
    const memoryUse = new MemoryUse();
    const source = bytesSource('a.csv', csv({ score: Array(1000).fill(1), included: Array(1000).fill(1) }));
    const next = () => readRun(source, { memoryUse, limits: { memory: 50_000 } });
    await next();
    await next();
    expect((await reached(next())).message).toBe(
      'limit reached in a.csv; must fit into 50000 bytes of memory, with all files of the audit (limit memory: 50000)',
    );
    expect(await readRun(source, { limits: { memory: 50_000 } })).toBeDefined();
  });
});

test('limits that are not stated are the usual ones', async () => {
  expect(DEFAULT_LIMITS).toMatchObject({ gzip: 2 });
  expect(await readScores(text('score,included\n1,1\n'), { limits: {} })).toBeDefined();
});

describe('what comes once only is read once, and its hash is that of its bytes', () => {
  const scored = { id: ['a', 'b', 'c'], ...columns };
  const once = (name: string, bytes: Uint8Array): ByteSource => {
    let begun = 0;
    const source = inPieces(bytesSource(name, bytes), 100);
    return {
      ...source,
      byteLength: 0,
      once: true,
      slice: () => Promise.reject(new Error('sliced')),
      stream() {
        if (begun++ > 0) throw new Error('read twice');
        return source.stream();
      },
    };
  };
  const all: [string, Uint8Array][] = [
    ['a.csv', csv(scored)],
    ['a.jsonl', jsonLines(scored)],
    ['a.parquet', parquet(scored)],
    ['a.npz', formats[2][1]],
  ];
  for (const [name, bytes] of all)
    for (const packed of [bytes, gzip(bytes), gzip(gzip(bytes))])
      test(`${name}, ${packed === bytes ? 'plain' : 'gzipped'} (${packed.length} bytes)`, async () => {
        const whole = await readRun(bytesSource('a', packed));
        expect(await readRun(once('a', packed))).toEqual(whole);
        const { createHash } = await import('node:crypto');
        expect(whole.input.sha256).toBe(createHash('sha256').update(packed).digest('hex'));
      });

  test('a pair of arrays, and an assignment', async () => {
    const pair = await readRunPair(once('in.npy', npy([1, 2])), once('out.npy', npy([3])));
    expect(pair).toEqual(
      await readRunPair(bytesSource('in.npy', npy([1, 2])), bytesSource('out.npy', npy([3]))),
    );
    const { included: _, ...own } = scored;
    const { score: __, ...coins } = scored;
    const joined = await readRun(once('s.csv', csv(own)), { assignment: once('a.csv', csv(coins)) });
    const { createHash } = await import('node:crypto');
    expect(joined.assignmentSha256).toBe(createHash('sha256').update(csv(coins)).digest('hex'));
    const short = once('s.csv', csv({ id: ['a', 'b'], score: [1, 2] }));
    await expect(readRun(short, { assignment: once('a.csv', csv(coins)) })).rejects.toThrow(
      'missing id in s.csv; must have every canary of a.csv: the one in row 3',
    );
  });
});
