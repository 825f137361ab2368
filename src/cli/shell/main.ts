import { interruptedCode } from './interrupt.ts';
import { EXIT } from './outcome.ts';
import { run } from './run.ts';
import { standardOutput } from './standard-output.ts';
import { reason } from './system-error.ts';

/** Runs the command line of this process, and sets its exit code. */
export async function main(): Promise<void> {
  const output = standardOutput();
  // An error while writing to standard error cannot be reported anywhere.
  process.stderr.on('error', () => {});
  const code = await run(process.argv.slice(2), {
    out: (text) => output.write(text),
    err: (text) => process.stderr.write(text),
    width: process.stdout.columns ?? 80,
  });
  const unwritten = await output.finish();
  process.exitCode = code === EXIT.interrupted ? interruptedCode() : code;
  if (unwritten === null || code === EXIT.internal) return;
  process.stderr.write(`cannot write to standard output: ${reason(unwritten)}\n`);
  process.exitCode = EXIT.invalid;
}
