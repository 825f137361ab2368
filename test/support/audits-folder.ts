import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noisySum } from './scores.ts';
import { temporaryFolder } from './temporary.ts';

/** Scores of a noisy sum as a CSV file; `sign` -1 turns them round. */
export function scoresCsv(m: number, sigma: number, seed: string, sign = 1): string {
  const { scores, included } = noisySum(m, sigma, seed);
  const rows = Array.from(scores, (score, i) => `c${i},${(sign * score).toFixed(6)},${included[i]}`);
  return `id,score,included\n${rows.join('\n')}\n`;
}

/** Writes files by their paths into a new folder. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export const manifest = (more: object = {}) =>
  JSON.stringify({ schema: 'onerun-run/1', scores: 'scores.csv', ...more });

/** Quick: one method, one family. */
export const QUICK = [
  '--claim',
  'gaussian(sigma=1)',
  '--method',
  'paper',
  '--family',
  'gaussian',
  '--workers',
  '1',
];
