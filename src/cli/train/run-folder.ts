import { lstat, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { type CommittedText, commitmentFileOf } from '../audit/commitment.ts';
import { readDocument } from '../input/documents.ts';
import { sha256Of } from '../input/sha256.ts';
import { Outputs } from '../output/index.ts';
import { manifestSchema } from '../schemas/documents.ts';
import { type RunSetting, settingHash, settingSchema } from './setting-file.ts';

/** Puts the scores in place, then the manifest that makes them count, and removes the checkpoint. */
export interface RunResults {
  place(scores: string, manifest: unknown): Promise<void>;
}

/** The files of a run. The manifest comes last: a folder without one is not a run that can be audited. */
export class RunFolder {
  readonly path: string;
  readonly setting: string;
  readonly checkpoint: string;
  readonly assignment: string;
  readonly commitment: string;
  readonly scores: string;
  readonly manifest: string;

  constructor(path: string) {
    this.path = path;
    this.setting = join(path, 'setting.json');
    this.checkpoint = join(path, 'checkpoint.json');
    this.assignment = join(path, 'canaries.csv');
    this.commitment = commitmentFileOf(this.assignment);
    this.scores = join(path, 'scores.csv');
    this.manifest = join(path, 'manifest.json');
  }

  /**
   * Begins a new run: writes its setting and its coins (null where they lie there already). An old run is
   * replaced only by force, and stays where the new files cannot be written. The old files are removed before
   * the new setting gets its name, manifest and setting first, so that a kill in between leaves nothing that
   * could be resumed with parts of both.
   */
  async start(
    run: RunSetting,
    coins: CommittedText | null,
    { inputs, force }: { readonly inputs: readonly string[]; readonly force: boolean },
  ): Promise<void> {
    const names = [this.manifest, this.setting, this.checkpoint, this.scores];
    if (coins !== null) names.push(this.assignment, this.commitment);
    const old: string[] = [];
    for (const file of names) if (await isThere(file)) old.push(file);
    if (old.length > 0 && !force) {
      const hint =
        old[0] === this.setting ? '--resume goes on with it, --force starts anew' : '--force starts anew';
      throw new InvalidInput(`${quotedPath(this.path)} holds a run already; ${hint}: ${quotedPath(old[0])}`);
    }
    const files = names.map((name) => basename(name));
    const outputs = await Outputs.collect({ folder: { path: this.path, files }, inputs, force: true });
    outputs.put(this.setting, json(run), { secret: true });
    if (coins !== null) {
      outputs.put(this.assignment, coins.text, { secret: true });
      outputs.put(this.commitment, coins.commitment, { secret: true });
    }
    await outputs.place(old);
  }

  /** The setting of an unfinished run, and whether it has a checkpoint. */
  async resume(): Promise<{ run: RunSetting; hasCheckpoint: boolean }> {
    if (await exists(this.manifest)) {
      await this.dropFinishedCheckpoint();
      throw new InvalidInput(
        `nothing to resume; the run in ${quotedPath(this.path)} is finished: onerun audit ${quotedPath(this.path)}`,
      );
    }
    if (!(await exists(this.setting)))
      throw new InvalidInput(
        `nothing to resume; ${quotedPath(this.path)} holds no setting.json of a run: start it without --resume`,
      );
    const run = await readDocument(this.setting, settingSchema, 'setting');
    return { run, hasCheckpoint: await exists(this.checkpoint) };
  }

  /** Checks before the work that the results can be written; `inputs` are never replaced. */
  async results(inputs: readonly string[]): Promise<RunResults> {
    let expected: string | null = null;
    // Scores without a manifest are of a killed run; only those that this run computes again, byte for byte,
    // are replaced.
    const ours = async (path: string) =>
      basename(path) === basename(this.scores) &&
      (expected === null || (await readFile(path, 'utf8')) === expected);
    const outputs = await Outputs.collect({ files: [this.scores, this.manifest], inputs, ours });
    return {
      place: async (scores, manifest) => {
        expected = scores;
        outputs.put(this.scores, scores);
        outputs.put(this.manifest, json(manifest), { secret: true });
        await outputs.place();
        await rm(this.checkpoint, { force: true });
      },
    };
  }

  /** Refuses to go on in a folder that another run has taken over. */
  async checkOwn(setting: string): Promise<void> {
    const there = await readDocument(this.setting, settingSchema, 'setting').catch(() => null);
    if (there === null || settingHash(there) !== setting)
      throw new InvalidInput(
        `${quotedPath(this.path)} was taken over by another run while this one trained; it is left alone, and this one is lost`,
      );
  }

  /**
   * A run killed right after its manifest still has its checkpoint; it goes once the manifest's scores are
   * there.
   */
  private async dropFinishedCheckpoint(): Promise<void> {
    if (!(await exists(this.checkpoint))) return;
    const { sha256 } = await readDocument(this.manifest, manifestSchema, 'manifest');
    const scores = await readFile(this.scores).catch(() => null);
    if (scores !== null && sha256Of(scores) === sha256?.scores) await rm(this.checkpoint, { force: true });
  }
}

const json = (data: unknown) => `${JSON.stringify(data, null, 2)}\n`;

/** Whether something has this name, be it a link that leads nowhere. */
async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
