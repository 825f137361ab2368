import * as z from 'zod';
import { InvalidInput } from '../../errors.ts';
import type { Records, TrainState } from '../../training/index.ts';
import { readDocument } from '../input/documents.ts';
import { sha256Of } from '../input/sha256.ts';
import { writeWhole } from '../output/index.ts';

/** What identifies a run, each as a hash. */
export interface RunIdentity {
  readonly setting: string;
  /** The hash of the commitment, which covers the coins and the salt. */
  readonly assignment: string;
  readonly data: string;
}

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256, 64 hexadecimal digits');

/** `checkpoint.json`: where the training stands and of which run; arrays as the base64 of their bytes. */
const checkpointSchema = z.strictObject({
  schema: z.literal('onerun-checkpoint/2'),
  setting: hash,
  assignment: hash,
  data: hash,
  step: z.number().int().nonnegative(),
  loss: z.number().nullable(),
  weights: z.string(),
  average: z.string().nullable(),
  memory: z.array(z.string()),
  checksum: hash,
});
type Checkpoint = z.infer<typeof checkpointSchema>;

/** The records that a run trains on, as a hash. */
export function dataHash({ inputs, labels, width }: Records): string {
  return sha256Of(`${width} `, bytesOf(inputs), bytesOf(labels));
}

export async function writeCheckpoint(path: string, run: RunIdentity, state: TrainState): Promise<void> {
  const { step, loss, weights, average, memory } = state;
  const content: Omit<Checkpoint, 'checksum'> = {
    schema: 'onerun-checkpoint/2',
    setting: run.setting,
    assignment: run.assignment,
    data: run.data,
    step,
    loss: Number.isNaN(loss) ? null : loss,
    weights: encode(weights),
    average: average === null ? null : encode(average),
    memory: memory.map(encode),
  };
  const checkpoint: Checkpoint = { ...content, checksum: checksumOf(content) };
  writeWhole(path, `${JSON.stringify(checkpoint, null, 2)}\n`, { secret: true });
}

/** Reads a checkpoint of this very run: one that was changed, or that another run wrote, is refused. */
export async function readCheckpoint(path: string, run: RunIdentity): Promise<TrainState> {
  const checkpoint = await readDocument(path, checkpointSchema, 'checkpoint');
  const refuse = (why: string) =>
    new InvalidInput(
      `invalid checkpoint ${path}; ${why}: put back what belongs to the run, or start anew with --force`,
    );
  const { checksum, ...content } = checkpoint;
  if (checksumOf(content) !== checksum)
    throw refuse('its checksum does not fit, so it was changed after it was written');
  const foreign = (['setting', 'assignment', 'data'] as const).find((part) => checkpoint[part] !== run[part]);
  if (foreign !== undefined) throw refuse(`it was written with ${DIFFERENCES[foreign]}`);
  const { step, loss, weights, average, memory } = checkpoint;
  return {
    step,
    loss: loss ?? Number.NaN,
    weights: new Float32Array(decode(weights, 4)),
    average: average === null ? null : new Float32Array(decode(average, 4)),
    memory: memory.map((text) => new Float64Array(decode(text, 8))),
  };
}

const DIFFERENCES: Readonly<Record<keyof RunIdentity, string>> = {
  setting: 'another setting than setting.json',
  assignment: 'another assignment than canaries.csv',
  data: 'other training data',
};

/**
 * A checksum against accidents, not forgery. It covers the parts in a fixed order, whatever the layout of the
 * file.
 */
function checksumOf(content: Omit<Checkpoint, 'checksum'>): string {
  const { schema, setting, assignment, data, step, loss, weights, average, memory } = content;
  return sha256Of(JSON.stringify([schema, setting, assignment, data, step, loss, weights, average, memory]));
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function encode(array: Float32Array | Float64Array): string {
  return Buffer.from(bytesOf(array)).toString('base64');
}

/**
 * The bytes of a base64 text, aligned, cut to whole numbers of `each` bytes; the trainer checks how many
 * there are.
 */
function decode(text: string, each: number): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  return Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % each))).buffer;
}
