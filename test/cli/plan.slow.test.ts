import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { planSchema } from '../../src/cli/input/schemas.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const HALF = join(examples, 'half-noise.csv');
const SOUND = join(examples, 'sound.csv');
const CLAIM = ['--claim', 'gaussian(sigma=1)'];

describe('onerun plan', () => {
  test('plans, writes, and is followed', async () => {
    const out = join(temporaryFolder(), 'plan.json');
    const { code, out: text } = await onerun(['plan', '-m', '1000', ...CLAIM, '--out', out]);
    expect(code).toBe(0);
    expect(text).toContain('Guess 216 of 1,000 canaries');
    const written = JSON.parse(readFileSync(out, 'utf8'));
    expect(planSchema.safeParse(written).error).toBeUndefined();
    expect(written).toMatchObject({
      model: 'gaussian(sigma=1)',
      seed: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    // Plans of earlier versions name neither.
    const { model: _, seed: __, ...earlier } = written;
    expect(planSchema.safeParse(earlier).error).toBeUndefined();
    expect(await onerun(['plan', '-m', '1000', ...CLAIM, '--out', out])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force'),
    });
    expect((await onerun(['audit', HALF, '--plan', out])).code).toBe(1);
    const few = temporaryFile('few.csv', readFileSync(SOUND, 'utf8').split('\n').slice(0, 401).join('\n'));
    expect(await onerun(['audit', few, '--plan', out])).toMatchObject({
      code: 2,
      err: expect.stringContaining('the plan is for 1000 canaries, the scores have 400'),
    });
  });

  test('plans choices among candidates, other families, and draws', async () => {
    const plot = join(temporaryFolder(), 'plan.svg');
    const { out } = await onerun(['plan', '-m', '2000', '-k', '5', '--claim', 'gaussian(sigma=2)', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      k: 5,
      family: 'gaussian',
      model: 'gaussian(sigma=2)',
      chosen: { guesses: 2000 },
    });
    expect(await onerun(['plan', '-m', '200', '-k', '5', '--claim', 'laplace(scale=1)'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('known for Gaussian claims only'),
    });
    expect(
      (await onerun(['plan', '-m', '500', ...CLAIM, '--family', 'approx-dp(delta=1e-5)', '--plot', plot]))
        .code,
    ).toBe(0);
    expect(readFileSync(plot, 'utf8')).toContain('approx-dp(delta=1e-5)');
  });

  test('is made for a model, which can be stated, and carries a seed', async () => {
    const claim = ['--claim', 'approx-dp(epsilon=4, delta=1e-5)'];
    const { out } = await onerun(['plan', '-m', '300', ...claim, '--seed', 'mine', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      seed: 'mine',
      model: expect.stringMatching(/^gaussian\(sigma=/),
    });
    const stated = await onerun(['plan', '-m', '300', ...claim, '--model', 'gaussian(sigma=2)']);
    expect(stated.out).toContain('The design is made for gaussian(sigma=2)');
    expect(stated.out).toContain('If gaussian(sigma=1) ran instead');
    expect(await onerun(['plan', '-m', '300', ...claim, '--model', 'gaussian(sigma=0.5)'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('must keep the claim'),
    });
  });

  test('finds the canaries for a target, and says when there are none', async () => {
    const { out } = await onerun(['plan', '--target', '2', ...CLAIM, '--json']);
    expect(JSON.parse(out).m).toBeLessThan(1000);
    expect(await onerun(['plan', '--target', '5', ...CLAIM])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no number of canaries'),
    });
    expect(await onerun(['plan', ...CLAIM])).toMatchObject({
      code: 2,
      err: expect.stringContaining('give --canaries, or --target'),
    });
  });
});
