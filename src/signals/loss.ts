import type { CanarySignals } from './canary-signals.ts';
import { finiteSignals } from './finite.ts';
import { TO_LOSS } from './signal.ts';

/** Minus the loss under the target (Yeom et al., 2018): a record that was learnt has a low loss. */
export function lossScores(signals: CanarySignals): Float64Array {
  const { form = 'loss', target } = signals;
  const loss = finiteSignals(signals, TO_LOSS[form]);
  return Float64Array.from(target, (signal) => -loss(signal));
}
