import * as z from 'zod';
import { choiceForms, plannedForms } from './choice-forms.ts';
import { forms } from './parts.ts';

const { claimInstead, enoughCanaries, sha256, standing, unbounded, wholeNumber } = forms;

/** The forms of the JSON files of a run. They are read strictly: a misspelt key is an error. */

/** A mechanism to plan for is stated with the plan, before there is a run. */
const { model: _, ...choicesOfRun } = choiceForms;

/**
 * `manifest.json` of a run folder: everything that `onerun audit DIR` needs. Paths are relative to the
 * directory.
 */
export const manifestSchema = z.strictObject({
  schema: z.literal('onerun-run/1'),
  made: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('when the run was made; a ledger says where runs were added in another order'),
  scores: z.string().describe('the score file'),
  assignment: z.string().optional().describe('who was in, joined to the scores by id'),
  commitment: z.string().optional().describe('the commitment to the assignment'),
  sha256: z
    .strictObject({ scores: sha256.optional(), assignment: sha256.optional() })
    .optional()
    .describe('of the bytes of the score file and the assignment: the audit refuses others'),
  plan: z.string().optional(),
  ...choicesOfRun,
  parameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('how the run was made; not used by the audit'),
});

/** Guesses, and how many right make a run count, stand with the row that was chosen, and options as k. */
const { guesses: __, atLeast: ___, options: ____, ...choicesOfPlan } = plannedForms;

/** What one number of guesses can be expected to show. */
export const planRow = z.strictObject({
  guesses: wholeNumber,
  fraction: z.number().describe('of right guesses, expected if the model is what runs'),
  violationFraction: z.number().describe('the same if the violation is what runs'),
  critical: wholeNumber
    .nullable()
    .describe('the fewest right that refute the claim, or make a run count; null where not even all do'),
  atLeast: wholeNumber.optional(),
  runsNeeded: wholeNumber.nullable().optional(),
  power: z.number().describe('how likely a mechanism with the violation is to be refuted'),
  epsilon: unbounded,
  largestProvable: unbounded,
});

/** `plan.json`, written by `onerun plan`. */
export const planSchema = z.strictObject({
  schema: z.literal('onerun-plan/1'),
  m: wholeNumber,
  k: wholeNumber,
  runs: wholeNumber.optional().describe('independent runs that are audited together; one where it is absent'),
  atLeast: wholeNumber.optional().describe('with several runs: from how many right guesses on a run counts'),
  runsNeeded: wholeNumber
    .nullable()
    .optional()
    .describe('with several runs: how many must count to refute the claim; null where not even all do'),
  ...choicesOfPlan,
  claim: choiceForms.claim.unwrap(),
  violation: choiceForms.violation.unwrap(),
  tau: choiceForms.tau.unwrap(),
  delta: choiceForms.delta.unwrap(),
  seed: z.string().min(1).optional().describe('breaks ties among equal scores'),
  family: z.string(),
  standing: standing.optional(),
  enough: enoughCanaries.optional(),
  instead: z.array(claimInstead).optional(),
  note: z.string().optional(),
  chosen: planRow,
  rows: z.array(planRow),
});

/** `FILE.commitment.json`, written by `onerun canaries`. */
export const commitmentSchema = z.strictObject({
  schema: z.literal('onerun-commitment/1'),
  m: wholeNumber,
  k: wholeNumber,
  algorithm: z.string(),
  hash: sha256,
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  texts: z
    .strictObject({ sha256, nonce: sha256 })
    .optional()
    .describe('text canaries: the sha256 of their file; the salt is sha256(nonce + this sha256)'),
});
