import * as z from 'zod';
import { forms } from '../../forms/index.ts';

const { probability, wholeNumber } = forms;
const pValue = z.number().min(0).max(1).nullable();

/** What `onerun audit-all --json` prints. */
export const auditsSchema = z.strictObject({
  schema: z.literal('onerun-audits/2'),
  tau: probability.describe('of all audits together'),
  correction: z.enum(['holm', 'bh', 'none']),
  claims: wholeNumber.describe('how many claims the correction is for; audits that failed count'),
  level: z.string().describe('what is controlled, in words'),
  rows: z.array(
    z.strictObject({
      name: z.string(),
      outcome: z
        .enum(['refuted', 'not-refuted', 'could-not-have-noticed', 'no-verdict', 'none', 'error'])
        .describe('once the number of audits is taken into account'),
      claim: z.string().nullable(),
      pValue: pValue.describe('of the whole audit, valid at every level'),
      correctedPValue: pValue.describe('refuted where it is at most tau of all together'),
      notes: z.array(z.string()),
      report: z
        .string()
        .nullable()
        .describe('in the folder of the results; audit.json beside it is what onerun audit --json says'),
    }),
  ),
});
