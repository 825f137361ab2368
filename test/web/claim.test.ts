import { expect, test } from 'vitest';
import { switchTo } from '../../web/src/parts/claim.tsx';

test.each([
  ['gaussian', 'gaussian(mu=0.25)', 'gaussian(sigma=4)'],
  ['gaussian', 'gaussian(mu=0.25, relation=replace)', 'gaussian(sigma=4, relation=replace)'],
  ['gaussian', ' gaussian(sigma=3)', 'gaussian(sigma=3)'],
  ['gaussian', 'laplace(scale=2)', 'gaussian(sigma=1)'],
  ['dpsgd', 'dpsgd(noise=2, rate=0.1, steps=5)', 'dpsgd(noise=2, rate=0.1, steps=5)'],
  ['approx-dp', 'gaussian(sigma=1, relation=replace)', 'approx-dp(epsilon=1, delta=1e-5, relation=replace)'],
  ['written', 'gaussian(mu=0.25)', 'gaussian(mu=0.25)'],
  ['none', 'gaussian(mu=0.25)', ''],
])('switching to %s keeps what %s says', (form, claim, expected) => {
  expect(switchTo(form, claim)).toEqual({ form, claim: expected });
});
