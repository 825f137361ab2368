import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { onerunProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { halved, loadJax, mnist, QUICK, REAL_TRAININGS, refutedOf } from '../support/training.ts';
import { ZOO_SETTING, zooTable } from '../support/zoo.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('MNIST end to end: the recorded runs are made again, bit for bit; sound stands, half the noise falls', () => {
  const folder = temporaryFolder();
  execFileSync(process.execPath, [`${root}examples/make.js`, '--train', folder], { stdio: 'ignore' });
  for (const [name, code] of [
    ['mnist', 0],
    ['mnist-half-noise', 1],
  ] as const) {
    for (const file of ['scores.csv', 'canaries.csv'])
      expect(readFileSync(join(folder, name, file), 'utf8')).toBe(
        readFileSync(join(root, 'examples', name, file), 'utf8'),
      );
    const { parameters } = JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8'));
    expect(parameters.testAccuracy).toBeGreaterThan(0.9);
    expect(onerunProcess(['audit', join(folder, name)]).code).toBe(code);
  }
});

const base = { ...QUICK, ...ZOO_SETTING };

test.each(zooTable())('ten real trainings at the full setting: $bug', async ({ bug, caught, violation }) => {
  // A release that is NaN ends a real training: test/training/training.ci.test.ts.
  if (caught === null || bug === 'non-finite') return;
  const { score, size: canarySize, m: canaries } = caught;
  const setting = { ...base, bug, score, canarySize, canaries };
  expect(await refutedOf(10, await loadJax(), mnist(1000), setting, violation)).toBeGreaterThanOrEqual(9);
});

test('ten sound trainings at the full setting', async () => {
  expect(await refutedOf(10, await loadJax(), mnist(1000), base)).toBeLessThanOrEqual(1);
});

test.each(REAL_TRAININGS)('ten real trainings of a small model: %s', async (_, bug, more) => {
  const records = halved(mnist(600));
  const count = await refutedOf(10, await loadJax(), records, { ...QUICK, ...more, bug });
  if (bug === null) expect(count).toBeLessThanOrEqual(1);
  else expect(count).toBeGreaterThanOrEqual(9);
});
