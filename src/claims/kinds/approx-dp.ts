import { guaranteeCurve } from '../curves/profile.ts';
import { approximateLoss } from '../losses/atoms.ts';
import type { Kind } from './kind.ts';
import { deltaParameter, epsilonParameter } from './parameter.ts';

/** (epsilon, delta)-DP. */
export const approxDpKind: Kind = {
  name: 'approx-dp',
  example: 'approx-dp(epsilon=8, delta=1e-5)',
  parameters: [epsilonParameter, deltaParameter],
  curve: ({ parameters: { epsilon, delta }, relation }, name) =>
    guaranteeCurve([epsilon, delta], relation, name),
  loss: ({ parameters: { epsilon, delta } }) => approximateLoss(epsilon, delta),
  saysNothing: ({ parameters: { epsilon, delta } }) => epsilon === 0 && delta === 0,
  guarantees: ({ parameters: { epsilon, delta } }) => [[epsilon, delta]],
  form: {
    place: 3,
    text: '(epsilon, delta)',
    fields: [
      { key: 'epsilon', label: 'Epsilon', usual: '1', scale: { least: 0.05, most: 20, log: true } },
      {
        key: 'delta',
        label: 'Delta of the claim',
        usual: '1e-5',
        scale: { least: 1e-10, most: 0.1, log: true },
      },
    ],
  },
};
