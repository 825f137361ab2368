import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onerun, words } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const quick = (line: string) => onerun(words(line));
describe('onerun curve', () => {
  test('speaks JSON with the names that scripts rely on', async () => {
    const { out } = await quick(
      'curve --claim "gaussian(sigma=1)" --alpha 1e-4,0.01 --delta 1e-5 --epsilon 1,2 --json',
    );
    const data = JSON.parse(out);
    expect(data.claim).toBe('gaussian(sigma=1)');
    expect(data.points.map((row: { alpha: number }) => row.alpha)).toEqual([1e-4, 0.01]);
    expect(data.points[1].beta).toBeCloseTo(0.9076378, 6);
    expect(data.epsilon[0].epsilon).toBeCloseTo(4.377177, 5);
    expect(data.delta.map((row: { epsilon: number }) => row.epsilon)).toEqual([1, 2]);
  });

  test('says what a claim means as risk to one record, rounded up', async () => {
    const { out } = await quick('curve --claim "gaussian(sigma=1)" --delta 1e-5,1e-6 --details');
    expect(out).toMatch(/advantage +0\.38293\n +TPR at FPR 1% +0\.09237\n +TPR at FPR 0\.1% +0\.01830\n/);
    expect(out).toMatch(/posterior from 50%, by epsilon at delta 1e-6 +0\.9925\d\n/);
    expect(out).toMatch(/\n +mu +1\.00000\n/);
    expect(out).toContain('An attack tells whether one record was in.');
    const exchanged = await quick('curve --claim "laplace(scale=1, relation=replace)" --details');
    expect(exchanged.out).toContain('An attack tells which of two records was used.');
    expect(exchanged.out).not.toMatch(/\n +mu /);
    const { risk } = JSON.parse((await quick('curve --claim "gaussian(sigma=1)" --json')).out);
    expect(risk.advantage).toBeCloseTo(0.3829249, 6);
    expect(risk.posteriorAtDelta).toHaveLength(2);
    expect(risk.mu).toBe(1);
  });

  test('calibrates to an advantage and to a true positive rate', async () => {
    const advantage = await quick('curve --claim gaussian --calibrate noise --advantage 0.2');
    expect(advantage.out).toMatch(
      /^sigma = 1\.97358\n\ngaussian\(sigma=1\.97357\d+\) allows an advantage of/,
    );
    const rate = await quick('curve --family laplace --calibrate noise --tpr 0.05 --fpr 0.01 --json');
    expect(JSON.parse(rate.out)).toMatchObject({ family: 'laplace', parameter: 'scale', fpr: 0.01 });
    expect(JSON.parse(rate.out).value).toBeCloseTo(1 / Math.log(5), 5);
  });

  test('says unbounded where epsilon is infinite; JSON has null', async () => {
    expect((await quick('curve --claim "approx-dp(epsilon=1, delta=0.01)" --delta 1e-5')).out).toMatch(
      / allows any epsilon at delta 1e-5\.\n\n {2}delta +1e-5\n {2}epsilon +unbounded/,
    );
    expect(JSON.parse((await quick('curve --claim "gaussian(mu=1)" --delta 0 --json')).out).epsilon).toEqual([
      { delta: 0, epsilon: null },
    ]);
  });

  test.each([
    'approx-dp(epsilon=0, delta=0.9999)',
    'approx-dp(epsilon=1, delta=0.9995)',
    'perfect()',
    'pure-dp(epsilon=0.001)',
  ])('has a picture for %s', async (claim) => {
    const file = join(temporaryFolder(), 'a.svg');
    expect((await quick(`curve --claim "${claim}" --plot ${file}`)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('NaN');
  });

  test('draws an SVG and a PNG, whole or not at all', async () => {
    const folder = temporaryFolder();
    const claim = ['curve', '--claim', 'approx-dp(epsilon=1, delta=1e-3)', '--plot'];
    expect((await onerun([...claim, join(folder, 'a.svg')])).code).toBe(0);
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[\s\S]*approx-dp\(epsilon=1, delta=0.001\)[\s\S]*<\/svg>\n$/,
    );
    expect((await onerun([...claim, join(folder, 'a.png')])).code).toBe(0);
    expect(readFileSync(join(folder, 'a.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(await onerun([...claim, join(folder, 'a.gif')])).toMatchObject({ code: 2, out: '' });
    expect(await onerun([...claim, join(folder, 'missing', 'a.svg')])).toMatchObject({ code: 2, out: '' });
    expect(existsSync(join(folder, 'missing'))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['a.png', 'a.svg']);
  });
});
