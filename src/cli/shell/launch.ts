#!/usr/bin/env node
/**
 * Loads the rest. It imports nothing, so that it runs where the package is broken or Node is too old, and
 * says so with exit code 3: Node's own 1 would read as a refuted claim.
 */

const INTERNAL = 3;

function fail(what: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.split('\n')[0].replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
  process.stderr.write(`${what}: ${line}\n`);
  process.exit(INTERNAL);
}

const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19))
  fail('onerun needs Node 20.19 or later; this is', process.version);
else {
  process.on('uncaughtException', (error) => fail('internal', error));
  process.on('unhandledRejection', (error) => fail('internal', error));
  // A process that ends because nothing is left to wait for, before main has finished, has no result.
  const undecided = (code: number) => {
    if (code === 0) process.exitCode = INTERNAL;
  };
  process.once('exit', undecided);
  import('./main.ts').then(
    async ({ main }) => {
      await main();
      process.off('exit', undecided);
    },
    (error) =>
      fail(
        'cannot start; the package onerun or one that it needs is missing or broken, install it again',
        error,
      ),
  );
}
