import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENTRIES, examplesOf, surfaceOf } from './support/public-surface.ts';

const SURFACE = fileURLToPath(new URL('golden/public-surface.txt', import.meta.url));

test('the public surface changes only on purpose', async () => {
  // Where it does: npx vitest run test/public-surface.slow.test.ts -u, and a line in CHANGELOG.md.
  await expect(ENTRIES.map(surfaceOf).join('\n')).toMatchFileSnapshot(SURFACE);
});

test('every verb of the root has a doc comment with an example', () => {
  const without = examplesOf('src/index.ts').filter(({ comment, code }) => comment === '' || code === null);
  expect(without.map(({ name }) => name)).toEqual([]);
});

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

test.each(examplesOf('src/index.ts').filter(({ code }) => code !== null))(
  'the example of $name runs',
  async ({ code }) => {
    const onerun = await import('../src/index.ts');
    await new AsyncFunction(...Object.keys(onerun), code)(...Object.values(onerun));
  },
);
