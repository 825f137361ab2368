import type { CanarySignals } from './canary-signals.ts';
import { MOST_SIGNAL } from './signal.ts';

/** A number of the scale that a score works on, made of a signal; finite. */
export type FiniteSignal = (signal: number) => number;

/** Every array of signals: of canaries and population, under the target and the references. */
function* arraysOf({ target, references = [], population }: CanarySignals): Generator<ArrayLike<number>> {
  yield target;
  for (const { signals } of references) yield signals;
  if (population === undefined) return;
  yield population.target;
  yield* population.references;
}

/**
 * The conversion with its infinite values put ln 2 beyond the most extreme finite ones of all signals: a loss
 * that is 0 or infinite in single precision lies behind what that precision can tell, nobody knows how far. A
 * value far away would spoil every fit that it enters. `convert` must rise or fall throughout.
 */
export function finiteSignals(signals: CanarySignals, convert: FiniteSignal): FiniteSignal {
  let least = Infinity;
  let most = -Infinity;
  // By the signals themselves, since conversions are costly: only the extreme ones are converted.
  let [low, high] = [Infinity, -Infinity];
  for (const values of arraysOf(signals))
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (value >= low && value <= high) continue;
      const converted = convert(value);
      if (!Number.isFinite(converted)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
      least = Math.min(least, converted);
      most = Math.max(most, converted);
    }
  const found = least <= most;
  const top = cutOff((found ? most : 0) + Math.LN2);
  const bottom = cutOff((found ? least : 0) - Math.LN2);
  return (signal) => {
    const value = convert(signal);
    return value === Infinity ? top : value === -Infinity ? bottom : cutOff(value);
  };
}

function cutOff(value: number): number {
  return Math.max(-MOST_SIGNAL, Math.min(MOST_SIGNAL, value));
}
