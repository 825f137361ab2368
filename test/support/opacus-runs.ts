import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'examples/opacus');

/** The trainings with the real Opacus of which whole runs are kept, one for each setting. */
export const OPACUS_RUNS = join(folder, 'runs');
export const OPACUS_SETTINGS: readonly string[] = readdirSync(OPACUS_RUNS);

/** How one training of a setting was audited. */
export interface CountedRun {
  readonly setting: string;
  readonly seed: number;
  readonly guesses: number;
  readonly right: number;
  readonly p: number;
  readonly refuted: boolean;
}

export function countedRuns(): CountedRun[] {
  const [header, ...rows] = readFileSync(join(folder, 'counts.csv'), 'utf8').trimEnd().split('\n');
  if (header !== 'setting,seed,guesses,right,p,refuted') throw new Error(`unknown columns: ${header}`);
  return rows.map((row) => {
    const [setting, ...numbers] = row.split(',');
    const [seed, guesses, right, p, refuted] = numbers.map(Number);
    return { setting, seed, guesses, right, p, refuted: refuted === 1 };
  });
}

export const readExample = (name: string): string => readFileSync(join(folder, name), 'utf8');
