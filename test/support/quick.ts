import { vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import type { Result } from './cli.ts';

/** Runs a command line in this process, for the many cases that need no shell. */
export async function quick(args: readonly string[]): Promise<Result & { code: number }> {
  const said = { out: '', err: '' };
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.err += text;
    return true;
  });
  try {
    const code = await run(args, {
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
    });
    return { code, ...said };
  } finally {
    stderr.mockRestore();
  }
}
