import * as z from 'zod';

/** What forms of JSON are made of. */

const probability = z.number().gt(0).lt(1);
const wholeNumber = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const observation = z.strictObject({
  m: wholeNumber,
  k: wholeNumber,
  guesses: wholeNumber,
  correct: wholeNumber,
  sides: z.enum(['in', 'out']).optional().describe('where every guess said the same: what it said'),
});

const relation = z.enum(['add-remove', 'replace']);

const enoughCanaries = z
  .strictObject({
    violation: z.string(),
    power: probability,
    canaries: wholeNumber.nullable().describe('null where no number up to 1,000,000 is enough'),
  })
  .describe('how many canaries, in each run, would catch the violation with this probability');

/** Under one name, since elsewhere the words mean other things. */
export const forms = { probability, wholeNumber, sha256, relation, enoughCanaries };
