import { LimitReached, type Limits } from '../../src/io/index.ts';

const READING = 'Reading ';
/** Time for messages that arrived meanwhile, in milliseconds: after sleep, timers fire before messages are delivered. */
const GRACE = 1000;

/** Watches the stages of a task: calls `end` where a file is being read and no progress is seen within the time limit. */
export function stallWatch(
  end: (reason: LimitReached) => void,
  limits: Limits,
): {
  seen(stage: string): void;
  done(): void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const done = () => clearTimeout(timer);
  return {
    done,
    seen(stage) {
      done();
      if (!stage.startsWith(READING)) return;
      const reason = new LimitReached(stage.slice(READING.length), 'seconds', limits);
      // Timers hold at most 2^31 milliseconds.
      timer = setTimeout(
        () => {
          timer = setTimeout(() => end(reason), GRACE);
        },
        Math.min(1000 * limits.seconds, 2 ** 31 - 1),
      );
    },
  };
}
