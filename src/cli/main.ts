import { constants } from 'node:os';
import { interrupt } from './interrupt.ts';
import { EXIT } from './outcome.ts';
import { run } from './run.ts';
import { reason } from './system-error.ts';

/** Ends as other programs do that a signal ended: with 128 and its number. */
const exitCodeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

/** Runs the command line of this process, and sets its exit code. */
export async function main(): Promise<void> {
  let unwritten: NodeJS.ErrnoException | null = null;
  let stopped: NodeJS.Signals | null = null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader went away (a closed pipe): what was decided stays decided.
    if (error.code !== 'EPIPE') unwritten ??= error;
  });
  // Where complaints cannot be written there is nobody to complain to.
  process.stderr.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopped = signal;
      if (!interrupt(signal)) process.exit(exitCodeOf(signal));
    });
  const code = await run(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exitCode = code === EXIT.interrupted && stopped !== null ? exitCodeOf(stopped) : code;
  if (unwritten === null || code === EXIT.internal) return;
  process.stderr.write(`cannot write to standard output: ${reason(unwritten)}\n`);
  process.exitCode = EXIT.invalid;
}
