import type { Kind } from './kind.ts';
import { isScale, noiseScale } from './parameter.ts';

/**
 * A sum with Gaussian noise: sigma in units of the sensitivity, or mu, its inverse (Dong, Roth and Su, 2019).
 */
export const gaussianKind: Kind = {
  name: 'gaussian',
  example: 'gaussian(sigma=1)',
  parameters: [
    noiseScale('sigma'),
    {
      key: 'mu',
      rule: 'must be between 0 and 1e100',
      allows: (x) => x === 0 || isScale(x),
      direction: 'larger-is-less-private',
      role: 'strength',
    },
  ],
  either: ['mu', 'sigma'],
  mu: ({ parameters }) => parameters.mu ?? 1 / parameters.sigma,
  form: {
    place: 2,
    text: 'Gaussian',
    fields: [
      { key: 'sigma', label: 'Noise (sigma)', usual: '1', scale: { least: 0.1, most: 20, log: true } },
    ],
  },
};
