import type { Trainer } from '../../training/index.ts';
import { onInterrupt } from '../shell/interrupt.ts';
import { clearProgress } from '../shell/progress.ts';
import { trainProgress } from './progress.ts';
import type { RunSetting } from './setting-file.ts';

/**
 * Trains, saving after every `pause` milliseconds. Returns false where an interrupt ended it, with a
 * checkpoint saved.
 */
export async function trainToEnd(
  trainer: Trainer,
  { setting, delta }: RunSetting,
  save: () => Promise<void>,
  pause: number,
): Promise<boolean> {
  let interrupted = false;
  const release = onInterrupt(() => {
    interrupted = true;
  });
  const progress = trainProgress(setting, delta, trainer.step);
  let saved = performance.now();
  try {
    while (!trainer.done && !interrupted) {
      const records = await trainer.next();
      progress(trainer.step, trainer.loss, records);
      // Signals are handled between two turns of the event loop.
      await new Promise(setImmediate);
      if (!interrupted && performance.now() - saved < pause) continue;
      await save();
      saved = performance.now();
    }
  } finally {
    release();
    clearProgress();
  }
  return trainer.done;
}
