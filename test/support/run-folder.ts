import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { onerun, words } from './cli.ts';
import { filesOf, type Moment, runKilled, smallData } from './crash.ts';
import { temporaryFolder } from './temporary.ts';

export const STEPS = 6;
export const data = smallData();
export const PRIVACY = words(`--model logistic --noise 1 --rate 0.5 --steps ${STEPS} -m 40`);
export const trainOn = (source: string) => ['train', '--data', source, ...PRIVACY];
export const TRAIN = [...trainOn(data), '--checkpoint-every', '0'];
export const train = (out: string, ...more: string[]) => onerun([...TRAIN, '--out', out, ...more]);
export const resume = (out: string, ...more: string[]) =>
  onerun(['train', '--resume', '--out', out, ...more]);
/** Quick: one method, one family. */
export const audit = (run: string, ...more: string[]) =>
  onerun(['audit', run, '--method', 'paper', '--family', 'gaussian', ...more]);
export const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
export const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));
export const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const RESULT = ['canaries.csv', 'canaries.csv.commitment.json', 'manifest.json', 'scores.csv'];
export const resultOf = (folder: string) => RESULT.map((name) => filesOf(folder).get(name));

export function mkdirs(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

/** Kills a training at a moment. */
export async function killedAt(moment: Moment, seed: string, ...more: string[]): Promise<string> {
  const out = join(temporaryFolder(), 'run');
  const { killed } = await runKilled([...TRAIN, '--seed', seed, '--out', out, ...more], moment);
  expect(killed).toBe(true);
  return out;
}

export const AFTER_FOUR = { placed: 'checkpoint.json', times: 4 };
export const ONLY_SETTING = { placed: 'setting.json' };
export const COMMITTED = { placed: 'canaries.csv.commitment.json' };

/** A finished run, and one killed after its fourth checkpoint; both of seed 1. */
export async function twoRuns(): Promise<{ whole: string; stopped: string }> {
  const whole = join(temporaryFolder(), 'run');
  expect((await train(whole, '--seed', '1')).code).toBe(0);
  const stopped = await killedAt(AFTER_FOUR, '1');
  expect(json(stopped, 'checkpoint.json').step).toBe(4);
  return { whole, stopped };
}

export function copyOf(run: string): string {
  const copy = join(temporaryFolder(), 'run');
  cpSync(run, copy, { recursive: true });
  return copy;
}

/** Refused in one sentence, and nothing is touched. */
export async function refused(run: string, ...more: string[]): Promise<string> {
  const before = filesOf(run);
  const { code, out, err } = await resume(run, ...more);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(filesOf(run)).toEqual(before);
  return err;
}
