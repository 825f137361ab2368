import { LimitReached, type Limits } from '../../src/io/index.ts';

const READING = 'Reading ';
/** What has arrived by then but waits its turn is let in first, after a computer slept, say. */
const GRACE = 1000;

/** Watches the stages of a task; `end` is called where a file is being read and nothing moves for as long as the limit says. */
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
