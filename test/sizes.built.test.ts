import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './support/process.ts';
import { entrySize, firstLoadSize } from './support/sizes.ts';

const RECORD = new URL('./sizes.json', import.meta.url);
/** How far a size may be from the recorded one before somebody looks at why. */
const TOLERANCE = 0.05;

const ENTRIES = ['cli', 'index', 'signals', 'report', 'io', 'numerics', 'training', 'report-script'];

/** Sizes in bytes, gzipped, of what is loaded at once. */
function measured(): Record<string, number> {
  return {
    ...Object.fromEntries(
      ENTRIES.map((name) => [`dist/${name}.js`, entrySize(join(ROOT, `dist/${name}.js`))]),
    ),
    'dist/web, first load': firstLoadSize(join(ROOT, 'dist/web')),
  };
}

test('what is loaded at once is as large as was recorded, within 5%', () => {
  const now = measured();
  // Where a change is meant: RECORD=1 npx vitest run test/sizes.built.test.ts
  if (process.env.RECORD !== undefined) writeFileSync(RECORD, `${JSON.stringify(now, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, number>;
  expect(Object.keys(now)).toEqual(Object.keys(recorded));
  const changed = Object.entries(now).filter(
    ([name, size]) => Math.abs(size - recorded[name]) > TOLERANCE * recorded[name] + 500,
  );
  expect(changed.map(([name, size]) => `${name}: ${size}, recorded ${recorded[name]}`)).toEqual([]);
});
