import { checkObservation } from '../observation.ts';
import { algorithm3 } from './algorithm3.ts';
import { fromSync } from './bound.ts';
import { paperPValue, paperThreshold } from './paper-search.ts';
import { checkTau, SMALLEST_TAU } from './tau.ts';

/** The paper's test, Algorithm 3: any curve, any k, with abstention. */
export const paper = fromSync({
  method: 'paper',
  unfit: () => null,
  pValueSync(observation, f) {
    checkObservation(observation);
    return paperPValue(observation, f);
  },
  rejectsSync(observation, f, tau) {
    checkObservation(observation);
    checkTau(tau);
    return tau >= SMALLEST_TAU && algorithm3(observation, f, tau) > 1;
  },
  thresholdSync(observation, curve, tau, along) {
    checkObservation(observation);
    checkTau(tau);
    return tau >= SMALLEST_TAU ? paperThreshold(observation, curve, tau, along) : null;
  },
});
