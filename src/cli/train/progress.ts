import { tradeOff } from '../../claims/index.ts';
import { claimOf } from '../../mechanisms/index.ts';
import { formatNumber } from '../../report/index.ts';
import type { TrainSetting } from '../../training/index.ts';

/** Between two lines on a terminal, in milliseconds. */
const PAUSE = 200;

/** Tells loss, speed, time left and epsilon so far: on a terminal all the time, elsewhere ten times in all. */
export function trainProgress(
  setting: TrainSetting,
  delta: number,
  from: number,
): (step: number, loss: number, records: number) => void {
  const { stderr } = process;
  const begin = performance.now();
  let [last, seen, epsilonStep, epsilon] = [begin, 0, 0, 0];
  return (step, loss, records) => {
    seen += records;
    const now = performance.now();
    const tenth = Math.floor((10 * step) / setting.steps) > Math.floor((10 * (step - 1)) / setting.steps);
    if (!(tenth || (stderr.isTTY && now - last > PAUSE))) return;
    last = now;
    // The accountant takes a moment: once per tenth, and first thing.
    if (tenth || epsilonStep === 0) {
      epsilonStep = step;
      epsilon = tradeOff(claimOf(setting, step)).epsilon(delta);
    }
    const seconds = (now - begin) / 1000;
    const left = (seconds / (step - from)) * (setting.steps - step);
    const line = `step ${step} of ${setting.steps}: loss ${loss.toFixed(4)}, ${Math.round(seen / seconds)} examples/s, ${duration(left)} left, epsilon ${formatNumber(epsilon, 3)} at ${formatNumber(delta)} after step ${epsilonStep}`;
    stderr.write(stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  };
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 100 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
