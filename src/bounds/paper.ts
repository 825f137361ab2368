import { checkTau } from '../levels.ts';
import { checkObservation } from '../observation.ts';
import { algorithm3 } from './algorithm3.ts';
import { withTestedThreshold } from './bound.ts';
import { paperPValue, paperThreshold } from './paper-search.ts';
import { SMALLEST_TAU } from './tau.ts';

/** The paper's test, Algorithm 3: any curve, any k, with abstention. */
export const paper = withTestedThreshold({
  method: 'paper',
  whyNot: () => null,
  pValue(observation, f) {
    checkObservation(observation);
    return paperPValue(observation, f);
  },
  rejects(observation, f, tau) {
    checkObservation(observation);
    checkTau(tau);
    return tau >= SMALLEST_TAU && algorithm3(observation, f, tau) > 1;
  },
  threshold(observation, curve, tau, along) {
    checkObservation(observation);
    checkTau(tau);
    return tau >= SMALLEST_TAU ? paperThreshold(observation, curve, tau, along) : null;
  },
});
