import { join } from 'node:path';
import * as z from 'zod';
import { InvalidInput } from '../../errors.ts';
import { checkAxes, type Figure, type GridCell, type SweepSettings } from '../../experiments/index.ts';
import { quotedPath } from '../../quote.ts';
import { type FigureReport, figureText } from '../../report/index.ts';
import { METHODS } from '../../types.ts';
import { flagOf } from '../shell/flags.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { drawFigure, figureData } from './draw.ts';
import { checkLog, figureOutputs, makeFolder } from './figure-files.ts';
import { SweepLog } from './log.ts';
import { isDone, loggedResults, type Sweep } from './run.ts';
import { cellsFor, type ReproduceOptions } from './settings.ts';
import { logName, partsIn, shard, shardOf } from './shards.ts';

const numbers = z.array(z.number());

/** The settings of a part, as its log states them. */
const settingsSchema = z.object({
  methods: z.array(z.enum(METHODS)),
  optimalUpTo: z.number(),
  simulate: z.object({ games: z.number().int().min(1).max(1e6), seed: z.string() }).nullable(),
  changes: z.record(z.string(), numbers),
}) satisfies z.ZodType<SweepSettings>;

/** Options that go with --merge; all others are taken from the parts. */
const MERGE_OPTIONS = ['merge', 'from', 'out', 'force', 'json', 'recorded'];

interface Missing {
  readonly figure: string;
  readonly points: number;
  readonly missing: readonly GridCell[];
  /** The parts that have gaps, and how many points each lacks. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Joins the parts of each figure; a figure with gaps is not drawn, and its gaps are told. */
export async function merge(
  figures: readonly Figure[],
  named: boolean,
  options: ReproduceOptions,
): Promise<CommandOutcome> {
  for (const option of Object.keys(options))
    if (!MERGE_OPTIONS.includes(option))
      throw new InvalidInput(`--merge takes what was asked from the parts: leave out ${flagOf(option)}`);
  const { out, from = [out], force } = options;
  const whole: Sweep[] = [];
  const inputs: string[] = [];
  const gaps: Missing[] = [];
  const without: string[] = [];
  for (const figure of figures) {
    const paths = from.flatMap((folder) => partsIn(folder, figure.name));
    if (paths.length === 0) {
      without.push(figure.name);
      continue;
    }
    const parts = await Promise.all(paths.map((path) => SweepLog.open(path, { mended: false })));
    const settings = sharedSettings(figure, parts);
    checkAxes(figure, settings.changes);
    await makeFolder(out);
    const cells = await cellsFor(figure, settings, options, inputs);
    if (cells.length === 0)
      throw new InvalidInput(
        `${figure.name} is drawn from recorded scores: give --recorded, as to its parts`,
      );
    inputs.push(...paths);
    const path = join(out, logName(figure.name, null));
    await checkLog(path, inputs);
    const log = await SweepLog.open(path);
    log.begin({ figure: figure.name });
    for (const part of parts) log.join(part);
    const sweep: Sweep = { figure, cells, settings, log };
    const missing = missingOf(sweep, parts);
    if (missing === null) whole.push(sweep);
    else gaps.push(missing);
  }
  if (whole.length + gaps.length === 0)
    throw new InvalidInput(
      `no parts of ${named ? figures[0].name : 'any figure'} in ${from.map(quotedPath).join(', ')}; run onerun reproduce --shard i/n first`,
    );
  const outputs = await figureOutputs(out, whole, { inputs, force });
  const reports: FigureReport[] = [];
  for (const sweep of whole) reports.push(await drawFigure(sweep, 0, out, outputs));
  await outputs.place();
  const code = gaps.length === 0 ? EXIT.consistent : EXIT.invalid;
  if (options.json !== undefined)
    return {
      code,
      json: {
        figures: [...reports.map(figureData), ...gaps.map((gap) => ({ ...gap, complete: false }))],
        withoutParts: without,
      },
    };
  const texts = [...reports.map(figureText), ...gaps.map((gap) => gapText(gap, out))];
  if (without.length > 0) texts.push(`No parts here of ${without.join(', ')}.\n`);
  return { code, text: texts.join('\n') };
}

/** The settings of all parts, which must be the same. */
function sharedSettings({ name }: Figure, parts: readonly SweepLog[]): SweepSettings {
  const asked = parts.map(({ head, path }) => {
    if (head?.settings === undefined)
      throw new InvalidInput(`${quotedPath(path)} does not say what was asked of it: run that part again`);
    return JSON.stringify(head.settings);
  });
  const other = asked.findIndex((text) => text !== asked[0]);
  if (other > 0)
    throw new InvalidInput(
      `the parts of ${name} were asked for different things (${quotedPath(parts[0].path)}, ${quotedPath(parts[other].path)}): keep those of one run`,
    );
  const { success, data } = settingsSchema.safeParse(parts[0].head?.settings);
  if (!success) throw new InvalidInput(`${quotedPath(parts[0].path)} was changed since: run that part again`);
  return data;
}

function missingOf(sweep: Sweep, parts: readonly SweepLog[]): Missing | null {
  const done = loggedResults(sweep);
  const places = [...sweep.cells.keys()].filter((place) => !isDone(sweep, sweep.cells[place], done));
  if (places.length === 0) return null;
  const sizes = new Set(parts.map(({ head }) => shard(head?.shard ?? '1/1').n));
  const lacking: Record<string, number> = {};
  if (sizes.size === 1) {
    const [n] = sizes;
    for (const place of places) {
      const name = `${shardOf(n, place)}/${n}`;
      lacking[name] = (lacking[name] ?? 0) + 1;
    }
  }
  return {
    figure: sweep.figure.name,
    points: sweep.cells.length,
    missing: places.map((place) => sweep.cells[place]),
    parts: lacking,
  };
}

function gapText({ figure, points, missing, parts }: Missing, out: string): string {
  const named = missing.slice(0, 4).map((cell) =>
    Object.entries(cell)
      .filter(([, value]) => !Array.isArray(value))
      .map(([axis, value]) => `${axis} ${value}`)
      .join(' '),
  );
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
  const next = Object.entries(parts).map(
    ([part, count]) =>
      `  ${count} in part ${part}: onerun reproduce ${figure} --shard ${part} --out ${quotedPath(out)}`,
  );
  // Parts of different divisions have no one part that a point belongs to.
  if (next.length === 0)
    next.push(
      `  the rest can be done here: onerun reproduce ${figure} --out ${quotedPath(out)}, with what was asked of the parts`,
    );
  return `${figure}: not drawn, ${missing.length} of ${points} points are missing (${named.join('; ')}${more}).\n${next.map((line) => `${line}\n`).join('')}`;
}
