import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { run } from '../../src/cli/shell/run.ts';
import { words } from './words.ts';

export { words };

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command line as a user would. */
export function onerun(args: readonly string[], cwd?: string): Result {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: 'utf8',
    ...(cwd === undefined ? {} : { cwd }),
  });
  return { code: status, out: stdout, err: stderr };
}

/** The same in this process, for the many cases that need no shell. */
export async function onerunHere(args: readonly string[]): Promise<Result & { code: number }> {
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

/** A sweep of few and quick tasks. */
export const SMALL_SWEEP: readonly string[] = words(
  'reproduce gaussian --sigma 1 -m 100 --method paper --workers 1',
);
