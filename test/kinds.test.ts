import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.test.ts'),
);

/** What starts a process, opens a browser or looks for a Python. */
const OUTSIDE = /from '(node:child_process|playwright-core|.*\/support\/(process|browser|crash|python)\.ts)'/;

test('what needs the build, a process, a browser or Python says so in its name', () => {
  const others = files.filter((name) => !/\.(built|ci|slow)\.test\.ts$/.test(name));
  expect(others.length).toBeGreaterThan(60);
  const outside = others.filter((name) => OUTSIDE.test(readFileSync(here + name, 'utf8')));
  expect(outside).toEqual([]);
});
