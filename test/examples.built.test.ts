import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { onerun } from './support/cli.ts';
import { temporaryFolder } from './support/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the examples', () => {
  test('are what the commands make', () => {
    const folder = temporaryFolder();
    execFileSync(process.execPath, [`${root}examples/make.js`, folder]);
    const files = readdirSync(folder);
    expect(files.sort()).toEqual(['half-noise.csv', 'reconstruction.csv', 'single-canary.csv', 'sound.csv']);
    for (const file of files)
      expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(`${root}examples/${file}`, 'utf8'));
  });

  test('of texts are what their script makes', () => {
    const folder = temporaryFolder();
    execFileSync(process.execPath, [`${root}examples/text/make.js`, folder]);
    for (const file of ['notes.jsonl', 'words.txt'])
      expect(readFileSync(join(folder, file), 'utf8')).toBe(
        readFileSync(`${root}examples/text/${file}`, 'utf8'),
      );
  });

  test('of a library’s own test pass', () => {
    const out = execFileSync(process.execPath, ['--test', `${root}examples/noise.test.js`], {
      encoding: 'utf8',
      // Node marks children of its own test runner; this one runs on its own.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    });
    expect(out).toMatch(/pass 2\n[\s\S]*fail 0\n/);
  });

  test('of training: the sound run stands, the one with half the noise falls', async () => {
    const audited = async (name: string) => {
      const { code, out } = await onerun(
        ['audit', `examples/${name}`, '--family', 'gaussian', '--json'],
        root,
      );
      return { code, observation: JSON.parse(out).observation };
    };
    expect(await audited('mnist')).toMatchObject({ code: 0, observation: { m: 1000 } });
    expect(await audited('mnist-half-noise')).toMatchObject({ code: 1, observation: { m: 1000 } });
    const manifest = JSON.parse(readFileSync(`${root}examples/mnist/manifest.json`, 'utf8'));
    expect(manifest.parameters.testAccuracy).toBeGreaterThan(0.9);
    expect(manifest.parameters.epsilon).toBeCloseTo(3.899, 3);
  });
});
