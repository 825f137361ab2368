import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { dpsgdOnCanaries, frequency, testDesign, ZOO } from '../../src/mechanisms/index.ts';
import { onerun } from '../support/cli.ts';
import { ZOO_SETTING, zooTable } from '../support/zoo.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rows = zooTable();

test('the table has every bug', () => {
  expect(rows.map(({ bug }) => bug)).toEqual(Object.keys(ZOO));
});

describe('what the table says is caught is refuted in at least 90% of 20 runs', () => {
  test.each(rows)('$bug', async ({ bug, caught, violation }) => {
    if (caught === null) return;
    const { m, ...attack } = caught;
    const subject = dpsgdOnCanaries({ ...ZOO_SETTING, bug, ...attack });
    const design = testDesign(subject.claim, { m, ...(violation === undefined ? {} : { violation }) });
    const { rate } = await frequency(subject, design, 20, 'table');
    expect(rate).toBeGreaterThanOrEqual(0.9);
  });
});

describe('the examples', () => {
  test('are what the commands make', () => {
    const folder = mkdtempSync(join(tmpdir(), 'onerun-'));
    execFileSync(process.execPath, [`${root}examples/make.js`, folder]);
    const files = readdirSync(folder);
    expect(files.sort()).toEqual(['half-noise.csv', 'reconstruction.csv', 'sound.csv']);
    for (const file of files)
      expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(`${root}examples/${file}`, 'utf8'));
  });

  test('of a library’s own test pass', () => {
    const out = execFileSync(process.execPath, ['--test', `${root}examples/noise.test.js`], {
      encoding: 'utf8',
      // Node marks children of its own test runner; this one runs on its own.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    });
    expect(out).toMatch(/pass 2\n[\s\S]*fail 0\n/);
  });

  test('of training: the sound run stands, the one with half the noise falls', () => {
    const audited = (name: string) => {
      const { code, out } = onerun(['audit', `examples/${name}`, '--json'], root);
      return { code, observation: JSON.parse(out).observation };
    };
    expect(audited('mnist')).toMatchObject({ code: 0, observation: { m: 1000 } });
    expect(audited('mnist-half-noise')).toMatchObject({ code: 1, observation: { m: 1000 } });
    const manifest = JSON.parse(readFileSync(`${root}examples/mnist/manifest.json`, 'utf8'));
    expect(manifest.parameters.testAccuracy).toBeGreaterThan(0.9);
    expect(manifest.parameters.epsilon).toBeCloseTo(3.899, 3);
  });
});
