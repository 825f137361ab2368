import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The built command line. */
export const CLI = join(ROOT, 'dist/cli.js');

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program to its end. */
function ended(program: string, args: readonly string[], surroundings: Surroundings = {}): Ended {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: 110_000,
    ...surroundings,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs the built command line as a user would. */
export function onerunProcess(args: readonly string[], cwd?: string): Ended {
  return ended(process.execPath, [CLI, ...args], cwd === undefined ? {} : { cwd });
}

/** Runs a line of bash, in which "$0" "$@" is the command line with these words. */
export function bash(script: string, args: readonly string[] = [], surroundings: Surroundings = {}): Ended {
  return ended('bash', ['-c', script, process.execPath, CLI, ...args], surroundings);
}
