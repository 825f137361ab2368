import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { audit, plannedGuesses } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import type { RecordedRun } from '../experiments/index.ts';
import { DEFAULT_LIMITS, type Limits } from '../io/index.ts';
import { quotedPath } from '../quote.ts';
import { checkRecorded, tieSeed } from './audit-read.ts';
import { readDocument } from './documents.ts';
import { insideFolder } from './inside.ts';
import { readRunFrom } from './read-run.ts';
import { commitmentSchema, manifestSchema, planSchema } from './schemas.ts';

/** Where recorded runs lie unless told otherwise: here, or beside the program. */
export function recordedFolder(): string {
  const here = join('examples', 'cifar10');
  const own = fileURLToPath(new URL('../examples/cifar10', import.meta.url));
  return isFolder(here) || !isFolder(own) ? here : own;
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Every run recorded under a folder, by name: its claim, and what its scores come down to at the guesses it fixed. */
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

/** Other JSON may lie beside the runs. */
function isManifest(path: string): boolean {
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
  const manifest = await readDocument(path, manifestSchema, 'manifest');
  inputs.push(path);
  const beside = (file: string) => {
    const found = insideFolder(dirname(path), file, path);
    inputs.push(found);
    return found;
  };
  const { claim, tau = 0.05, delta = 1e-5 } = manifest;
  if (claim === undefined) return null;
  const violation = manifest.violation === undefined ? {} : { violation: manifest.violation };
  const { scoreColumn } = manifest;
  const { input, scores, assignmentSha256 } = await readRunFrom(
    beside(manifest.scores),
    manifest.assignment === undefined ? undefined : beside(manifest.assignment),
    limits,
    scoreColumn === undefined ? {} : { columns: { score: scoreColumn } },
  );
  if (scores.kind !== 'membership')
    throw new InvalidInput(`${quotedPath(path)} records a choice among candidates; cifar10 draws membership`);
  const m = scores.scores.length;
  const planned =
    manifest.plan === undefined ? null : await readDocument(beside(manifest.plan), planSchema, 'plan');
  const guesses = manifest.guesses ?? [
    planned?.chosen.guesses ?? plannedGuesses({ m, claim, tau, delta, ...violation }),
  ];
  if (guesses.length !== 1)
    throw new InvalidInput(
      `${quotedPath(path)} fixes ${guesses.length} numbers of guesses; cifar10 draws one`,
    );
  if (manifest.sha256 !== undefined)
    checkRecorded(
      manifest.sha256,
      { name: beside(manifest.scores), sha256: input.sha256 },
      manifest.assignment === undefined || assignmentSha256 === undefined
        ? undefined
        : { name: beside(manifest.assignment), sha256: assignmentSha256 },
    );
  const { observation } = await audit([{ input, scores }], {
    guesses,
    tau,
    delta,
    families: [],
    plots: false,
    ...(await tieSeedOf(manifest, beside)),
    ...(manifest.sides === undefined ? {} : { sides: manifest.sides }),
    ...(manifest.lowerIsIn === undefined ? {} : { lowerIsIn: manifest.lowerIsIn }),
  });
  const file = relative(folder, path);
  const name = basename(file) === 'manifest.json' ? dirname(file) : file.replace(/\.json$/, '');
  return { run: name, claim, ...observation, delta, tau };
}

/** What chooses among equal scores, as it was fixed with the run. */
async function tieSeedOf(
  { seed, commitment }: { seed?: string | undefined; commitment?: string | undefined },
  beside: (file: string) => string,
): Promise<{ seed?: string }> {
  if (seed !== undefined) return { seed };
  if (commitment === undefined) return {};
  const { salt } = await readDocument(beside(commitment), commitmentSchema, 'commitment');
  return { seed: tieSeed(salt) };
}
