import * as z from 'zod';
import { InvalidInput } from '../../../errors.ts';
import { checkAxes, type Figure, type SweepSettings } from '../../../experiments/index.ts';
import { quotedPath } from '../../../quote.ts';
import { METHODS } from '../../../types.ts';
import type { SweepLog } from '../log.ts';

/** The settings of a part, as its log states them. */
const settingsSchema = z.object({
  methods: z.array(z.enum(METHODS)),
  optimalUpTo: z.number(),
  simulate: z.object({ games: z.number().int().min(1).max(1e6), seed: z.string() }).nullable(),
  changes: z.record(z.string(), z.array(z.union([z.number(), z.string()]))),
}) satisfies z.ZodType<SweepSettings>;

/** The settings of all parts of a figure, which must be the same. */
export function sharedSettings(figure: Figure, parts: readonly SweepLog[]): SweepSettings {
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
