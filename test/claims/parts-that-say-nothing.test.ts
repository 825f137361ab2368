import { expect, test } from 'vitest';
import { closedForm } from '../../src/claims/closed-form.ts';
import { parseClaim } from '../../src/claims/index.ts';

const closed = (text: string) => closedForm(parseClaim(text));

const NOTHING = [
  'perfect()',
  'gaussian(mu=0)',
  'pure-dp(epsilon=0)',
  'approx-dp(epsilon=0, delta=0)',
  'randomized-response(epsilon=0)',
  'randomized-response(epsilon=0, alphabet=7)*5',
];

test.each(NOTHING)('a mechanism beside %s is composed in closed form', (nothing) => {
  const alone = closed('laplace(scale=2)');
  for (const text of [`compose(laplace(scale=2), ${nothing})`, `compose(${nothing}, laplace(scale=2))`]) {
    const f = closed(text);
    expect(f?.gap).toBe(alone?.gap);
    for (const x of [1e-5, 0.1, 0.3, 0.8]) expect(f?.fBar(x)).toBe(alone?.fBar(x));
  }
});

test('a composition in a composition counts as the mechanism that it consists of', () => {
  const f = closed('compose(compose(laplace(scale=2), perfect()), gaussian(mu=0))');
  expect(f?.fBar(0.1)).toBe(closed('laplace(scale=2)')?.fBar(0.1));
});

test.each([
  'compose(laplace(scale=2)*2)',
  'compose(laplace(scale=2), laplace(scale=3))',
  'compose(compose(laplace(scale=2)*2), perfect())',
  'compose(laplace(scale=2), gaussian(mu=1))',
])('%s has no closed form', (text) => {
  expect(closed(text)).toBeNull();
});
