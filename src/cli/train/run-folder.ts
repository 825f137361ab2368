import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CommittedText, commitmentFileOf } from '../audit/commitment.ts';
import { Outputs } from '../output/index.ts';
import type { RunSetting } from './options.ts';

/** What stands in the folder of a run before its training. */
interface RunStart {
  readonly run: RunSetting;
  readonly coins: CommittedText;
  /** The assignment that was handed in; it may lie in the folder already. */
  readonly given: string | undefined;
  readonly inputs: readonly string[];
  readonly force: boolean;
}

/** A run that has begun: its scores, and the manifest that makes them count, get their names together. */
export interface BegunRun {
  finish(scores: string, manifest: unknown): Promise<void>;
}

const json = (data: unknown) => `${JSON.stringify(data, null, 2)}\n`;

const ASSIGNMENT = 'canaries.csv';

/**
 * Writes the setting and the coins of a run into its folder. A folder without a manifest is not a run that
 * can be audited: that of an older run goes before the new coins come.
 */
export async function beginRun(
  folder: string,
  { run, coins, given, inputs, force }: RunStart,
): Promise<BegunRun> {
  const at = (name: string) => join(folder, name);
  const isInPlace = given !== undefined && resolve(given) === resolve(at(ASSIGNMENT));
  const texts = {
    'setting.json': json(run),
    ...(isInPlace ? {} : { [ASSIGNMENT]: coins.text, [commitmentFileOf(ASSIGNMENT)]: coins.commitment }),
  };
  const ends = ['manifest.json', 'scores.csv'];
  const files = [...ends, ...Object.keys(texts)];
  const outputs = await Outputs.collect({ folder: { path: folder, files }, inputs, force });
  for (const [name, text] of Object.entries(texts)) outputs.put(at(name), text, { secret: true });
  await outputs.place(ends.map(at).filter((path) => existsSync(path)));
  const results = await Outputs.collect({ files: ends.map(at), inputs });
  return {
    async finish(scores, manifest) {
      results.put(at('scores.csv'), scores);
      results.put(at('manifest.json'), json(manifest), { secret: true });
      await results.place();
    },
  };
}
