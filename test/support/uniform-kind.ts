import { profileCurve } from '../../src/claims/curves/profile.ts';
import type { Kind } from '../../src/claims/kinds/kind.ts';
import { countParameter, noiseScale } from '../../src/claims/kinds/parameter.ts';
import { approximateLoss } from '../../src/claims/losses/atoms.ts';

/** Sums with uniform noise: one of two neighbours is given away with probability 1 / width, else nothing is learned. */
export const uniformKind: Kind = {
  name: 'uniform',
  example: 'uniform(width=50, rounds=1)',
  parameters: [
    noiseScale('width'),
    { ...countParameter('rounds', 1, 'larger-is-less-private'), role: 'extent' },
  ],
  curve: ({ parameters: { width, rounds }, relation }, name) =>
    profileCurve([[0, 1 - (1 - Math.min(1, 1 / width)) ** rounds]], relation, name),
  loss: ({ parameters: { width } }) => approximateLoss(0, Math.min(1, 1 / width)),
  runs: 'rounds',
  form: {
    place: 9,
    text: 'Uniform',
    fields: [
      { key: 'width', label: 'Width', usual: '50', scale: { least: 1, most: 1e4, log: true } },
      {
        key: 'rounds',
        label: 'Rounds',
        usual: '1',
        scale: { least: 1, most: 100, log: true, whole: true },
      },
    ],
  },
};
