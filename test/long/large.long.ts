import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Measured {
  readonly format: string;
  readonly reading: number;
  readonly audit: number;
}

/** Megabytes at most, of files that a benchmark makes, while they are read and while they are audited. */
function measured(env: Record<string, string>): Measured[] {
  const bench = fileURLToPath(new URL('../../bench/audit.js', import.meta.url));
  const out = execFileSync(process.execPath, [bench], {
    encoding: 'utf8',
    env: { ...process.env, REPEATS: '1', ...env },
  });
  console.log(out);
  const line = /^ {2}(\w+): read in .*?, at most (\d+) MB; audited .*?, at most (\d+) MB, refuted: false$/gm;
  return [...out.matchAll(line)].map(([, format, reading, audit]) => ({
    format,
    reading: Number(reading),
    audit: Number(audit),
  }));
}

test('10,000,000 rows of every format are read and audited within 400 MB', () => {
  const found = measured({ ROWS: '10000000', FORMATS: 'csv,named,parquet,npz' });
  expect(found.map(({ format }) => format)).toEqual(['csv', 'named', 'parquet', 'npz']);
  for (const { format, reading, audit } of found) expect(Math.max(reading, audit), format).toBeLessThan(400);
});

test('100,000,000 rows take at most half as much again as scores and coins', () => {
  const rows = 1e8;
  const [{ reading, audit }] = measured({ ROWS: String(rows), FORMATS: 'csv' });
  // What Node itself takes is beside that.
  const most = (1.5 * 9 * rows) / 2 ** 20 + 100;
  expect(Math.max(reading, audit)).toBeLessThan(most);
});
