import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const file = (name: string) => join(temporaryFolder(), name);
const SUM = ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1'];

describe('onerun simulate', () => {
  test.each([
    [['--mechanism', 'gaussian-sum', '--sigma', '1'], 'gaussian(sigma=1)'],
    [['--mechanism', 'laplace-sum', '--scale', '0.5'], 'laplace(scale=0.5)'],
    [['--mechanism', 'randomized-response', '--epsilon', '1'], 'randomized-response(epsilon=1)'],
    [
      ['--mechanism', 'randomized-response', '--epsilon', '1', '-k', '4'],
      'randomized-response(epsilon=1, alphabet=4, relation=replace)',
    ],
    [['--mechanism', 'gaussian-sum', '--sigma', '1', '-k', '3'], 'gaussian(sigma=1)'],
    [
      ['--mechanism', 'dpsgd', '--noise', '1', '--rate', '0.1', '--steps', '20'],
      'dpsgd(noise=1, rate=0.1, steps=20)',
    ],
  ])('%j: the score file is audited against the claim it names', async (args, claim) => {
    const out = file('scores.csv');
    const played = await onerun(['simulate', ...args, '-m', '400', '--out', out]);
    expect(played).toMatchObject({ code: 0, err: '' });
    expect(played.out).toContain(`--claim "${claim}"`);
    const { code, out: json } = await onerun(['audit', out, '--claim', claim, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(json)).toMatchObject({ claim, observation: { m: 400 } });
  });

  test('without a file the scores are the output; the same seed is the same game', async () => {
    const play = async (...more: string[]) => (await onerun([...SUM, '-m', '50', ...more])).out;
    expect(await play()).toMatch(/^id,score,included\n0,-?[\d.e-]+,[01]\n/);
    expect(await play()).toBe(await play('--seed', '0'));
    expect(await play('--seed', '1')).not.toBe(await play());
    expect((await play('--digits', '2')).split('\n')[1]).toMatch(/^0,-?\d+\.\d\d,[01]$/);
    const { scores, assignment, claim } = JSON.parse(await play('--json'));
    expect([scores.length, assignment.length, claim]).toEqual([50, 50, 'gaussian(sigma=1)']);
  });

  test('repeated, it tells how often a claim is refuted', async () => {
    const repeat = async (...more: string[]) =>
      JSON.parse((await onerun([...SUM, '-m', '1000', '--repeat', '100', '--json', ...more])).out);
    const sound = await repeat();
    expect(sound).toMatchObject({ games: 100, m: 1000, k: 2, claim: 'gaussian(sigma=1)', bug: null });
    expect(sound.refuted).toBeLessThanOrEqual(10);
    expect(sound.lower).toBeLessThanOrEqual(sound.rate);
    expect((await repeat('--bug', 'half-noise')).refuted).toBeGreaterThanOrEqual(90);
    expect((await repeat('--claim', 'gaussian(sigma=3)')).refuted).toBe(100);
    const { code, out } = await onerun([...SUM, '-m', '1000', '--repeat', '20']);
    expect(code).toBe(0);
    expect(out).toMatch(/Refuted in \d+ of 20 games: [\d.]+% \(95% limits [\d.]+% to [\d.]+%\)/);
  });

  test('an existing file is not replaced', async () => {
    const out = file('scores.csv');
    await onerun([...SUM, '-m', '10', '--out', out]);
    const before = readFileSync(out, 'utf8');
    expect(await onerun([...SUM, '-m', '10', '--seed', '1', '--out', out])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force'),
    });
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  test.each([
    [['simulate', '-m', '10'], '--mechanism'],
    [['simulate', '--mechanism', 'magic', '-m', '10'], 'magic'],
    [['simulate', '--mechanism', 'laplace-sum', '-m', '10'], 'laplace-sum needs --scale'],
    [[...SUM, '-m', '10', '--noise', '1'], '--noise does not go with gaussian-sum'],
    [[...SUM, '-m', '0'], 'invalid canaries'],
    [[...SUM, '-m', '10', '--bug', 'moth'], 'unknown bug: moth'],
    [[...SUM, '-m', '10', '--bug', 'fixed-batches'], 'gaussian-sum has no batches'],
    [[...SUM, '-m', '10', '--repeat', '0'], 'invalid repeat'],
    [[...SUM, '-m', '10', '--repeat', '5', '--claim', 'gaussian(sigma=0.2)'], 'cannot refute'],
    [[...SUM, '-m', '10', '--digits', '-1'], 'invalid digits'],
    [[...SUM, '-m', '100', '--repeat', '5', '--tau', '2'], 'tau'],
    [[...SUM, '-m', '10', '-k', '1'], 'invalid options'],
  ])('%j: one sentence', async (args, message) => {
    const out = file('scores.csv');
    const repeated = args.includes('--repeat');
    const { code, out: text, err } = await onerun(repeated ? args : [...args, '--out', out]);
    expect({ code, text }).toEqual({ code: 2, text: '' });
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(out)).toBe(false);
  });
});
