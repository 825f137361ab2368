import type { CanarySignals } from './canary-signals.ts';
import { finiteSignals } from './finite.ts';
import { fillMissingSides, sideMeans } from './sides.ts';
import { TO_LOSS } from './signal.ts';

/**
 * The mean loss under references less the loss under the target (Watson et al., 2022): what is hard for every
 * model does not look as if it were out. Offline, the references are those where the canary was out; online,
 * the level is halfway between those where it was in and those where it was out.
 */
export function calibratedScores(signals: CanarySignals, mode: 'online' | 'offline'): Float64Array {
  const { form = 'loss', target, references = [] } = signals;
  const loss = finiteSignals(signals, TO_LOSS[form]);
  const means = sideMeans(references, target.length, loss);
  fillMissingSides(means, mode);
  const { meanIn, meanOut } = means;
  return Float64Array.from(target, (signal, i) => {
    const level = mode === 'online' ? 0.5 * (meanIn[i] + meanOut[i]) : meanOut[i];
    return level - loss(signal);
  });
}
