/** What an interrupt (Ctrl-C) means while a command can stop in order. */
let handler: (() => void) | null = null;

/** Hands the first interrupt to a command that can stop in order; returns how to take that back. */
export function onInterrupt(stop: () => void): () => void {
  handler = stop;
  return () => {
    handler = null;
  };
}

/** True where a command took the interrupt; a second one is not waited for. */
export function interrupt(): boolean {
  const stop = handler;
  handler = null;
  stop?.();
  return stop !== null;
}
