import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { manifestSchema } from '../../src/cli/input/schemas.ts';
import { onerun } from '../support/cli.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** Runs with JAX and Transformers that were recorded on a GPU, and what is known of each. */
const RUNS = [
  { name: 'jax/honest', claim: 'dpsgd(noise=2.0, rate=0.1, steps=200)', refuted: false, m: 1000, k: 2 },
  { name: 'jax/half-noise', claim: 'dpsgd(noise=2.0, rate=0.1, steps=200)', refuted: true, m: 1000, k: 2 },
  { name: 'llm/leak', claim: 'approx-dp(epsilon=2, delta=1e-5)', refuted: true, m: 1000, k: 2 },
  { name: 'llm/dp', claim: 'dpsgd(noise=2.0, rate=0.05, steps=400)', refuted: false, m: 1000, k: 2 },
  { name: 'llm/sets', claim: 'approx-dp(epsilon=1, delta=1e-5)', refuted: true, m: 500, k: 8 },
] as const;

describe.each(RUNS)('the recorded run $name', ({ name, claim, refuted, m, k }) => {
  const folder = join(examples, name);

  test('says what it was, where, when and with which versions', () => {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
    expect(manifest.claim).toBe(claim);
    expect(manifest.parameters).toMatchObject({
      machine: 'NVIDIA H200',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      versions: name.startsWith('jax')
        ? { jax: expect.stringMatching(/^0\.11/), numpy: expect.any(String), python: expect.any(String) }
        : {
            torch: expect.any(String),
            transformers: expect.stringMatching(/^5\./),
            python: expect.any(String),
          },
    });
    expect(existsSync(join(folder, 'log.txt'))).toBe(true);
  });

  test(refuted ? 'is caught' : 'is consistent with its claim', async () => {
    // One family and one method: the others take longer and are tested elsewhere.
    const some = ['--method', 'optimal', '--family', 'approx-dp(delta=1e-5)'];
    const { code, out, err } = await onerun(['audit', folder, ...some, '--json']);
    expect({ code, err }).toEqual({ code: refuted ? 1 : 0, err: '' });
    const { observation, results, provenance } = JSON.parse(out);
    expect(observation).toMatchObject({ m, k });
    if (refuted) expect(results[0].epsilon).toBeGreaterThan(name.startsWith('llm') ? 1 : 0);
    expect(provenance).toBeDefined();
  });
});

test('the language models’ texts fit their commitments', async () => {
  for (const name of ['llm/leak/canaries.csv', 'llm/dp/canaries.csv', 'llm/sets/sets.csv']) {
    const { code } = await onerun(['verify', `${join(examples, name)}.commitment.json`]);
    expect({ name, code }).toEqual({ name, code: 0 });
  }
});
