import { constants } from 'node:os';

type Stop = (signal: NodeJS.Signals) => void;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let handler: Stop | null = null;
let held = false;
let listening = false;
let last: NodeJS.Signals | null = null;

/**
 * Signals are listened to only where something depends on it: a listener has to wait until a long computation pauses,
 * without one the system ends it at once.
 */
function listen(): void {
  const wanted = handler !== null || held;
  if (wanted === listening) return;
  listening = wanted;
  for (const signal of SIGNALS) {
    if (wanted) process.on(signal, take);
    else process.off(signal, take);
  }
}

function take(signal: NodeJS.Signals): void {
  last = signal;
  const stop = handler;
  handler = null;
  listen();
  if (stop === null) process.exit(exitCodeOf(signal));
  stop(signal);
}

/** Hands the first interrupt (Ctrl-C, or a request to end) to a command that can stop in order; returns how to take that back. */
export function onInterrupt(stop: Stop): () => void {
  handler = stop;
  listen();
  return () => {
    handler = null;
    listen();
  };
}

/** While there is something to clean up, a signal ends the process through its exit handlers. */
export function cleanUpOnSignals(needed: boolean): void {
  held = needed;
  listen();
}

/** As other programs end that a signal ended: with 128 and its number. */
function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** The exit code of a command that a signal stopped in order. */
export function interruptedCode(): number {
  return exitCodeOf(last ?? 'SIGINT');
}
