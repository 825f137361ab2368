import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkWhole } from '../../../check.ts';
import { InvalidInput } from '../../../errors.ts';
import type { Figure } from '../../../experiments/index.ts';
import { quotedPath } from '../../../quote.ts';
import { type FigureReport, figureText } from '../../../report/index.ts';
import { makeFolders } from '../../output/index.ts';
import { flagOf } from '../../shell/flags.ts';
import { type CommandOutcome, EXIT } from '../../shell/outcome.ts';
import { threadsEngine, threadsFor } from '../../tasks/threads.ts';
import { drawFigure, figureData } from '../draw.ts';
import { failuresData, failuresText, outcomeOfFailures, type SweepFailures } from '../failures.ts';
import { checkLog, figureOutputs } from '../figure-files.ts';
import { SweepLog } from '../log.ts';
import { SweepProgress } from '../progress.ts';
import { runSweep, type Sweep } from '../run.ts';
import { cellsFor, type ReproduceOptions } from '../settings.ts';
import { gapsOf, gapsText, type SweepGaps } from './gaps.ts';
import { sharedSettings } from './part-settings.ts';
import { logName, partsIn } from './shards.ts';

/** Options that go with --merge; all others are taken from the parts. */
const MERGE_OPTIONS = ['merge', 'from', 'out', 'workers', 'force', 'json', 'recorded', 'limit'];

/** The parts of figures: joined and whole, with gaps, or not there. */
interface JoinedParts {
  readonly whole: Sweep[];
  readonly gaps: SweepGaps[];
  readonly without: string[];
  readonly inputs: string[];
}

/**
 * Joins the parts of each figure, does what rests on tasks of several parts, and draws. A figure with gaps is
 * not drawn, and its gaps are told.
 */
export async function merge(
  figures: readonly Figure[],
  named: boolean,
  options: ReproduceOptions,
): Promise<CommandOutcome> {
  for (const option of Object.keys(options))
    if (!MERGE_OPTIONS.includes(option))
      throw new InvalidInput(`--merge takes what was asked from the parts: leave out ${flagOf(option)}`);
  const { out, from = [out], force, workers = availableParallelism(), json } = options;
  checkWhole('workers', workers, 1, 1024);
  const { whole, gaps, without, inputs } = await joinParts(figures, from, options);
  if (whole.length + gaps.length === 0)
    throw new InvalidInput(
      `no parts of ${named ? figures[0].name : 'any figure'} in ${from.map(quotedPath).join(', ')}; run onerun reproduce --shard i/n first`,
    );
  const outputs = await figureOutputs(out, whole, { inputs, force });
  const reports: FigureReport[] = [];
  const failed: SweepFailures[] = [];
  const engine = threadsEngine(threadsFor(workers, 0));
  try {
    for (const sweep of whole) {
      const { figure, log } = sweep;
      const progress = new SweepProgress(figure.name, json === true);
      const { computed, failures } = await runSweep(sweep, engine, progress);
      if (failures.length > 0) failed.push({ figure: figure.name, log: log.path, failures });
      else reports.push(await drawFigure(sweep, computed, out, outputs));
    }
  } finally {
    await engine.close();
  }
  await outputs.place();
  const outcome = outcomeOfFailures(failed, reports.length + gaps.length);
  if (outcome.code === EXIT.consistent && gaps.length > 0) outcome.code = EXIT.invalid;
  if (json !== undefined)
    return {
      ...outcome,
      json: {
        figures: [
          ...reports.map(figureData),
          ...failed.map(failuresData),
          ...gaps.map((gap) => ({ ...gap, complete: false })),
        ],
        withoutParts: without,
      },
    };
  const texts = [
    ...reports.map(figureText),
    ...failed.map(failuresText),
    ...gaps.map((gap) => gapsText(gap, out)),
  ];
  if (without.length > 0) texts.push(`No parts here of ${without.join(', ')}.\n`);
  return { ...outcome, text: texts.join('\n') };
}

/** Joins the logs of the parts that lie in some folders into one log for each figure. */
async function joinParts(
  figures: readonly Figure[],
  from: readonly string[],
  options: ReproduceOptions,
): Promise<JoinedParts> {
  const joined: JoinedParts = { whole: [], gaps: [], without: [], inputs: [] };
  const { whole, gaps, without, inputs } = joined;
  for (const figure of figures) {
    const paths = from.flatMap((folder) => partsIn(folder, figure.name));
    if (paths.length === 0) {
      without.push(figure.name);
      continue;
    }
    // One after the other: there may be more of them than files that a process may have open.
    const parts: SweepLog[] = [];
    for (const path of paths) parts.push(await SweepLog.open(path, { mended: false }));
    const settings = sharedSettings(figure, parts);
    makeFolders(options.out);
    const cells = await cellsFor(figure, settings, options, inputs);
    if (cells.length === 0)
      throw new InvalidInput(
        `${figure.name} is drawn from recorded scores: give --recorded, as to its parts`,
      );
    inputs.push(...paths);
    const path = join(options.out, logName(figure.name, null));
    await checkLog(path, inputs);
    const log = await SweepLog.open(path);
    log.begin({ figure: figure.name });
    for (const part of parts) log.join(part);
    const sweep: Sweep = { figure, cells, settings, log };
    const missing = gapsOf(sweep, parts);
    if (missing === null) whole.push(sweep);
    else gaps.push(missing);
  }
  return joined;
}
