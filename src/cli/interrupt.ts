type Stop = (signal: NodeJS.Signals) => void;

/** What an interrupt (Ctrl-C, or a request to end) means while a command can stop in order. */
let handler: Stop | null = null;

/** Hands the first interrupt to a command that can stop in order; returns how to take that back. */
export function onInterrupt(stop: Stop): () => void {
  handler = stop;
  return () => {
    handler = null;
  };
}

/** True where a command took the interrupt; a second one is not waited for. */
export function interrupt(signal: NodeJS.Signals): boolean {
  const stop = handler;
  handler = null;
  stop?.(signal);
  return stop !== null;
}
