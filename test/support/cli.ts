import { vi } from 'vitest';
import { run } from '../../src/cli/shell/run.ts';
import { words } from './words.ts';

export { words };

export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command line within this process, from source. What a process of its own does (signals, descriptors, its
 * launcher, the exit code as the system sees it) is tested with `onerunProcess`.
 */
export async function onerun(
  args: readonly string[],
  folder?: string,
  /** Lines are left as long as they are unless stated. */
  width = Infinity,
): Promise<Result> {
  const said = { out: '', err: '' };
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.err += text;
    return true;
  });
  const [argv, cwd] = [process.argv, process.cwd()];
  process.argv = [...argv.slice(0, 2), ...args];
  if (folder !== undefined) process.chdir(folder);
  try {
    const code = await run(args, {
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
      width,
    });
    return { code, ...said };
  } finally {
    process.argv = argv;
    if (folder !== undefined) process.chdir(cwd);
    stderr.mockRestore();
  }
}

/** A sweep of few and quick tasks. */
export const SMALL_SWEEP: readonly string[] = words(
  'reproduce gaussian --sigma 1 -m 100 --method paper --workers 1',
);
