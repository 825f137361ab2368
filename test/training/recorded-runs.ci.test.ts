import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

test.each(['honest-01', 'short-10'])('%s of examples/mnist-runs is trained again, byte for byte', (name) => {
  const folder = temporaryFolder();
  execFileSync(process.execPath, [join(examples, 'make-runs.js'), '--only', name, folder]);
  expect(readFileSync(join(folder, `${name}.csv`), 'utf8')).toBe(
    readFileSync(join(examples, 'mnist-runs', `${name}.csv`), 'utf8'),
  );
});
