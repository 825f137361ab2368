import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onerun, words } from './cli.ts';
import { smallData } from './crash.ts';
import { temporaryFolder } from './temporary.ts';

export const data = smallData();
export const PRIVACY = words('--model logistic --noise 1 --rate 0.5 --steps 6 -m 40');
export const TRAIN = ['train', '--data', data, ...PRIVACY];
export const train = (out: string, ...more: string[]) => onerun([...TRAIN, '--out', out, ...more]);
/** Quick: one method, one family. */
export const audit = (run: string, ...more: string[]) =>
  onerun(['audit', run, '--method', 'paper', '--family', 'gaussian', ...more]);
export const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
export const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));
export const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

export function mkdirs(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

export function copyOf(run: string): string {
  const copy = join(temporaryFolder(), 'run');
  cpSync(run, copy, { recursive: true });
  return copy;
}
