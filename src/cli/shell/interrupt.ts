import { constants } from 'node:os';

/** Work that a signal ended in order; the message says how to go on. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

type Stop = (signal: NodeJS.Signals) => void;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let handler: Stop | null = null;
/** Whether files are being written. */
let writing = false;
let listening = false;
let last: NodeJS.Signals | null = null;

/**
 * Signals have listeners only where something depends on it: with a listener, a signal waits until a long
 * computation pauses; without one the system ends the process at once.
 */
function listen(): void {
  const wanted = handler !== null || writing;
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

/**
 * Calls `stop` at the first interrupt (Ctrl-C, or a request to end); returns a function that takes that back.
 */
export function onInterrupt(stop: Stop): () => void {
  handler = stop;
  listen();
  return () => {
    handler = null;
    listen();
  };
}

/** While files are written, a signal waits until all of them have their names, and then ends the process. */
export function signalsWait(wanted: boolean): void {
  writing = wanted;
  listen();
}

/** The exit code by convention of a program that a signal ended: 128 and the signal's number. */
function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** The exit code of a command that a signal stopped in order. */
export function interruptedCode(): number {
  return exitCodeOf(last ?? 'SIGINT');
}
