import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

test('every file says what it holds, and the README where it is from', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.json'));
  const rows = [...read('README.md').matchAll(/^\| `([^`]+\.json)`/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(files.sort());
  for (const file of files) {
    const { about, note } = JSON.parse(read(file));
    expect((about ?? note).length, file).toBeGreaterThan(40);
  }
});
