import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, createGzip } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { parquetFile, plainPage } from '../io/parquet-file.ts';
import { temporaryFolder } from '../support/temporary.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const CLAIM = ['--claim', 'gaussian(sigma=1)', '--guesses', '1000', '--method', 'paper'];

/** Memory of a process and its children, in MB; 0 once it is gone. */
function megabytes(pid: number): number {
  const held = (one: number | string) => {
    try {
      return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  };
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return children.filter(Boolean).reduce((sum, child) => sum + held(child), held(pid));
  } catch {
    return held(pid);
  }
}

async function audit(...args: string[]) {
  const begin = performance.now();
  const child = spawn(process.execPath, [CLI, 'audit', ...args, ...CLAIM], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let [err, most] = ['', 0];
  child.stderr.on('data', (text) => {
    err += text;
  });
  const timer = setInterval(() => {
    most = Math.max(most, megabytes(child.pid ?? 0));
  }, 25);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  return { code, err, most, seconds: (performance.now() - begin) / 1000 };
}

async function* repeated(head: string | Uint8Array, piece: Uint8Array, times: number) {
  yield Buffer.from(head);
  for (let i = 0; i < times; i++) yield piece;
}

const gzipped = async (name: string, head: string | Uint8Array, piece: Uint8Array, times: number) => {
  const path = join(folder, name);
  await pipeline(repeated(head, piece, times), createGzip({ level: 9 }), createWriteStream(path));
  return path;
};

/** The beginning of an NPY file of so many zeros. */
function header(length: number): Uint8Array {
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': (${length},), }`;
  return Buffer.from(`\x93NUMPY\x01\x00\x76\x00${text.padEnd(117)}\n`, 'latin1');
}

test('a small gzip of three gigabytes is refused at once, announced or not', async () => {
  const zeros = new Uint8Array(1 << 20);
  for (const length of [(3000 * zeros.length) / 8, 10]) {
    const path = await gzipped(`zeros-${length}.npy.gz`, header(length), zeros, 3000);
    const { code, most, seconds } = await audit('--in', path, '--out', path);
    expect(code).toBe(2);
    expect(most).toBeLessThan(500);
    expect(seconds).toBeLessThan(10);
  }
});

test('ten million equal scores pass, a thousand million are refused, within 3 GB', async () => {
  const rows = Buffer.from('0.5,1\n0.5,0\n'.repeat(50_000));
  const ten = await audit(await gzipped('ten.csv.gz', 'score,included\n', rows, 100));
  expect(ten.err).not.toMatch(/limit/);
  expect(ten.most).toBeLessThan(1024);
  const thousand = await audit(await gzipped('thousand.csv.gz', 'score,included\n', rows, 10_000));
  expect(thousand).toMatchObject({ code: 2 });
  expect(thousand.err).toMatch(
    /^limit reached in thousand\.csv\.gz; .*--limit (memory|rows)=N sets another\n$/,
  );
  expect(thousand.most).toBeLessThan(3072);
});

test('a page of Parquet that unpacks to gigabytes is ended, within 1 GB', async () => {
  const n = 200;
  const body = brotliCompressSync(Buffer.alloc(1_900_000_000), { params: { 1: 5 } });
  const page = { fields: { 1: 0, 5: { 1: n, 2: 0, 3: 3, 4: 3 } }, body, size: 8 * n };
  const path = join(folder, 'brotli.parquet');
  const flags = Int32Array.from({ length: n }, (_, i) => i & 1);
  writeFileSync(
    path,
    parquetFile([
      { name: 'score', type: 5, values: n, meta: { 4: 4 }, pages: [page] },
      { name: 'included', type: 1, values: n, pages: [plainPage(flags)] },
    ]),
  );
  for (const args of [[], ['--limit', 'seconds=600']]) {
    const { code, err, most } = await audit(path, ...args);
    expect(code).toBe(2);
    expect(err).toMatch(/^limit reached in brotli\.parquet; /);
    expect(most).toBeLessThan(1100);
  }
});
