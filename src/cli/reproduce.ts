import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { InvalidInput } from '../errors.ts';
import { bytesOf, FIGURES, tasksOf } from '../experiments/index.ts';
import { type FigureReport, figureText } from '../report/figure-text.ts';
import type { Method } from '../types.ts';
import { refuseStrangers, writeFigure } from './figure-files.ts';
import { methods, number, numbers, repeated } from './options.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { recordedFolder } from './recorded.ts';
import { cellsFor, settingsOf } from './reproduce-grid.ts';
import { merge } from './reproduce-merge.ts';
import { SweepLog } from './sweep-log.ts';
import { openPool, type Pool, threadsFor } from './sweep-pool.ts';
import { runSweep, type Sweep, sweepRows } from './sweep-run.ts';
import { logName, partOf, type Shard, shard } from './sweep-shards.ts';

export interface ReproduceOptions {
  out: string;
  workers?: number;
  simulate?: true;
  games?: number;
  seed?: string;
  shard?: Shard;
  merge?: true;
  from?: string[];
  method?: Method[];
  optimalUpTo?: number;
  recorded?: string;
  sigma?: number[];
  canaries?: number[];
  guesses?: number[];
  options?: number[];
  delta?: number[];
  tau?: number[];
  confidence?: number[];
  runs?: number[];
  noise?: number[];
  rate?: number[];
  steps?: number[];
  force?: true;
  json?: true;
}

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
    .option('--method <name>', 'paper, steinke or all (default: all)', methods)
    .option(
      '--optimal-up-to <m>',
      'the optimal test up to so many canaries (default: 1e5)',
      number('optimal-up-to'),
    )
    .option('--recorded <folder>', 'recorded runs for cifar10 (default: examples/cifar10)')
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
  if (figures.length === 0) throw new InvalidInput(`unknown figure: ${name} (one of ${NAMES.join(', ')})`);
  if (options.merge !== undefined) return merge(figures, name !== undefined, options);
  const { workers = availableParallelism(), out } = options;
  if (!(Number.isSafeInteger(workers) && workers >= 1 && workers <= 1024))
    throw new InvalidInput(`invalid workers; must be a whole number from 1 to 1024: ${workers}`);
  if (options.from !== undefined) throw new InvalidInput('--from goes with --merge');
  const settings = settingsOf(figures, name !== undefined, options);
  await makeFolder(out);
  const sweeps: Sweep[] = [];
  const notes: string[] = [];
  for (const figure of figures) {
    const cells = await cellsFor(figure, settings, options.recorded);
    if (cells.length === 0) {
      const missing = `${figure.name} is drawn from recorded scores, and there are none under ${options.recorded ?? recordedFolder()} (--recorded)`;
      if (name !== undefined) throw new InvalidInput(missing);
      notes.push(`Not drawn: ${missing}.`);
      continue;
    }
    if (settings.simulate !== null && figure.play === null)
      notes.push(`${figure.name} has no game to play: Algorithm 4 is about the Gaussian mechanism.`);
    const part = options.shard ?? null;
    const log = await SweepLog.open(join(out, logName(figure.name, part)), warn);
    if (part === null) await refuseStrangers(out, figure, log, options.force === true);
    sweeps.push({ figure, cells: partOf(cells, part), settings, log });
  }
  const { pool, close } = lazily(threadsFor(workers, Math.max(0, ...sweeps.map(mostBytes))));
  try {
    return options.shard === undefined
      ? await drawAll(sweeps, pool, notes, options)
      : await runParts(sweeps, pool, notes, options.shard, options);
  } finally {
    await close();
  }
}

async function drawAll(
  sweeps: readonly Sweep[],
  pool: () => Promise<Pool>,
  notes: readonly string[],
  options: ReproduceOptions,
): Promise<Outcome> {
  const reports: FigureReport[] = [];
  for (const sweep of sweeps) {
    const { figure, log } = sweep;
    log.begin({ figure: figure.name });
    const computed = await runSweep(sweep, pool, figure.name);
    reports.push(await drawn(sweep, computed, options));
  }
  return outcomeOf(reports, notes, options);
}

/** Writes the files of a finished sweep. */
export async function drawn(
  sweep: Sweep,
  computed: number,
  { out, force }: Pick<ReproduceOptions, 'out' | 'force'>,
): Promise<FigureReport> {
  const { figure, cells, log } = sweep;
  const rows = sweepRows(sweep);
  const files = await writeFigure(out, figure, rows, log, force === true);
  return { name: figure.name, rows, computed, points: cells.length, files };
}

export function outcomeOf(
  reports: readonly FigureReport[],
  notes: readonly string[],
  { json }: Pick<ReproduceOptions, 'json'>,
): Outcome {
  if (json !== undefined) return { code: EXIT.consistent, json: { figures: reports.map(machine), notes } };
  return {
    code: EXIT.consistent,
    text: [...reports.map(figureText), ...notes.map((note) => `${note}\n`)].join('\n'),
  };
}

export function machine({ name, rows, computed, points, files }: FigureReport) {
  const [csv, svg, png] = files;
  return { figure: name, complete: true, points, rows: rows.length, computed, csv, svg, png };
}

/** A part writes its log and nothing that looks like the whole. */
async function runParts(
  sweeps: readonly Sweep[],
  pool: () => Promise<Pool>,
  notes: readonly string[],
  part: Shard,
  { out, json }: ReproduceOptions,
): Promise<Outcome> {
  const done: { figure: string; points: number; computed: number; log: string }[] = [];
  for (const sweep of sweeps) {
    const { figure, settings, log, cells } = sweep;
    log.begin({ figure: figure.name, shard: `${part.i}/${part.n}`, settings });
    const computed = await runSweep(sweep, pool, `${figure.name} ${part.i}/${part.n}`);
    done.push({ figure: figure.name, points: cells.length, computed, log: log.path });
  }
  if (json !== undefined)
    return {
      code: EXIT.consistent,
      json: {
        shard: `${part.i}/${part.n}`,
        figures: done.map((one) => ({ ...one, complete: false })),
        notes,
      },
    };
  const lines = done.map(
    ({ figure, points, computed, log }) =>
      `${figure}: part ${part.i} of ${part.n} is done, ${points} points (${computed} tasks now): ${log}`,
  );
  const next = `Nothing is drawn yet. Once all parts are there: onerun reproduce${sweeps.length === 1 ? ` ${sweeps[0].figure.name}` : ''} --merge --out ${out}`;
  return { code: EXIT.consistent, text: `${[...lines, ...notes, '', next].join('\n')}\n` };
}

function mostBytes({ figure, cells, settings }: Sweep): number {
  const tasks = cells.flatMap((cell) => tasksOf(figure, cell, settings, () => undefined));
  return Math.max(0, ...new Set(tasks.map((task) => bytesOf(figure, task))));
}

/** Threads start when there is something to do. */
function lazily(size: number): { pool: () => Promise<Pool>; close: () => Promise<void> } {
  let opened: Promise<Pool> | null = null;
  return {
    pool: () => {
      opened ??= openPool(size);
      return opened;
    },
    close: async () => (await opened)?.close(),
  };
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: Error) => {
    throw new InvalidInput(`cannot write to ${path}: ${error.message}`);
  });
}

export function warn(text: string): void {
  process.stderr.write(`warning: ${text}\n`);
}
