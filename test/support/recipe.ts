import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { onerun } from './cli.ts';
import { PYTHON } from './python.ts';

export const RECIPE = fileURLToPath(new URL('../../integrations/pytorch/', import.meta.url));
/** The recipe imports the Python package, as if it were installed. */
export const RECIPE_ENV = {
  ...process.env,
  PYTHONPATH: fileURLToPath(new URL('../../python/src', import.meta.url)),
};
export const TRAINING = join(RECIPE, 'train_cifar10.py');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function runPython(script: string, ...args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(PYTHON as string, [script, ...args], {
    encoding: 'utf8',
    env: RECIPE_ENV,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs of the recipe's training, one after the other in one process. */
export function trainSeveral(...runs: string[][]): Ended[] {
  const several = fileURLToPath(new URL('../integrations/several_runs.py', import.meta.url));
  const { stdout, stderr } = spawnSync(PYTHON as string, [several, TRAINING], {
    encoding: 'utf8',
    env: RECIPE_ENV,
    input: JSON.stringify(runs),
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** A small network and random images: a training of seconds. */
export const SMALL: readonly string[] = [
  ...['--data', 'random:60', '--batch', '6', '--depth', '10', '--width', '1', '--device', 'cpu'],
  ...['--noise', '1'],
];

/** An assignment in a folder; the same coins for the same seed. */
export async function drawnCanaries(folder: string, count = 300, seed = '1'): Promise<string> {
  const path = join(folder, 'canaries.csv');
  await onerun(['canaries', '-m', `${count}`, '--out', path, '--seed', seed]);
  return path;
}
