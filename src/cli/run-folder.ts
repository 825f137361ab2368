import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { InvalidInput } from '../errors.ts';
import { CANARY_KINDS, SCHEDULES, SCORES, type TrainState, ZOO } from '../mechanisms/index.ts';
import { readDocument } from './documents.ts';
import { writeWhole } from './files.ts';

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
});

/** What was asked for, complete. */
export type Asked = z.infer<typeof settingSchema>;

const base64 = z.base64();

/** `checkpoint.json`: where the training stands; arrays as the base64 of their bytes. */
const checkpointSchema = z.strictObject({
  schema: z.literal('onerun-checkpoint/1'),
  step: z.number().int().nonnegative(),
  loss: z.number().nullable(),
  weights: base64,
  average: base64.nullable(),
  memory: z.array(base64),
});

/** The files of a run. The manifest comes last: a folder without one is not a run that can be audited. */
export class RunFolder {
  readonly path: string;
  readonly setting: string;
  readonly checkpoint: string;
  readonly assignment: string;
  readonly scores: string;
  readonly manifest: string;

  constructor(path: string) {
    this.path = path;
    this.setting = join(path, 'setting.json');
    this.checkpoint = join(path, 'checkpoint.json');
    this.assignment = join(path, 'canaries.csv');
    this.scores = join(path, 'scores.csv');
    this.manifest = join(path, 'manifest.json');
  }

  /** Makes room for a new run; what is there already is only replaced by force; an assignment that is given may lie there. */
  async start(asked: Asked, force: boolean, given?: string): Promise<void> {
    for (const file of [this.manifest, this.setting, this.assignment, this.scores]) {
      if (force || file === given || !(await exists(file))) continue;
      const hint =
        file === this.setting ? '--resume goes on with it, --force starts anew' : '--force starts anew';
      throw new InvalidInput(`${this.path} holds a run already; ${hint}: ${file}`);
    }
    await mkdir(this.path, { recursive: true }).catch((error: Error) => {
      throw new InvalidInput(`cannot write to ${this.path}: ${error.message}`);
    });
    for (const file of [this.manifest, this.scores, this.checkpoint]) await rm(file, { force: true });
    await writeWhole(this.setting, json(asked));
  }

  /** What an unfinished run was asked for, and where it stands: null before the first checkpoint. */
  async resume(): Promise<{ asked: Asked; state: TrainState | null }> {
    if (await exists(this.manifest))
      throw new InvalidInput(
        `nothing to resume; the run in ${this.path} is finished: onerun audit ${this.path}`,
      );
    if (!(await exists(this.setting)))
      throw new InvalidInput(`nothing to resume; ${this.path} holds no setting.json of a run`);
    const asked = await readDocument(this.setting, settingSchema, 'setting');
    return { asked, state: (await exists(this.checkpoint)) ? await this.readCheckpoint() : null };
  }

  async writeCheckpoint({ step, loss, weights, average, memory }: TrainState): Promise<void> {
    const checkpoint: z.infer<typeof checkpointSchema> = {
      schema: 'onerun-checkpoint/1',
      step,
      loss: Number.isNaN(loss) ? null : loss,
      weights: encode(weights),
      average: average === null ? null : encode(average),
      memory: memory.map(encode),
    };
    await writeWhole(this.checkpoint, json(checkpoint));
  }

  private async readCheckpoint(): Promise<TrainState> {
    const { step, loss, weights, average, memory } = await readDocument(
      this.checkpoint,
      checkpointSchema,
      'checkpoint',
    );
    return {
      step,
      loss: loss ?? Number.NaN,
      weights: new Float32Array(decode(weights)),
      average: average === null ? null : new Float32Array(decode(average)),
      memory: memory.map((text) => new Float64Array(decode(text))),
    };
  }

  /** Scores, then the manifest that makes them count, then away with the checkpoint. */
  async finish(scores: string, manifest: unknown): Promise<void> {
    await writeWhole(this.scores, scores);
    await writeWhole(this.manifest, json(manifest));
    await rm(this.checkpoint, { force: true });
  }
}

const json = (data: unknown) => `${JSON.stringify(data, null, 2)}\n`;

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

function encode(array: Float32Array | Float64Array): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
}

/** A copy of its own, aligned for any kind of array. */
function decode(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer;
}
