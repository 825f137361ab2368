#!/usr/bin/env node
import { removePartials } from './files.ts';
import { interrupt } from './interrupt.ts';
import { EXIT } from './outcome.ts';
import { run } from './run.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader went away (a closed pipe): what was decided stays decided.
  if (error.code !== 'EPIPE') throw error;
});
process.on('SIGINT', () => {
  if (interrupt()) return;
  removePartials();
  process.exit(EXIT.interrupted);
});
process.on('uncaughtException', (error) => {
  process.stderr.write(`internal: ${error.message}\n`);
  process.exit(3);
});

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
