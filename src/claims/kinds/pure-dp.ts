import { guaranteeCurve } from '../curves/profile.ts';
import { approximateLoss } from '../losses/atoms.ts';
import type { Kind } from './kind.ts';
import { epsilonParameter } from './parameter.ts';

/** epsilon-DP. */
export const pureDpKind: Kind = {
  name: 'pure-dp',
  example: 'pure-dp(epsilon=1)',
  parameters: [epsilonParameter],
  curve: ({ parameters, relation }, name) => guaranteeCurve([parameters.epsilon, 0], relation, name),
  loss: ({ parameters }) => approximateLoss(parameters.epsilon, 0),
  saysNothing: ({ parameters }) => parameters.epsilon === 0,
  guarantees: ({ parameters }) => [[parameters.epsilon, 0]],
};
