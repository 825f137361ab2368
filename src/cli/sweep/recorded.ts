import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { RecordedRun } from '../../experiments/index.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { recordedDesign } from '../audit/design.ts';
import { auditByDesign, whyNoVerdict } from '../audit/run-audit.ts';

/** The usual folder of recorded runs: below the current folder, else below the package. */
export function recordedFolder(): string {
  const here = join('examples', 'cifar10');
  const own = fileURLToPath(new URL('../examples/cifar10', import.meta.url));
  return isFolder(here) || !isFolder(own) ? here : own;
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Every run recorded under a folder, by name: its claim, and what its scores come down to at the guesses it
 * fixed.
 */
export async function recordedRuns(
  folder: string,
  inputs: string[],
  limits: Limits = DEFAULT_LIMITS,
): Promise<RecordedRun[]> {
  if (!isFolder(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort();
  const runs: RecordedRun[] = [];
  for (const path of paths) {
    if (!isManifest(join(folder, path))) continue;
    const run = await recordedRun(folder, join(folder, path), inputs, limits);
    if (run !== null) runs.push(run);
  }
  return runs;
}

/** Whether a JSON file is the manifest of a run; others may lie beside them. */
function isManifest(path: string): boolean {
  // A pipe is not read: that would wait for its writer.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  try {
    return JSON.parse(readFileSync(path, 'utf8')).schema === 'onerun-run/1';
  } catch {
    return false;
  }
}

/** Null for a run that claims nothing: there is no theory to draw it against. */
async function recordedRun(
  folder: string,
  path: string,
  inputs: string[],
  limits: Limits,
): Promise<RecordedRun | null> {
  const design = await recordedDesign(path, limits);
  inputs.push(...filesOf(design));
  const { claim, guesses } = design;
  if (claim === undefined) return null;
  if (guesses !== undefined && guesses.length !== 1)
    throw new InvalidInput(
      `${quotedPath(path)} fixes ${guesses.length} numbers of guesses; cifar10 draws one`,
    );
  const found = await auditByDesign(design, { limit: limits }, { families: [], plots: false });
  if (found.game !== 'membership')
    throw new InvalidInput(`${quotedPath(path)} records a choice among candidates; cifar10 draws membership`);
  if (found.verdict === 'no-verdict')
    throw new InvalidInput(`${quotedPath(path)} records what cannot be drawn: ${whyNoVerdict(found)}`);
  const file = relative(folder, path);
  const name = basename(file) === 'manifest.json' ? dirname(file) : file.replace(/\.json$/, '');
  return { run: name, claim, ...found.runs[0].observations[0], delta: found.delta, tau: found.tau };
}
