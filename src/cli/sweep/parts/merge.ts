import { join } from 'node:path';
import * as z from 'zod';
import { InvalidInput } from '../../../errors.ts';
import { checkAxes, type Figure, type SweepSettings } from '../../../experiments/index.ts';
import { quotedPath } from '../../../quote.ts';
import { METHODS } from '../../../types.ts';
import { makeFolders } from '../../output/index.ts';
import { flagOf } from '../../shell/flags.ts';
import { checkLog } from '../figure-files.ts';
import { SweepLog } from '../log.ts';
import type { Sweep } from '../run.ts';
import { cellsFor, type ReproduceOptions } from '../settings.ts';
import { gapsOf, type SweepGaps } from './deal.ts';
import { logName, partsIn } from './shards.ts';

/** Options that go with --merge; all others are taken from the parts. */
const MERGE_OPTIONS = ['merge', 'from', 'out', 'workers', 'force', 'json', 'recorded', 'limit'];

/** The settings of a part, as its log states them. */
const settingsSchema = z.object({
  methods: z.array(z.enum(METHODS)),
  optimalUpTo: z.number(),
  simulate: z.object({ games: z.number().int().min(1).max(1e6), seed: z.string() }).nullable(),
  changes: z.record(z.string(), z.array(z.union([z.number(), z.string()]))),
}) satisfies z.ZodType<SweepSettings>;

/** The parts of figures: joined and whole, with gaps, or not there. */
export interface JoinedParts {
  readonly whole: Sweep[];
  readonly gaps: SweepGaps[];
  readonly without: string[];
}

/** Joins the logs of the parts that lie in some folders into one log for each figure. */
export async function joinParts(
  figures: readonly Figure[],
  options: ReproduceOptions,
  inputs: string[],
): Promise<JoinedParts> {
  for (const option of Object.keys(options))
    if (!MERGE_OPTIONS.includes(option))
      throw new InvalidInput(`--merge takes what was asked from the parts: leave out ${flagOf(option)}`);
  const { out, from = [out] } = options;
  const joined: JoinedParts = { whole: [], gaps: [], without: [] };
  for (const figure of figures) {
    const paths = from.flatMap((folder) => partsIn(folder, figure.name));
    if (paths.length === 0) {
      joined.without.push(figure.name);
      continue;
    }
    // One after the other: there may be more of them than files that a process may have open.
    const parts: SweepLog[] = [];
    for (const path of paths) parts.push(await SweepLog.open(path, { mended: false }));
    const settings = sharedSettings(figure, parts);
    makeFolders(out);
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
    const missing = gapsOf(
      sweep,
      parts.map(({ head }) => head?.shard ?? '1/1'),
    );
    if (missing === null) joined.whole.push(sweep);
    else joined.gaps.push(missing);
  }
  if (joined.without.length === figures.length)
    throw new InvalidInput(
      `no parts of ${figures.length === 1 ? figures[0].name : 'any figure'} in ${from.map(quotedPath).join(', ')}; run onerun reproduce --shard i/n first`,
    );
  return joined;
}

/** The settings of all parts of a figure, as their logs state them; they must be the same. */
function sharedSettings(figure: Figure, parts: readonly SweepLog[]): SweepSettings {
  const asked = parts.map(({ head, path }) => {
    if (head?.settings === undefined)
      throw new InvalidInput(`${quotedPath(path)} does not say what was asked of it: run that part again`);
    return JSON.stringify(head.settings);
  });
  const other = asked.findIndex((text) => text !== asked[0]);
  if (other > 0)
    throw new InvalidInput(
      `the parts of ${figure.name} were asked for different things (${quotedPath(parts[0].path)}, ${quotedPath(parts[other].path)}): keep those of one run`,
    );
  const { success, data } = settingsSchema.safeParse(parts[0].head?.settings);
  if (!success) throw new InvalidInput(`${quotedPath(parts[0].path)} was changed since: run that part again`);
  checkAxes(figure, data.changes);
  return data;
}
