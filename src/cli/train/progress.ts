import { tradeOff } from '../../claims/index.ts';
import { dpsgdClaim } from '../../mechanisms/index.ts';
import { formatNumber } from '../../report/index.ts';
import type { TrainSetting } from '../../training/index.ts';
import { duration, ProgressLine } from '../shell/progress.ts';

/** Tells loss, speed, time left and epsilon so far, on a terminal. */
export function trainProgress(
  setting: TrainSetting,
  delta: number,
): (step: number, loss: number, records: number) => void {
  const { steps } = setting;
  const line = new ProgressLine({ patience: 0 });
  let [seen, epsilonStep, epsilon] = [0, 0, 0];
  return (step, loss, records) => {
    seen += records;
    if (!line.isDue()) return;
    // Computing epsilon takes a moment, so it is done for the first line and then once per tenth of the
    // steps.
    if (epsilonStep === 0 || Math.floor((10 * step) / steps) > Math.floor((10 * epsilonStep) / steps)) {
      epsilonStep = step;
      epsilon = tradeOff(dpsgdClaim(setting, step)).epsilon(delta);
    }
    const { seconds } = line;
    const left = (seconds / step) * (steps - step);
    line.write(
      `step ${step} of ${steps}: loss ${loss.toFixed(4)}, ${Math.round(seen / seconds)} examples/s, ${duration(left)} left, epsilon ${formatNumber(epsilon, 3)} at ${formatNumber(delta)} after step ${epsilonStep}`,
    );
  };
}
