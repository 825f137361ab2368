import { interruptedCode } from './interrupt.ts';
import { EXIT } from './outcome.ts';
import { run } from './run.ts';
import { reason } from './system-error.ts';

/** Runs the command line of this process, and sets its exit code. */
export async function main(): Promise<void> {
  let unwritten: NodeJS.ErrnoException | null = null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader went away (a closed pipe): what was decided stays decided.
    if (error.code !== 'EPIPE') unwritten ??= error;
  });
  // Where complaints cannot be written there is nobody to complain to.
  process.stderr.on('error', () => {});
  const code = await run(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exitCode = code === EXIT.interrupted ? interruptedCode() : code;
  if (unwritten === null || code === EXIT.internal) return;
  process.stderr.write(`cannot write to standard output: ${reason(unwritten)}\n`);
  process.exitCode = EXIT.invalid;
}
