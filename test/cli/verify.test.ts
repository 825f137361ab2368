import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { naiveBound } from '../support/naive-verifier.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const BOUND = ['bound', '-m', '1000', '-g', '100', '-c', '90'];

beforeAll(async () => {
  await onerun([...BOUND, '--claim', 'gaussian(sigma=2)', '--certificate', path('sound.json')]);
});

const sound = () => JSON.parse(readFileSync(path('sound.json'), 'utf8'));

describe('onerun bound --certificate', () => {
  test('writes a proof that verifies, equal to the p-value, and says where', async () => {
    const { code, out } = await onerun([
      ...BOUND,
      ...['--claim', 'gaussian(sigma=2)', '--certificate', path('again.json'), '--json'],
    ]);
    expect(code).toBe(1);
    const { tests, notes } = JSON.parse(out);
    expect(notes.join()).toContain(`onerun verify ${path('again.json')}`);
    const written = JSON.parse(readFileSync(path('again.json'), 'utf8'));
    const p = tests.find(({ method }: { method: string }) => method === 'optimal').pValue;
    expect(written.bound).toBe(p);
    expect(naiveBound(written)).toBeLessThanOrEqual(written.bound * (1 + 1e-15));
    expect(written).toEqual(sound());
  });

  test('without a claim it is about the first epsilon: a member that is rejected at tau', async () => {
    await onerun([...BOUND, '--certificate', path('member.json')]);
    const { claim, bound } = JSON.parse(readFileSync(path('member.json'), 'utf8'));
    expect(claim).toMatch(/^gaussian\(mu=0\.61/);
    expect(bound).toBeLessThanOrEqual(0.05);
    expect((await onerun(['verify', path('member.json')])).code).toBe(0);
  });

  test('replaces certificates only, and needs the optimal test', async () => {
    writeFileSync(path('scores.csv'), 'id,score\n');
    const other = await onerun([...BOUND, '--certificate', path('scores.csv')]);
    expect(other).toMatchObject({
      code: 2,
      err: expect.stringContaining('not a certificate of onerun; --force'),
    });
    const paper = await onerun([...BOUND, '--method', 'paper', '--certificate', path('x.json')]);
    expect(paper).toMatchObject({ code: 2, err: expect.stringContaining('--method optimal or all') });
    const nothing = await onerun(['bound', '-m', '100', '-c', '50', '--certificate', path('x.json')]);
    expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining('nothing was proved') });
  });

  test('audits write one too, of scores and of choices among candidates', async () => {
    const claim = ['--claim', 'gaussian(sigma=1)', '--certificate', path('audit.json')];
    expect((await onerun(['audit', 'examples/half-noise.csv', ...claim])).code).toBe(1);
    expect((await onerun(['verify', path('audit.json'), '--claim', 'gaussian(sigma=1)'])).code).toBe(0);
    await onerun(['audit', 'examples/reconstruction.csv', ...claim]);
    expect(JSON.parse(readFileSync(path('audit.json'), 'utf8')).relation).toBe('replace');
    expect((await onerun(['verify', path('audit.json')])).out).toContain('replace(gaussian(sigma=1))');
  });
});

describe('onerun verify', () => {
  test('says what was proved and what was not checked', async () => {
    const { code, out } = await onerun(['verify', path('sound.json'), '--claim', 'gaussian(sigma=2)']);
    expect(code).toBe(0);
    expect(out).toContain(
      '90 or more of 100 guesses on 1,000 canaries are right with probability at most 0.00909',
    );
    expect(out).toContain('Not checked: that the counts were seen in an honest game.');
    const { out: json } = await onerun(['verify', path('sound.json'), '--json']);
    expect(JSON.parse(json)).toMatchObject({ valid: true, claim: 'gaussian(sigma=2)', bound: sound().bound });
  });

  test.each<[string, (certificate: ReturnType<typeof sound>) => void, string]>([
    [
      'a negative weight',
      (c) => {
        c.tangents[2].weights[0][2] *= -1;
      },
      'weight of tangent 3; must not be negative',
    ],
    [
      'a line that is not a tangent',
      (c) => {
        c.tangents[2].delta *= 0.9;
      },
      'tangent 3; at epsilon',
    ],
    [
      'a weight changed in its last digits',
      (c) => {
        c.tangents[2].weights[0][2] *= 1 + 1e-13;
      },
      'changed after it was written',
    ],
    [
      'a weight changed',
      (c) => {
        c.tangents[2].weights[0][2] *= 1.01;
      },
      'bound; the weights prove',
    ],
    [
      'a bound changed',
      (c) => {
        c.bound = 0.001;
      },
      'bound; the weights prove',
    ],
    [
      'a count changed',
      (c) => {
        c.observation.correct = 91;
      },
      'changed after it was written',
    ],
    [
      'another claim',
      (c) => {
        c.claim = 'gaussian(sigma=3)';
      },
      'changed after it was written',
    ],
    [
      'a weaker claim',
      (c) => {
        c.claim = 'gaussian(sigma=1)';
      },
      'tangent 1; at epsilon',
    ],
    [
      'a key missing',
      (c) => {
        c.tangents[2].delta = undefined;
      },
      'at tangents.2.delta',
    ],
    [
      'a key too many',
      (c) => {
        c.extra = 1;
      },
      'nrecognized key',
    ],
  ])('refuses %s', async (_, change, reason) => {
    const changed = sound();
    change(changed);
    writeFileSync(path('changed.json'), JSON.stringify(changed));
    const { code, out, err } = await onerun(['verify', path('changed.json')]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('a file that is written with other spaces still verifies', async () => {
    writeFileSync(path('spaced.json'), JSON.stringify(sound(), null, 4));
    expect((await onerun(['verify', path('spaced.json')])).code).toBe(0);
  });

  test('what is not a certificate is named', async () => {
    writeFileSync(path('broken.json'), '{');
    expect((await onerun(['verify', path('broken.json')])).err).toContain('not JSON');
    expect((await onerun(['verify', path('absent.json')])).err).toContain('absent.json');
  });
});
