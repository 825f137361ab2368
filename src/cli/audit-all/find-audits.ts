import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, relative, resolve, sep } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { reason } from '../shell/system-error.ts';

const SCORES = /\.(csv|tsv|tab|jsonl|ndjson|npz|parquet)(\.gz)*$/i;

/** What is typed, and in the place of a folder the run folders and the files of scores in it. */
export async function findAudits(
  paths: readonly string[],
  leftOut: readonly (string | undefined)[],
): Promise<string[]> {
  const found = paths.map(async (path) => {
    try {
      return (await stat(path)).isDirectory() ? await auditsIn(path, leftOut) : [normalize(path)];
    } catch (error) {
      throw new InvalidInput(`cannot read ${quotedPath(path)}: ${reason(error)}`);
    }
  });
  const audits = new Set((await Promise.all(found)).flat());
  if (audits.size > 0) return [...audits];
  throw new InvalidInput(
    `nothing to audit in ${paths.map(quotedPath).join(', ')}: no folder with a manifest.json, no score file (.csv, .tsv, .jsonl, .npz or .parquet, also gzipped)`,
  );
}

/** Neither hidden files nor links are taken, nor other files of a run, nor coins that were committed to. */
async function auditsIn(folder: string, leftOut: readonly (string | undefined)[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const all = new Set(files);
  const seen = files.filter((path) => !`${sep}${relative(folder, path)}`.includes(`${sep}.`));
  const runs = seen.filter((path) => basename(path) === 'manifest.json').map(dirname);
  const scores = seen.filter(
    (path) =>
      SCORES.test(path) &&
      !all.has(`${path}.commitment.json`) &&
      !leftOut.some((other) => other !== undefined && resolve(other) === resolve(path)) &&
      !runs.some((run) => run === '.' || path.startsWith(run + sep)),
  );
  return [...runs, ...scores].sort();
}
