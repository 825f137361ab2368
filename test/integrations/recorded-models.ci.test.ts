import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { manifestSchema } from '../../src/cli/schemas/documents.ts';
import { onerun } from '../support/cli.ts';
import { readPage } from '../support/pages.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** Runs with JAX and Transformers that were recorded on a GPU, and what is known of each. */
const RUNS = [
  { name: 'jax/honest', claim: 'dpsgd(noise=2.0, rate=0.1, steps=200)', refuted: false, m: 1000, k: 2 },
  { name: 'jax/half-noise', claim: 'dpsgd(noise=2.0, rate=0.1, steps=200)', refuted: true, m: 1000, k: 2 },
  { name: 'llm/leak', claim: 'approx-dp(epsilon=2, delta=1e-5)', refuted: true, m: 1000, k: 2 },
  { name: 'llm/dp', claim: 'dpsgd(noise=2.0, rate=0.05, steps=400)', refuted: false, m: 1000, k: 2 },
  { name: 'llm/sets', claim: 'approx-dp(epsilon=1, delta=1e-5)', refuted: true, m: 500, k: 8 },
] as const;

/** The cells of the row that begins with a word, in the tables of a page. */
function row(page: string, first: string): string[] {
  const line = readPage(page)
    .split('\n')
    .find((text) => text.startsWith(`| ${first} |`));
  return (line ?? '')
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

const twoDigits = (p: number) => Number(p.toPrecision(2));
/** Never more than was proved. */
const roundedDown = (epsilon: number) => (Math.floor(epsilon * 100 + 1e-6) / 100).toFixed(2);

describe.each(RUNS)('the recorded run $name', ({ name, claim, refuted, m, k }) => {
  const folder = join(examples, name);
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const [kind, run] = name.split('/');

  test('says what it was, where, when and with which versions', () => {
    expect(manifest.claim).toBe(claim);
    const library = kind === 'jax' ? 'jax' : 'transformers';
    expect(manifest.parameters).toMatchObject({
      machine: 'NVIDIA H200',
      date: '2026-11-16',
      versions: { python: expect.any(String), [library]: kind === 'jax' ? '0.11.2' : '5.17.0' },
    });
    expect(existsSync(join(folder, 'log.txt'))).toBe(true);
  });

  test(`${refuted ? 'is caught' : 'is consistent with its claim'}, and is what the docs say`, async () => {
    const family = kind === 'jax' ? 'dpsgd(rate=0.1, steps=200)' : 'approx-dp(delta=1e-5)';
    const { code, out, err } = await onerun([
      'audit',
      folder,
      '--method',
      'optimal',
      '--family',
      family,
      '--json',
    ]);
    expect({ code, err }).toEqual({ code: refuted ? 1 : 0, err: '' });
    const { observation, results, tests } = JSON.parse(out);
    expect(observation).toMatchObject({ m, k });
    const [right, p, epsilon] = row(`docs/${kind}.md`, `\`${run}\``).slice(-3);
    expect(right).toBe(`${observation.correct} / ${observation.guesses}`);
    expect(Number(p)).toBe(twoDigits(tests[0].pValue));
    expect(epsilon).toBe(roundedDown(results[0].epsilon));
  });
});

test('training accuracies in the docs are those of the recorded runs', () => {
  for (const run of ['honest', 'half-noise']) {
    const { parameters } = JSON.parse(readFileSync(join(examples, 'jax', run, 'manifest.json'), 'utf8'));
    expect(row('docs/jax.md', `\`${run}\``)[3]).toBe(`${(100 * parameters.trainingAccuracy).toFixed(1)}%`);
  }
});

test('texts and coins of the language models fit their commitments', async () => {
  for (const run of ['leak', 'dp', 'sets']) {
    const { code } = await onerun(['verify', join(examples, 'llm', run, 'canaries.csv.commitment.json')]);
    expect({ run, code }).toEqual({ run, code: 0 });
  }
});

test.each([
  ['a half', 'share_0.5', false],
  ['a tenth', 'share_0.1', true],
  ['a hundredth', 'share_0.01', true],
  ['none of it', 'share_0', true],
])('of the noise added %s: the losses show what the docs say', async (words, column, refuted) => {
  const { code, out } = await onerun([
    ...['audit', join(examples, 'llm/less-noise.csv'), '--score-column', column, '--json'],
    ...['--claim', 'dpsgd(noise=2, rate=0.05, steps=400)', '--method', 'optimal', '--family', 'gaussian'],
  ]);
  expect(code).toBe(refuted ? 1 : 0);
  const { observation, tests } = JSON.parse(out);
  const [, right, p, verdict] = row('docs/llm.md', words);
  expect({ right, guesses: observation.guesses }).toEqual({ right: `${observation.correct}`, guesses: 216 });
  expect(Number(p)).toBe(twoDigits(tests[0].pValue));
  expect(verdict.startsWith('refuted')).toBe(refuted);
});
