/**
 * Trains the runs of docs/several-runs.md: ten as claimed and ten with noise that is 30% short, each with coins,
 * batches and noise of its own. Some seconds each; needs the optional packages.
 *
 * node examples/make-runs.js [--only short-03] [FOLDER] (after npm run build)
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = join(here, '../dist/cli.js');

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const [folder = join(here, 'mnist-runs')] = positionals;

/** The same for all runs: the claim is dpsgd(noise=1, rate=0.05, steps=200), whatever the bug does. */
const PRIVACY = ['--noise', '1', '--rate', '0.05', '--steps', '200'];
const SETTING = ['--data', 'mnist', '--limit', '10000', '--hidden', '32', ...PRIVACY, '--canaries', '300'];
const KINDS = { honest: [], short: ['--bug', 'short-noise'] };
const RUNS = 10;

/** Enough to keep the order of the scores, and few enough to hide in which last digit engines differ. */
const DIGITS = 6;

mkdirSync(folder, { recursive: true });
for (const [kind, bug] of Object.entries(KINDS))
  for (let run = 1; run <= RUNS; run++) {
    const name = `${kind}-${String(run).padStart(2, '0')}`;
    if ((values.only ?? name) === name) writeFileSync(join(folder, `${name}.csv`), trained(name, bug));
  }

/** The scores of a run beside who was in. Its seed is its name. */
function trained(name, bug) {
  const run = mkdtempSync(join(tmpdir(), 'onerun-runs-'));
  try {
    const args = ['train', ...SETTING, ...bug, '--seed', name, '--out', run, '--force', '--json'];
    const { parameters } = JSON.parse(
      execFileSync(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    console.log(`${name}: test accuracy ${parameters.testAccuracy}`);
    const [scores, coins] = ['scores.csv', 'canaries.csv'].map((file) => rows(join(run, file)));
    const lines = scores.map(([id, score], i) => {
      if (coins[i][0] !== id) throw new Error(`internal: canary ${id} stands in different rows`);
      return `${id},${Number(score).toPrecision(DIGITS)},${coins[i][1]}`;
    });
    return `${['id,score,included', ...lines].join('\n')}\n`;
  } finally {
    rmSync(run, { recursive: true, force: true });
  }
}

function rows(file) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => line.split(','));
}
