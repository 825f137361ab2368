import * as z from 'zod';
import { TRAINING_OPTIONS, type TrainingOption, type TrainSetting } from '../../training/index.ts';
import { sha256Of } from '../input/sha256.ts';

/** The form of one training option's value. */
function formOf({ kind, choices, default: usual }: TrainingOption): z.ZodType {
  const form =
    choices !== undefined
      ? z.enum(choices)
      : kind === 'sizes'
        ? z.array(z.number())
        : kind === 'seed'
          ? z.string()
          : z.number();
  return usual === null ? form.nullable() : form;
}

const trainSettingSchema = z.strictObject(
  Object.fromEntries(Object.entries(TRAINING_OPTIONS).map(([name, option]) => [name, formOf(option)])),
) as unknown as z.ZodType<TrainSetting>;

/** `setting.json`, written before training: all that decides the run, the audited score included. */
export const settingSchema = z.strictObject({
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
  setting: trainSettingSchema,
  /**
   * An assignment that was handed in, and the hash of its commitment; without it the coins are those of the
   * seed.
   */
  given: z.strictObject({ file: z.string(), commitment: z.string() }).optional(),
});

/** All that decides a run: its training, its data, and the delta at which its epsilon is told. */
export type RunSetting = z.infer<typeof settingSchema>;

/** The setting of a run as a hash, whatever the layout of its file. */
export function settingHash({ schema, data, delta, setting, given }: RunSetting): string {
  const sorted = (part: object) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Of(JSON.stringify([schema, sorted(data), delta, sorted(setting), sorted(given ?? {})]));
}
