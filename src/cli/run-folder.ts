import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { InvalidInput } from '../errors.ts';
import { CANARY_KINDS, SCHEDULES, SCORES, ZOO } from '../mechanisms/index.ts';
import { commitmentFileOf } from './canaries.ts';
import { readDocument } from './documents.ts';
import { SECRET, writeWhole } from './files.ts';
import { removeStale } from './output/index.ts';
import { manifestSchema } from './schemas.ts';
import { sha256Of } from './sha256.ts';

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
   * Makes room for a new run; what is there already is only replaced by force, and an assignment that is given may lie
   * there. All of an old run is gone before the new setting is written, its setting first: a kill in between leaves
   * nothing that could be resumed with parts of both.
   */
  async start(asked: Asked, force: boolean, givenInPlace: boolean): Promise<void> {
    const names = [this.manifest, this.setting, this.checkpoint, this.scores];
    if (!givenInPlace) names.push(this.assignment, this.commitment);
    const old: string[] = [];
    for (const file of names) if (await exists(file)) old.push(file);
    if (old.length > 0 && !force) {
      const hint =
        old[0] === this.setting ? '--resume goes on with it, --force starts anew' : '--force starts anew';
      throw new InvalidInput(`${this.path} holds a run already; ${hint}: ${old[0]}`);
    }
    await mkdir(this.path, { recursive: true }).catch((error: Error) => {
      throw new InvalidInput(`cannot write to ${this.path}: ${error.message}`);
    });
    for (const file of old) await rm(file, { force: true });
    await writeWhole(this.setting, json(asked), SECRET);
  }

  /** What an unfinished run was asked for, and whether it has a checkpoint. */
  async resume(): Promise<{ asked: Asked; hasCheckpoint: boolean }> {
    if (await exists(this.manifest)) {
      removeStale(this.path);
      await this.dropSpentCheckpoint();
      throw new InvalidInput(
        `nothing to resume; the run in ${this.path} is finished: onerun audit ${this.path}`,
      );
    }
    if (!(await exists(this.setting)))
      throw new InvalidInput(
        `nothing to resume; ${this.path} holds no setting.json of a run: start it without --resume`,
      );
    const asked = await readDocument(this.setting, settingSchema, 'setting');
    return { asked, hasCheckpoint: await exists(this.checkpoint) };
  }

  /** Scores, then the manifest that makes them count, then away with the checkpoint. */
  async finish(scores: string, manifest: unknown): Promise<void> {
    await writeWhole(this.scores, scores);
    await writeWhole(this.manifest, json(manifest), SECRET);
    await rm(this.checkpoint, { force: true });
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

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
