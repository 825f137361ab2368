import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { bytesOf, FIGURES, tasksOf } from '../../experiments/index.ts';
import { parseLimit } from '../../io/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { methods, number, numbers, repeated } from '../shell/options.ts';
import type { Outcome } from '../shell/outcome.ts';
import { drawAll } from '../sweep/draw.ts';
import { checkLog, figureOutputs, makeFolder } from '../sweep/figure-files.ts';
import { SweepLog } from '../sweep/log.ts';
import { merge } from '../sweep/merge.ts';
import { poolLater, threadsFor } from '../sweep/pool.ts';
import { recordedFolder } from '../sweep/recorded.ts';
import type { Sweep } from '../sweep/run.ts';
import { runParts } from '../sweep/run-shard.ts';
import { cellsFor, type ReproduceOptions, settingsOf } from '../sweep/settings.ts';
import { logName, partOf, shard } from '../sweep/shards.ts';

const NAMES = FIGURES.map(({ name }) => name);

const EXAMPLES = `
Figures: ${NAMES.join(', ')}.

Examples:
  $ onerun reproduce
  $ onerun reproduce gaussian --sigma 0.7,1.5 --canaries 1000,100000 --out mine
  $ onerun reproduce gaussian --simulate --seed 7
  $ onerun reproduce guesses --shard 1/4 --out parts    # on each of four machines, 1/4 to 4/4
  $ onerun reproduce guesses --merge --out parts

Each figure becomes OUT/FIGURE.csv, .svg and .png, and OUT/FIGURE.jsonl, the log of all finished tasks: a run that was
stopped goes on from there, and a finished one has nothing left to do.`;

/** Adds `onerun reproduce`: the paper's experiments, and grids of one's own. */
export function addReproduce(program: Command, report: (outcome: Outcome) => void): void {
  program
    .command('reproduce')
    .description("the paper's experiments and figures, to CSV, SVG and PNG; resumes, and runs in parts")
    .argument('[figure]', `one of ${NAMES.join(', ')} (default: all)`)
    .option('--out <folder>', 'where the results go', 'out')
    .option(
      '--workers <n>',
      'threads (default: the cores; fewer where memory would run out)',
      number('workers'),
    )
    .option('--simulate', 'play the games of Algorithm 4 instead of its closed form')
    .option('--games <n>', 'with --simulate: games of each point (default: 100)', number('games'))
    .option('--seed <seed>', 'with --simulate: what the games are drawn from (default: 0)')
    .option('--shard <i/n>', 'run the i-th of n parts', shard)
    .option('--merge', 'join the parts, or say what is missing')
    .option('--from <folder>', 'with --merge: where parts are, may repeat (default: --out)', repeated)
    .option('--method <name>', 'paper, optimal, steinke or all (default: all)', methods)
    .option(
      '--optimal-up-to <m>',
      'the optimal test up to so many canaries (default: 1e5)',
      number('optimal-up-to'),
    )
    .option('--recorded <folder>', 'recorded runs for cifar10 (default: examples/cifar10)')
    .option('--limit <name=value>', 'a limit on reading recorded runs, may repeat, as in audit', parseLimit)
    .option('--sigma <list>', 'noise of the Gaussian mechanism', numbers('sigma'))
    .option('-m, --canaries <list>', 'canaries (of runs: in all runs together)', numbers('canaries'))
    .option('-g, --guesses <list>', 'numbers of guesses', numbers('guesses'))
    .option('-k, --options <list>', 'options per canary', numbers('options'))
    .option('--delta <list>', 'deltas at which epsilon is wanted', numbers('delta'))
    .option('--confidence <list>', 'confidences of the lower bounds', numbers('confidence'))
    .option('--tau <list>', 'the same as significances, 1 - confidence', numbers('tau'))
    .option('--runs <list>', 'numbers of runs', numbers('runs'))
    .option('--noise <list>', 'noise of DP-SGD', numbers('noise'))
    .option('--rate <list>', 'sampling rates of DP-SGD', numbers('rate'))
    .option('--steps <list>', 'steps of DP-SGD', numbers('steps'))
    .option('--force', 'replace files that were not made here')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (figure: string | undefined, options: ReproduceOptions) =>
      report(await reproduce(figure, options)),
    );
}

async function reproduce(name: string | undefined, options: ReproduceOptions): Promise<Outcome> {
  const figures = name === undefined ? FIGURES : FIGURES.filter((figure) => figure.name === name);
  if (figures.length === 0)
    throw new InvalidInput(`unknown figure: ${quoted(name ?? '')} (one of ${NAMES.join(', ')})`);
  if (options.merge !== undefined) return merge(figures, name !== undefined, options);
  const { workers = availableParallelism() } = options;
  checkWhole('workers', workers, 1, 1024);
  if (options.from !== undefined) throw new InvalidInput('--from goes with --merge');
  const notes: string[] = [];
  const inputs: string[] = [];
  const { out, shard: part, force } = options;
  const sweeps = await sweepsOf(name, options, notes, inputs);
  const outputs = await figureOutputs(out, part === undefined ? sweeps : [], { inputs, force });
  const { pool, close } = poolLater(threadsFor(workers, Math.max(0, ...sweeps.map(mostBytes))));
  try {
    return part === undefined
      ? await drawAll(sweeps, pool, notes, options, outputs)
      : await runParts(sweeps, pool, notes, part, options);
  } finally {
    await close();
  }
}

/** What is to be done, all of it checked before any of it begins. */
async function sweepsOf(
  name: string | undefined,
  options: ReproduceOptions,
  notes: string[],
  inputs: string[],
): Promise<Sweep[]> {
  const figures = FIGURES.filter((figure) => name === undefined || figure.name === name);
  const { out, shard: part = null, recorded } = options;
  const settings = settingsOf(figures, name !== undefined, options);
  const wanted = [];
  for (const figure of figures) {
    const cells = await cellsFor(figure, settings, options, inputs);
    const tasks = cells.flatMap((cell) => tasksOf(figure, cell, settings, () => undefined));
    if (tasks.length > 0) wanted.push({ figure, cells });
    else {
      const missing =
        cells.length === 0
          ? `${figure.name} is drawn from recorded scores, and there are none under ${quotedPath(recorded ?? recordedFolder())} (--recorded)`
          : `${figure.name} has no answer by method ${settings.methods.join(', ')}${settings.methods.includes('optimal') ? ` up to ${settings.optimalUpTo} canaries (--optimal-up-to)` : ''}`;
      if (name !== undefined) throw new InvalidInput(missing);
      notes.push(`Not drawn: ${missing}.`);
    }
    if (settings.simulate !== null && figure.play === null && cells.length > 0)
      notes.push(`${figure.name} is not played: Algorithm 4 is about the Gaussian mechanism alone.`);
  }
  await makeFolder(out);
  const sweeps: Sweep[] = [];
  for (const { figure, cells } of wanted) {
    const path = join(out, logName(figure.name, part));
    await checkLog(path, inputs);
    const log = await SweepLog.open(path);
    sweeps.push({ figure, cells: partOf(cells, part), settings, log });
  }
  return sweeps;
}

function mostBytes({ figure, cells, settings }: Sweep): number {
  const tasks = cells.flatMap((cell) => tasksOf(figure, cell, settings, () => undefined));
  return Math.max(0, ...new Set(tasks.map((task) => bytesOf(figure, task))));
}
