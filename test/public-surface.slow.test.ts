import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENTRIES, examplesOf, surfaceOf } from './support/public-surface.ts';

const SURFACE = fileURLToPath(new URL('golden/public-surface.txt', import.meta.url));

test('the public surface changes only on purpose', async () => {
  // Where it does: npx vitest run test/public-surface.slow.test.ts -u, and a line in CHANGELOG.md.
  await expect(ENTRIES.map(surfaceOf).join('\n')).toMatchFileSnapshot(SURFACE);
});

const EXEMPLARY = ['src/index.ts', 'src/signals/index.ts'];

test.each(EXEMPLARY)('every verb of %s has a doc comment with an example', (entry) => {
  const without = examplesOf(entry).filter(({ comment, code }) => comment === '' || code === null);
  expect(without.map(({ name }) => name)).toEqual([]);
});

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

const EXAMPLES = EXEMPLARY.flatMap((entry) => examplesOf(entry).map((verb) => ({ entry, ...verb })));

test.each(EXAMPLES.filter(({ code }) => code !== null))(
  'the example of $name runs',
  async ({ entry, code }) => {
    const verbs = await import(`../${entry}`);
    await new AsyncFunction(...Object.keys(verbs), code)(...Object.values(verbs));
  },
);
