import { exp, expm1 } from '../../numerics/index.ts';
import { profileCurve } from '../curves/profile.ts';
import { up } from '../curves/trade-off.ts';
import { responseLoss } from '../losses/atoms.ts';
import type { Kind } from './kind.ts';
import { countParameter, epsilonParameter } from './parameter.ts';

/** One of `alphabet` answers, the true one e^epsilon times as likely as any other. */
export const randomizedResponseKind: Kind = {
  name: 'randomized-response',
  example: 'randomized-response(epsilon=1, alphabet=4)',
  parameters: [
    epsilonParameter,
    { ...countParameter('alphabet', 2, 'smaller-is-less-private'), fallback: 2 },
  ],
  // fBar has the slope e^epsilon on the own answer, 1 on the answers of neither, e^-epsilon on the
  // neighbour's.
  curve({ parameters: { epsilon, alphabet }, relation }, name) {
    // P[own answer] - P[a given other one], rounded towards less privacy.
    const advantage = Math.min(1, up(-expm1(-epsilon) / (1 + (alphabet - 1) * exp(-epsilon))));
    return profileCurve(
      [
        [epsilon, 0],
        [0, advantage],
      ],
      relation,
      name,
    );
  },
  loss: ({ parameters }) => responseLoss(parameters.epsilon, parameters.alphabet),
  saysNothing: ({ parameters }) => parameters.epsilon === 0,
};
