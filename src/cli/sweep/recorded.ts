import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AuditDesign, filesOf } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { RecordedRun } from '../../experiments/index.ts';
import { DEFAULT_LIMITS, type Limits, lookAtTable } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { recordedDesign } from '../audit/design.ts';
import { auditByDesign, whyNoVerdict } from '../audit/run-audit.ts';
import { openSource } from '../input/read-source.ts';

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
    runs.push(...(await recordedRun(folder, join(folder, path), inputs, limits)));
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

/**
 * A run at the score that it fixed, and at the paper's beside it; none for a run that claims nothing: there
 * is no theory to draw it against.
 */
async function recordedRun(
  folder: string,
  path: string,
  inputs: string[],
  limits: Limits,
): Promise<RecordedRun[]> {
  const design = await recordedDesign(path, limits);
  inputs.push(...filesOf(design));
  const { claim, guesses } = design;
  if (claim === undefined) return [];
  if (guesses !== undefined && guesses.length !== 1)
    throw new InvalidInput(
      `${quotedPath(path)} fixes ${guesses.length} numbers of guesses; cifar10 draws one`,
    );
  const file = relative(folder, path);
  const run = basename(file) === 'manifest.json' ? dirname(file) : file.replace(/\.json$/, '');
  const runs: RecordedRun[] = [];
  for (const score of await scoresOf(design, limits)) {
    const found = await auditByDesign(
      score === undefined ? design : { ...design, scoreColumn: score },
      { limit: limits },
      { families: [], plots: false },
    );
    if (found.game !== 'membership')
      throw new InvalidInput(
        `${quotedPath(path)} records a choice among candidates; cifar10 draws membership`,
      );
    if (found.outcome === 'no-verdict')
      throw new InvalidInput(`${quotedPath(path)} records what cannot be drawn: ${whyNoVerdict(found)}`);
    const { delta, tau } = found;
    runs.push({ run, claim, score: score ?? 'score', ...found.runs[0].observations[0], delta, tau });
  }
  return runs;
}

/** The column that the paper's score stands in. */
const PAPERS_SCORE = 'sum';

/** The score column that the run fixed; where the paper's stands beside it, that one too. */
async function scoresOf(design: AuditDesign, limits: Limits): Promise<(string | undefined)[]> {
  const { scoreColumn } = design;
  const [path] = filesOf(design);
  if (scoreColumn === undefined || scoreColumn === PAPERS_SCORE || design.paths.length !== 1)
    return [scoreColumn];
  const source = await openSource(path, limits);
  try {
    const { columns } = await lookAtTable(source, { limits });
    return columns.includes(PAPERS_SCORE) ? [scoreColumn, PAPERS_SCORE] : [scoreColumn];
  } finally {
    await source.close();
  }
}
