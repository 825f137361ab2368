import { describe, expect, test } from 'vitest';
import { curveOf, parseClaim, printClaim, usualModel } from '../../src/claims/index.ts';

const modelOf = (text: string) => usualModel(parseClaim(text));

describe('the usual model', () => {
  test('of a claim that names a mechanism is that claim', () => {
    for (const text of ['gaussian(sigma=2)', 'dpsgd(noise=1, rate=0.01, steps=100)', 'laplace(scale=3)'])
      expect(printClaim(modelOf(text))).toBe(text);
  });

  test.each([
    'approx-dp(epsilon=1, delta=1e-5)',
    'approx-dp(epsilon=0.01, delta=1e-3)',
    'profile(0.5:0.1, 2:1e-4)',
    'pure-dp(epsilon=0.3)',
  ])('of %s keeps it, and with a little less noise would not', (text) => {
    const [claim, model] = [parseClaim(text), modelOf(text)];
    const promised = curveOf(claim);
    const epsilons = [0, 0.01, 0.3, 0.5, 1, 2];
    const keeps = (noise: number) => {
      const parameters = { [model.name === 'laplace' ? 'scale' : 'sigma']: noise };
      const f = curveOf({ ...model, parameters });
      return epsilons.every((epsilon) => f.delta(epsilon) <= promised.delta(epsilon) * (1 + 1e-9));
    };
    const [noise] = Object.values(model.parameters);
    expect(model.name).toBe(text.startsWith('pure') ? 'laplace' : 'gaussian');
    expect(keeps(noise)).toBe(true);
    expect(keeps(noise * (1 - 1e-4))).toBe(false);
  });

  test('of a guarantee that no noise within the doubles keeps is perfect privacy', () => {
    expect(printClaim(modelOf('pure-dp(epsilon=0)'))).toBe('perfect()');
    expect(printClaim(modelOf('pure-dp(epsilon=1e-30)'))).toBe('perfect()');
    expect(printClaim(modelOf('approx-dp(epsilon=0, delta=1e-25)'))).toBe('perfect()');
  });

  test('of a composition is that of its parts', () => {
    expect(printClaim(modelOf('compose(pure-dp(epsilon=0.5)*3, gaussian(sigma=2))'))).toBe(
      'compose(laplace(scale=2)*3, gaussian(sigma=2))',
    );
  });
});
