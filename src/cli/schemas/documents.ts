import * as z from 'zod';
import { forms, observation } from '../../forms/index.ts';

export { commitmentSchema, manifestSchema, planSchema } from '../../forms/index.ts';

const { familyAssumption, probability, wholeNumber } = forms;

/** The forms of JSON files. They are read strictly, so that a misspelt key is an error and not ignored. */

/** A line of `FILE.texts.jsonl`, written by `onerun canaries --text`. It says nothing of coins. */
export const canaryTextSchema = z
  .union([
    z.strictObject({ id: z.string(), text: z.string() }),
    z.strictObject({ id: z.string(), candidates: z.array(z.string()).min(2) }),
  ])
  .describe('a canary that is in or out has a text; one of which one candidate is in has those');

/** `certificate.json`, written with --certificate and checked by `onerun verify`. */
export const certificateSchema = z.strictObject({
  schema: z.literal('onerun-certificate/1'),
  claim: z.string().describe('the claim, in its grammar'),
  relation: z
    .enum(['add-remove', 'replace'])
    .describe(
      'the neighbours that were compared; replace with an add-remove claim: what it implies for an exchange; add-remove with more than two options: the claim, and an epsilon, are taken to be about exchanges',
    ),
  observation,
  bound: z.number().describe('P[this many or more right] is at most this'),
  tangents: z.array(
    z.strictObject({
      epsilon: z.number().describe('the slope of the line is e^epsilon'),
      delta: z.number().describe('fBar(x) <= e^epsilon x + delta for all x'),
      weights: z
        .array(z.tuple([z.number(), z.number(), z.number()]))
        .describe('first, last, phi: the weight of the counts from first to last; elsewhere 0'),
    }),
  ),
  proves: z
    .strictObject({
      family: z.string().describe('the family, an ordered set of claims; the claim is a member'),
      delta: z.number(),
      epsilon: z.number().nullable().describe('at delta, at least this; null where it is unbounded'),
      assumption: familyAssumption,
      tau: probability.describe('significance of the whole'),
      numbers: wholeNumber.describe('how many numbers of guesses share it evenly'),
      runs: wholeNumber,
      successes: wholeNumber.describe('how many of the runs have so many right'),
      level: probability.describe('what the bound must not exceed to refute the claim'),
    })
    .optional()
    .describe('what follows of epsilon, since the claim is refuted'),
  checksum: z.string().describe('sha256 of the rest as compact JSON'),
});
