import * as z from 'zod';
import { forms } from '../../forms/index.ts';

const { probability, sha256, wholeNumber } = forms;
const share = z.number().min(0).max(1);

/** A line of `audits.jsonl`, and a row of what `onerun audit-all --json` prints. */
const auditRow = z.strictObject({
  name: z.string(),
  path: z.string().describe('relative to the folder, or to the list'),
  kind: z.enum(['scores', 'run']),
  outcome: z
    .enum(['refuted', 'not-refuted', 'could-not-have-noticed', 'no-verdict', 'none', 'error'])
    .describe('once the number of audits is taken into account'),
  claim: z.string().nullable(),
  pValue: share.nullable().describe('of the whole audit, valid at every level'),
  adjustedPValue: share.nullable().describe('refuted where it is at most tau of all together'),
  alone: z
    .enum(['refuted', 'not-refuted', 'could-not-have-noticed', 'no-verdict', 'none'])
    .nullable()
    .describe('at its own tau'),
  tau: probability.nullable().describe('its own'),
  game: z.enum(['membership', 'reconstruction']).nullable(),
  canaries: wholeNumber.nullable(),
  options: wholeNumber.nullable(),
  runs: wholeNumber.nullable(),
  reached: wholeNumber.nullable().describe('of several runs: how many had as many right as was fixed'),
  guesses: z.array(wholeNumber),
  correct: z.array(wholeNumber).describe('at each number of guesses, of the first run'),
  delta: share.nullable(),
  claimEpsilon: z.number().nullable(),
  epsilon: z.number().nullable().describe('proved for every mechanism, at 1 - tau of this audit alone'),
  epsilonUnbounded: z.boolean(),
  modelEpsilon: z.number().nullable().describe('proved within modelFamily alone'),
  modelFamily: z.string().nullable(),
  couldNotice: z
    .boolean()
    .nullable()
    .describe('whether its design could have noticed the violation at its own tau'),
  refutableAmongMany: z
    .boolean()
    .nullable()
    .describe('whether it could have refuted the claim among all, if no other were refuted'),
  violation: z.string().nullable(),
  bestPower: share.nullable().describe('of the best attack'),
  attackPower: share.nullable().describe('of this attack, an estimate'),
  attackStrength: share.nullable().describe('beside the best attack on the claim, an estimate'),
  seed: z.string().nullable().describe('what equal scores were drawn with'),
  seedFrom: z.enum(['plan', 'manifest', 'commitment', 'stated', 'fresh']).nullable(),
  sameScores: z.array(z.string()).describe('other audits of the same scores'),
  evidence: sha256.nullable().describe('of the scores, whatever the format of their file'),
  files: z.array(z.strictObject({ path: z.string(), sha256 })),
  report: z.string().nullable().describe('relative to the folder of the results'),
  error: z.string().nullable(),
  notes: z.array(z.string()),
});

/** What `onerun audit-all --json` prints. */
export const auditsSchema = z.strictObject({
  schema: z.literal('onerun-audits/1'),
  tau: probability.describe('of all audits together'),
  correction: z.enum(['holm', 'bh', 'none']),
  claims: wholeNumber.describe('how many claims the correction is for; audits that failed count'),
  level: z.string().describe('what is controlled, in words'),
  audits: wholeNumber,
  counts: z.strictObject({
    refuted: wholeNumber,
    notRefuted: wholeNumber,
    couldNotHaveNoticed: wholeNumber,
    noVerdict: wholeNumber,
    noClaim: wholeNumber,
    errors: wholeNumber,
  }),
  rows: z.array(auditRow),
  warnings: z.array(z.string()),
  notes: z.array(z.string()),
  skipped: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  earlier: z
    .strictObject({
      tau: probability,
      correction: z.enum(['holm', 'bh', 'none']),
      audits: wholeNumber,
      refuted: wholeNumber,
    })
    .nullable()
    .describe('how results of the same folder were judged before, where that was otherwise'),
  oldReports: z.array(z.string()).describe('reports of earlier audits, left as they are'),
  files: z.strictObject({
    csv: z.string(),
    jsonl: z.string(),
    page: z.string(),
    reports: z.string(),
    log: z.string(),
  }),
});
