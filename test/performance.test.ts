import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const page = readFileSync(fileURLToPath(new URL('../bench/results/performance.md', import.meta.url)), 'utf8');
const recorded = page.slice(page.indexOf('<!-- made by npm run bench -->'), page.indexOf('<!-- end -->'));

/** The rows of the table of which the head has such a first and such a third cell. */
function rowsBelow(first: string, third: string): string[][] {
  const lines = recorded.split('\n').map((line) => line.split('|').slice(1, -1));
  const head = lines.findIndex((cells) => cells[0]?.trim() === first && cells[2]?.trim() === third);
  const end = lines.findIndex((cells, i) => i > head && cells.length === 0);
  return lines.slice(head + 2, end).map((cells) => cells.map((cell) => cell.trim()));
}

test('the recorded times name their day, machine, Node and load', () => {
  expect(recorded).toMatch(/^\d{4}-\d\d-\d\d; \d+ x .+; Node v\d+.*; load [\d.]+ when it began/m);
});

test('every recorded time has a ratio to the last release or to a peer', () => {
  const rows = rowsBelow('what', 'time');
  expect(rows.length).toBeGreaterThan(25);
  for (const [name, , time, , toLast, , toPeer, ...rest] of rows) {
    expect(rest, name).toHaveLength(1);
    expect(time, name).toMatch(/^[\d.]+ (s|ms|µs)$/);
    expect([toLast, toPeer].join(' ').trim(), name).toMatch(/[1-9]\d*x/);
    expect([toLast, toPeer].join(' '), name).not.toContain('NaN');
  }
});

test('every recorded slope comes from three sizes or more', () => {
  const rows = rowsBelow('what', 'slope');
  expect(rows.length).toBeGreaterThan(8);
  for (const [name, , slope, times] of rows) {
    expect(Number(slope), name).toBeGreaterThan(-1);
    expect(times.split(' at ').length, name).toBeGreaterThan(3);
  }
});
