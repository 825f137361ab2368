import { expm1, log1p } from '../../numerics/index.ts';
import { profileCurve } from '../curves/profile.ts';
import { limitInverseNoise, limitMu, limitRate, limitSteps } from '../losses/central-limit.ts';
import { exchangedGaussian } from '../losses/exchanged-gaussian.ts';
import { subsampledGaussian } from '../losses/subsampled-gaussian.ts';
import type { Kind } from './kind.ts';
import { countParameter, noiseScale } from './parameter.ts';

/** With less noise DP-SGD hardly protects anyone, and its curve is costly. */
const LEAST_NOISE = 0.25;

/** A search starts about where the central limit has this mu: private, and cheap to compute. */
const START_MU = 0.2;

/** DP-SGD with Poisson sampling; noise in units of the clip norm. */
export const dpsgdKind: Kind = {
  name: 'dpsgd',
  example: 'dpsgd(noise=1, rate=0.01, steps=1000)',
  parameters: [
    noiseScale('noise'),
    {
      key: 'rate',
      rule: 'must be in (0, 1]',
      allows: (x) => x > 0 && x <= 1,
      direction: 'larger-is-less-private',
      role: 'extent',
      most: 1,
    },
    { ...countParameter('steps', 1, 'larger-is-less-private'), role: 'extent' },
  ],
  curve({ parameters: { noise, rate, steps }, relation }, name) {
    // A search over noises ends at 0: then every step that takes a record gives it away, and a record that it
    // is exchanged for alike.
    return noise === 0 ? profileCurve([[0, -expm1(steps * log1p(-rate))]], relation, name) : null;
  },
  mu({ parameters: { noise, rate, steps }, relation }) {
    // A search over noises starts at infinity.
    if (noise === Infinity) return 0;
    if (rate !== 1) return null;
    // An exchange moves a sum of clipped gradients by up to twice the clip norm.
    return ((relation === 'replace' ? 2 : 1) * Math.sqrt(steps)) / noise;
  },
  loss: ({ parameters: { noise, rate }, relation }) =>
    relation === 'replace' ? exchangedGaussian(noise, rate) : subsampledGaussian(noise, rate),
  runs: 'steps',
  clipped: true,
  limit: {
    mu: (parameters, relation) => (parameters.rate === 1 ? null : limitMu(parameters, relation)),
    solve(key, parameters, relation, mu) {
      if (key === 'noise') return limitInverseNoise(parameters, relation, mu);
      return key === 'rate' ? limitRate(parameters, relation, mu) : limitSteps(parameters, relation, mu);
    },
  },
  hints: ({ parameters, relation }) => ({
    start: limitInverseNoise(parameters, relation, START_MU),
    likeGaussian: (mu) => limitInverseNoise(parameters, relation, mu),
    tolerance: 1e-6,
    most: 1 / LEAST_NOISE,
    limited: true,
  }),
  searchOwnFamily: true,
  form: {
    place: 1,
    text: 'DP-SGD',
    fields: [
      { key: 'noise', label: 'Noise multiplier', usual: '1', scale: { least: 0.3, most: 10, log: true } },
      { key: 'rate', label: 'Sampling rate', usual: '0.01', scale: { least: 1e-4, most: 1, log: true } },
      {
        key: 'steps',
        label: 'Steps',
        usual: '1000',
        scale: { least: 1, most: 100_000, log: true, whole: true },
      },
    ],
  },
};
