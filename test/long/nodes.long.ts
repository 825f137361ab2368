import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';

const versions = JSON.parse(readFileSync(join(ROOT, 'test/nodes/versions.json'), 'utf8')) as string[];

test.each(versions)('all tests pass on Node %s', (version) => {
  const { status, stdout } = spawnSync(process.execPath, ['test/nodes/run.js', '--all', version], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  expect(status, stdout.slice(-20_000)).toBe(0);
});
