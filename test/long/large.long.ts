import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('10,000,000 rows of CSV and Parquet are audited within 1.5 GB', () => {
  const bench = fileURLToPath(new URL('../../bench/audit.js', import.meta.url));
  const out = execFileSync(process.execPath, [bench], { encoding: 'utf8' });
  const lines = [...out.matchAll(/(csv|parquet): ([\d.]+) s, at most (\d+) MB, refuted: false/g)];
  expect(lines.map((line) => line[1])).toEqual(['csv', 'parquet']);
  for (const [, , , megabytes] of lines) expect(Number(megabytes)).toBeLessThan(1536);
});
