/** Milliseconds between two looks at what has ended, the shortest and the longest. */
const SHORTEST_PAUSE = 10;
const LONGEST_PAUSE = 250;

/**
 * The pause between two looks at the queue: short while much of it ends between two of them, longer while
 * little does.
 */
export class Pause {
  private milliseconds = SHORTEST_PAUSE;
  private wake: () => void = () => {};

  adapt(ended: number, size: number): void {
    if (ended > size / 4) this.milliseconds = Math.max(SHORTEST_PAUSE, this.milliseconds / 2);
    else if (ended < size / 8) this.milliseconds = Math.min(LONGEST_PAUSE, this.milliseconds * 1.3);
  }

  lengthen(): void {
    this.milliseconds = LONGEST_PAUSE;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.wake();
  }
}
