import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { planSchema } from '../../src/cli/schemas/documents.ts';
import { onerun } from '../support/cli.ts';
import { noisySum } from '../support/scores.ts';
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
    expect((await onerun(['plan', '-m', '200', '-k', '5', '--claim', 'laplace(scale=1)'])).code).toBe(0);
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
    const { out: own } = await onerun(['plan', '-m', '1000', ...CLAIM, '--details']);
    expect(own).toContain('if canaries do not influence each other is told from 720 guesses');
    const stated = await onerun(['plan', '-m', '300', ...claim, '--model', 'gaussian(sigma=2)', '--details']);
    expect(stated.out).toContain('The design is made for gaussian(sigma=2)');
    expect(stated.out).toContain('If gaussian(sigma=1) ran instead');
    expect(await onerun(['plan', '-m', '300', ...claim, '--model', 'gaussian(sigma=0.5)'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('must keep the claim'),
    });
  });

  test('plans several runs, and an audit takes as many as were planned', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'plan.json');
    const planned = await onerun([
      'plan',
      '-m',
      '60',
      '--runs',
      '3',
      ...CLAIM,
      '--out',
      out,
      '--seed',
      'ties',
    ]);
    expect(planned.code).toBe(0);
    expect(planned.out).toContain('in each of 3 runs');
    expect(planned.out).toContain('onerun audit RUN-1 ... RUN-3 --plan');
    const written = JSON.parse(readFileSync(out, 'utf8'));
    expect(planSchema.safeParse(written).error).toBeUndefined();
    const { atLeast, runsNeeded, chosen } = written;
    expect(written).toMatchObject({ runs: 3, chosen: { critical: atLeast, atLeast, runsNeeded } });
    const files = [0, 1, 2].map((seed) => {
      const { scores, included } = noisySum(60, 0.1, `leaking ${seed}`);
      const rows = Array.from(scores, (score, i) => `${score},${included[i]}`);
      return temporaryFile(`run-${seed}.csv`, `score,included\n${rows.join('\n')}\n`);
    });
    const all = await onerun(['audit', ...files, '--plan', out, '--json']);
    expect(all.code).toBe(1);
    const found = JSON.parse(all.out);
    expect(found.observations.map(({ guesses }: { guesses: number }) => guesses)).toEqual(
      Array(3).fill(chosen.guesses),
    );
    expect(found.notes.join()).toContain(`3 of 3 runs have at least ${atLeast} right`);
    expect(found.power.best).toBeCloseTo(chosen.power, 12);
    // Fewer runs, or more, are another design: whoever stops when it looks good has not fixed the number.
    for (const some of [files.slice(0, 2), files.slice(0, 1)]) {
      expect(await onerun(['audit', ...some, '--plan', out])).toMatchObject({
        code: 2,
        err: expect.stringContaining(`the plan is for 3 runs, the scores are of ${some.length}`),
      });
      const departed = await onerun(['audit', ...some, '--plan', out, '--depart-from-plan']);
      expect(departed.out).toMatch(
        /departs from what was fixed in advance: [12] runs? in place of 3 in the plan/,
      );
    }
    const single = join(folder, 'single.json');
    expect((await onerun(['plan', '-m', '60', ...CLAIM, '--out', single])).code).toBe(0);
    expect((await onerun(['audit', files[0], '--plan', single])).code).toBe(1);
    expect(await onerun(['audit', ...files, '--plan', single])).toMatchObject({
      code: 2,
      err: expect.stringContaining('the plan is for 1 run, the scores are of 3'),
    });
  });

  test('finds the canaries for a power', async () => {
    const { code, out } = await onerun(['plan', '--power', '0.9', '--runs', '4', ...CLAIM, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ runs: 4 });
    expect(JSON.parse(out).chosen.power).toBeGreaterThanOrEqual(0.9);
  });

  test.each([
    ['--runs 0 -m 100', 'invalid runs; must be a whole number from 1 to 1000: 0'],
    ['--runs 1.5 -m 100', 'invalid runs; must be a whole number from 1 to 1000: 1.5'],
    ['--runs 1e9 -m 100', 'invalid runs; must be a whole number from 1 to 1000: 1000000000'],
    ['--runs 5 -m 100 -g 20', 'leave the guesses out (--guesses)'],
    ['--power 0', 'invalid power; must be in (0, 1): 0'],
    ['--power 1', 'invalid power; must be in (0, 1): 1'],
    ['--power 1.2', 'invalid power; must be in (0, 1): 1.2'],
    ['--power 0.9 --target 2', 'give one of --canaries, --target and --power'],
    ['--power 0.9 -m 100', 'give one of --canaries, --target and --power'],
  ])('refuses %s', async (words, message) => {
    const { code, err } = await onerun(['plan', ...words.split(' '), ...CLAIM]);
    expect({ code, err: err.trim() }).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(err.trim().split('\n')).toHaveLength(1);
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
