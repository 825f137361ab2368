import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countedRuns, OPACUS_SETTINGS, readExample } from '../support/opacus-runs.ts';
import { readPage } from '../support/pages.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const COLUMNS = ['fitted_ratio in', 'likelihood_ratio in'];
const page = readPage('docs/opacus.md');
const documented = new Map(
  [...page.matchAll(/^\| `([\w-]+)` \|.*\| (\d+) of (\d+) \|/gm)].map(([, setting, refuted, runs]) => [
    setting,
    { refuted: Number(refuted), runs: Number(runs) },
  ]),
);

test('the table says of every setting what was counted', () => {
  const counted = new Map<string, { refuted: number; runs: number }>();
  for (const { setting, refuted } of countedRuns()) {
    const before = counted.get(setting) ?? { refuted: 0, runs: 0 };
    counted.set(setting, { refuted: before.refuted + Number(refuted), runs: before.runs + 1 });
  }
  expect(counted.size).toBeGreaterThan(10);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(counted));
  expect([...OPACUS_SETTINGS].sort()).toEqual([...counted.keys()].sort());
});

test('honest trainings are not refuted, and what must be caught is', () => {
  for (const [setting, { refuted, runs }] of documented)
    if (setting.startsWith('honest')) expect(refuted, setting).toBeLessThanOrEqual(0.05 * runs);
  for (const setting of ['half-noise', 'skipped-noise', 'batch-clipped', 'no-clip', 'noise-over-batch']) {
    const { refuted, runs } = documented.get(setting) ?? { refuted: 0, runs: 1 };
    expect(refuted / runs, setting).toBeGreaterThan(0.9);
  }
});

test('the training in the docs is the one that was run', () => {
  const [, shown] = page.match(/```python needs=opacus\n(import torch\n.*?)```/s) as RegExpMatchArray;
  const script = readExample('train.py');
  expect(script.slice(script.indexOf('import torch'))).toBe(shown);
});

test('docs/pytorch.md: the counts of scores on the small model are those recorded', () => {
  const [header, ...rows] = readFileSync(join(here, 'small-model-counts.csv'), 'utf8').trimEnd().split('\n');
  expect(header).toBe('flaw,score,sides,guesses,refuted,runs');
  const recorded = new Map(rows.map((row) => row.split(',')).map(([f, s, d, , n]) => [`${f} ${s} ${d}`, n]));
  const table = [...readPage('docs/pytorch.md').matchAll(/^\| ([\w-]+) \| [^|]+((?:\| \d+ ){2})\|$/gm)];
  expect(table.length).toBe(10);
  for (const [, flaw, cells] of table)
    expect(cells.match(/\d+/g), flaw).toEqual(COLUMNS.map((column) => recorded.get(`${flaw} ${column}`)));
});
