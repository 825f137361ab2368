import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Which rules the imports below some folders break, and where. */
async function broken(folders: string[], baseDir: string): Promise<string[]> {
  const rules = await extractConfig(join(root, '.dependency-cruiser.js'));
  const { output } = await cruise(folders, {
    ...rules.options,
    tsConfig: { fileName: join(root, 'tsconfig.json') },
    ruleSet: { forbidden: rules.forbidden ?? [] },
    validate: true,
    baseDir,
  });
  return (output as ICruiseResult).summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`,
  );
}

test('no file imports itself in a circle, not even for types, and every room is entered by its door', async () => {
  expect(await broken(['src', 'web/src'], root)).toEqual([]);
});

test('a circle of types alone is found', async () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, 'a.ts'), "import type { B } from './b.ts';\nexport interface A { b: B }\n");
    writeFileSync(join(folder, 'b.ts'), "import type { A } from './a.ts';\nexport interface B { a: A }\n");
    expect(await broken(['.'], folder)).toContain('no-cycles: a.ts -> b.ts');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
