import { lstat, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { InvalidInput } from '../../errors.ts';
import { SCORES, ZOO } from '../../mechanisms/index.ts';
import { quotedPath } from '../../quote.ts';
import { CANARY_KINDS, SCHEDULES } from '../../training/index.ts';
import { type CommittedText, commitmentFileOf } from '../audit/commitment.ts';
import { readDocument } from '../input/documents.ts';
import { manifestSchema } from '../input/schemas.ts';
import { sha256Of } from '../input/sha256.ts';
import { type Kind, Outputs, removeStale, UNIQUE } from '../output/index.ts';
import { SECRET } from '../shell/files.ts';

const keys = <T extends string>(record: Record<T, unknown>) => Object.keys(record) as [T, ...T[]];

/** `setting.json`, written before training: all that decides the run, the audited score included. */
const settingSchema = z.strictObject({
  schema: z.literal('onerun-setting/1'),
  data: z.strictObject({
    data: z.string().optional(),
    images: z.string().optional(),
    labels: z.string().optional(),
    testImages: z.string().optional(),
    testLabels: z.string().optional(),
    limit: z.number().optional(),
  }),
  delta: z.number(),
  setting: z.strictObject({
    noise: z.number(),
    rate: z.number(),
    steps: z.number(),
    clip: z.number(),
    hidden: z.array(z.number()),
    learningRate: z.number(),
    schedule: z.enum(SCHEDULES),
    ema: z.number().nullable(),
    canaries: z.number(),
    options: z.number(),
    attack: z.enum(['white-box', 'black-box']),
    score: z.enum(keys(SCORES)),
    canarySize: z.number(),
    canaryKind: z.enum(CANARY_KINDS),
    bug: z.enum(keys(ZOO)).nullable(),
    seed: z.string(),
  }),
  /** An assignment that was handed in, and the hash of its commitment; without it the coins are those of the seed. */
  given: z.strictObject({ file: z.string(), commitment: z.string() }).optional(),
});

/** What was asked for, complete. */
export type Asked = z.infer<typeof settingSchema>;

/** The setting as a hash, whatever the layout of its file. */
export function settingHash(asked: Asked): string {
  const { schema, data, delta, setting, given } = asked;
  const sorted = (part: object) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Of(JSON.stringify([schema, sorted(data), delta, sorted(setting), sorted(given ?? {})]));
}

/** Puts the scores and the manifest that makes them count in place, then the checkpoint away. */
export interface Results {
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
   * Begins a new run: its setting and its coins take the place of what is there, which is only replaced by force; coins
   * that are null lie there already. Where they cannot be written, the old run stays. All of it is gone before the new
   * setting has its name, the manifest and the setting first: a kill in between leaves nothing that could be resumed
   * with parts of both.
   */
  async start(
    asked: Asked,
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
    const files = names.map((name) => [basename(name), UNIQUE] as const);
    const outputs = await Outputs.collect({ folder: { path: this.path, files }, inputs, force: true });
    outputs.put(this.setting, json(asked), SECRET);
    if (coins !== null) {
      outputs.put(this.assignment, coins.text, SECRET);
      outputs.put(this.commitment, coins.commitment, SECRET);
    }
    await outputs.place(old);
  }

  /** What an unfinished run was asked for, and whether it has a checkpoint. */
  async resume(): Promise<{ asked: Asked; hasCheckpoint: boolean }> {
    if (await exists(this.manifest)) {
      removeStale(this.path);
      await this.dropSpentCheckpoint();
      throw new InvalidInput(
        `nothing to resume; the run in ${quotedPath(this.path)} is finished: onerun audit ${quotedPath(this.path)}`,
      );
    }
    if (!(await exists(this.setting)))
      throw new InvalidInput(
        `nothing to resume; ${quotedPath(this.path)} holds no setting.json of a run: start it without --resume`,
      );
    const asked = await readDocument(this.setting, settingSchema, 'setting');
    return { asked, hasCheckpoint: await exists(this.checkpoint) };
  }

  /** Where the results will go, before the work; `inputs` are never replaced. */
  async results(inputs: readonly string[]): Promise<Results> {
    let expected: string | null = null;
    // Scores that a kill kept from getting their manifest are those of this run to the byte.
    const own: Kind = {
      what: 'of this run',
      made: async (path) => expected === null || (await readFile(path, 'utf8')) === expected,
    };
    const outputs = await Outputs.collect({
      files: [
        [this.scores, own],
        [this.manifest, UNIQUE],
      ],
      inputs,
    });
    return {
      place: async (scores, manifest) => {
        expected = scores;
        outputs.put(this.scores, scores);
        outputs.put(this.manifest, json(manifest), SECRET);
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

  /** A run killed right after its manifest still has its checkpoint; it goes once the manifest's scores are there. */
  private async dropSpentCheckpoint(): Promise<void> {
    if (!(await exists(this.checkpoint))) return;
    const { sha256 } = await readDocument(this.manifest, manifestSchema, 'manifest');
    const scores = await readFile(this.scores).catch(() => null);
    if (scores !== null && sha256Of(scores) === sha256?.scores) await rm(this.checkpoint, { force: true });
  }
}

const json = (data: unknown) => `${JSON.stringify(data, null, 2)}\n`;

/** Also a link that leads nowhere is there. */
async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
