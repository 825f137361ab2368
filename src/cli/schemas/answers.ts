import * as z from 'zod';
import { forms, observation, resultForms } from '../../forms/index.ts';
import { certificateSchema } from './documents.ts';

const { probability, relation, unbounded, wholeNumber } = forms;
const { AuditData, ClaimRisk, EmpiricalEpsilon } = resultForms;

/** The forms of what commands print with --json and no other command reads. */

/** What `onerun bound --json` prints. */
export const boundSchema = z.strictObject({
  observation,
  relation: relation.describe(
    'the neighbours that the game compares; every curve is taken to be about these',
  ),
  epsilonAbout: relation.describe('the neighbours that every epsilon is about'),
  tau: probability,
  delta: z.union([z.number(), z.array(z.number())]).describe('a list where several were asked for'),
  results: z.array(EmpiricalEpsilon),
  proved: AuditData.shape.proved,
  claim: z.string().optional(),
  claimEpsilon: unbounded.optional(),
  outcome: z.enum(['refuted', 'not-refuted', 'could-not-have-noticed']).optional(),
  refuted: z.boolean().optional(),
  standing: forms.standing.nullable().optional(),
  attack: z
    .strictObject({ strength: z.number().nullable(), power: z.number().nullable() })
    .optional()
    .describe('beside the best attack on the claim: estimates'),
  tests: z.array(z.strictObject({ method: z.string(), pValue: z.number(), refuted: z.boolean() })).optional(),
  notes: z.array(z.string()).optional(),
});

/** What `onerun curve --claim --json` prints. */
export const curveSchema = z.strictObject({
  claim: z.string(),
  relation,
  points: z
    .array(z.strictObject({ alpha: z.number(), beta: z.number() }))
    .describe('an attack with a rate alpha of false positives has a rate of false negatives of beta or more'),
  epsilon: z.array(z.strictObject({ delta: z.number(), epsilon: unbounded })),
  delta: z.array(z.strictObject({ epsilon: z.number(), delta: z.number() })),
  gap: z
    .number()
    .describe('how far, relatively, any of them may be from the exact value, towards less privacy'),
  note: z.string().optional(),
  risk: ClaimRisk,
});

/** What `onerun curve --calibrate --json` prints. */
export const calibrationSchema = z.strictObject({
  family: z.string(),
  parameter: z.string(),
  value: z.number(),
  claim: z.string().describe('the claim with this value, which keeps the target'),
  epsilon: z.number().optional().describe('what the claim spends, where the target is an epsilon at delta'),
  delta: z.number().optional(),
  advantage: z.number().optional(),
  tpr: z.number().optional(),
  fpr: z.number().optional(),
});

/** What `onerun verify --json` prints. */
export const verifySchema = z.strictObject({
  valid: z.literal(true),
  claim: z.string().optional().describe('of a certificate'),
  observation: observation.optional().describe('of a certificate of counts'),
  bound: z.number().optional().describe('P[so many or more right] is at most this if the claim holds'),
  tangents: wholeNumber.optional(),
  relation: relation
    .optional()
    .describe(
      'of a certificate of counts: the neighbours that the game compares, and that the curve is about',
    ),
  epsilonAbout: relation.optional().describe('the neighbours that the epsilon of proves is about'),
  proves: certificateSchema.shape.proves,
  tau: probability.optional().describe('of a certificate of a ledger'),
  runs: wholeNumber.optional(),
  mostLogEvidence: z.number().optional().describe('ln of the largest evidence that there ever was'),
  order: z
    .string()
    .nullable()
    .optional()
    .describe('what the place of runs that were not started rests on; null where all were'),
  refuted: z.boolean().optional(),
  m: wholeNumber.optional().describe('of a commitment'),
  k: wholeNumber.optional(),
  hash: z.string().optional().describe('what was to be published before training'),
  assignment: z.string().optional(),
  texts: z.string().optional(),
});

/** What `onerun canaries --json` prints. */
export const canariesSchema = z.strictObject({
  assignment: z.string().describe('the file'),
  commitment: z.string().describe('the file that holds hash and salt'),
  m: wholeNumber,
  k: wholeNumber,
  hash: z.string().describe('to be published before training'),
});
