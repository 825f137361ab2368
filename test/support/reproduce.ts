import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onerun, type Result } from './cli.ts';

export const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

/** A sweep that is done at once. */
export const QUICK_SWEEP = ['gaussian', '--sigma', '1,2', '-m', '100,1000,10000', '--method', 'paper'];

/** Reproduces within this process and thread. */
export function reproduce(args: readonly string[], out: string): Promise<Result> {
  const alone = args.includes('--merge') || args.includes('--workers') ? [] : ['--workers', '1'];
  return onerun(['reproduce', ...args, ...alone, '--out', out]);
}
