/** How a library tests its own mechanism: node --test examples/noise.test.js (after npm run build). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertKeeps, refutes } from 'onerun';

/**
 * The library: counts with Gaussian noise of standard deviation sigma, and a version that takes sigma for a
 * variance.
 */
const release = (counts, sigma, random) => Array.from(counts, (count) => count + sigma * random.normal());
const releaseWrong = (counts, sigma, random) => release(counts, sigma * sigma, random);

const CLAIM = 'gaussian(sigma=0.5)';
const DESIGN = { m: 2000, seed: 1 };

test('the noise is as claimed', async () => {
  const mechanism = (included, random) => release(included, 0.5, random);
  await assertKeeps(mechanism, CLAIM, DESIGN);
});

test('the wrong noise scale is caught', async () => {
  const mechanism = (included, random) => releaseWrong(included, 0.5, random);
  assert.equal(await refutes(mechanism, CLAIM, DESIGN), true);
});
