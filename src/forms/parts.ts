import * as z from 'zod';

/** What forms of JSON are made of. */

const probability = z.number().gt(0).lt(1);
const wholeNumber = z.number().int().nonnegative();
/** A number that may be unbounded, which JSON has no word for. */
const unbounded = z
  .number()
  .nullable()
  .transform((found) => found ?? Infinity)
  .describe('null where it is unbounded');
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const observation = z.strictObject({
  m: wholeNumber,
  k: wholeNumber,
  guesses: wholeNumber,
  correct: wholeNumber,
  sides: z.enum(['in', 'out']).optional().describe('where every guess said the same: what it said'),
});

const relation = z.enum(['add-remove', 'replace']);
const familyAssumption = z.enum(['worst-case', 'model-based']);
const assumption = z.enum([...familyAssumption.options, 'independent-canaries']);

const enoughCanaries = z
  .strictObject({
    violation: z.string(),
    power: probability,
    canaries: wholeNumber.nullable().describe('null where no number up to 1,000,000 is enough'),
  })
  .describe('how many canaries, in each run, would catch the violation with this probability');

const claimInstead = z
  .strictObject({
    claim: z.string(),
    violation: z.string(),
    power: z.number().describe('of as many canaries'),
    canaries: wholeNumber.nullable().describe('how many catch it with probability 0.9; null where none do'),
  })
  .describe('a claim about the same budget that says more');

const standing = z
  .strictObject({
    guesses: wholeNumber.describe('in each run'),
    model: z.string().describe('the mechanism that is taken to keep the claim'),
    violation: z.string().nullable().describe('what should be noticed; null where nothing is usual'),
    power: z.number().nullable().describe('how likely the best attack is to have it refuted'),
    refutedFrom: wholeNumber.nullable().describe('right guesses that refute; null for several runs'),
    runsNeeded: wholeNumber.nullable().optional().describe('of several runs: how many must count'),
    standsFrom: wholeNumber
      .nullable()
      .describe('right guesses of all runs from which "not refuted" stands; null where it never does'),
    eachFrom: wholeNumber
      .optional()
      .describe('of several runs: with fewer right guesses of its own a run looks blind'),
    runsSeeing: wholeNumber
      .optional()
      .describe('of several runs: how many need so many right, or the attack was blind in too many'),
    couldNot: z.enum(['never-refutes', 'little-power', 'like-blind']).nullable(),
    expected: z.number().describe('right guesses of the best attack on the claimed mechanism'),
    weakBelow: wholeNumber.describe('with fewer the attack is weaker than that, but in one case of 1,000'),
    isRough: z.boolean().describe('whether the strength of an attack is told only roughly'),
  })
  .describe('what "not refuted" is worth, decided before there are scores');

/** Under one name, since elsewhere the words mean other things. */
export const forms = {
  probability,
  wholeNumber,
  unbounded,
  sha256,
  relation,
  assumption,
  familyAssumption,
  enoughCanaries,
  claimInstead,
  standing,
};
