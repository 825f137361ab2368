import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditsSchema } from '../../../src/cli/schemas/audits.ts';
import { folderOf, scoresCsv } from '../../support/audits-folder.ts';
import { onerunProcess } from '../../support/process.ts';

test('threads say what one thread says, to the last digit', () => {
  const folder = folderOf({
    'a.csv': scoresCsv(300, 1, 'a'),
    'b.csv': scoresCsv(400, 0.3, 'b'),
    'c.csv': scoresCsv(300, 1, 'c'),
    'bad.csv': 'nothing',
    ...Object.fromEntries(['d', 'e', 'f', 'g'].map((seed) => [`${seed}.csv`, scoresCsv(100, 1, seed)])),
  });
  const audits = (workers: string) => {
    const out = join(folder, `out${workers}`);
    const options = ['--claim', 'gaussian(sigma=1)', '--method', 'paper', '--seed', 'x', '--json'];
    const { code, out: printed } = onerunProcess(
      ['audit-all', '.', '--out', out, '--workers', workers, ...options],
      folder,
    );
    const found = auditsSchema.parse(JSON.parse(printed));
    const data = found.rows.flatMap(({ report }) => {
      if (report === null) return [];
      const { provenance: _, ...rest } = JSON.parse(
        readFileSync(join(out, report.replace('report.html', 'audit.json')), 'utf8'),
      );
      return rest;
    });
    return { code, found, data };
  };
  const one = audits('1');
  expect([one.code, one.data.length]).toEqual([1, 7]);
  expect(audits('3')).toEqual(one);
});
