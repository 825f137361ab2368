import * as z from 'zod';
import { SIDES } from '../observation.ts';
import { METHODS } from '../types.ts';
import { forms, observation } from './parts.ts';

const { claimInstead, assumption, enoughCanaries, probability, relation, standing, unbounded, wholeNumber } =
  forms;

const estimate = z
  .strictObject({ value: z.number(), lower: z.number(), upper: z.number() })
  .describe('a number with its 95% interval, which holds only if canaries do not interact');

const rateNumbers = z
  .strictObject({
    fpr: z.number().describe('at most this share of the canaries out is called in'),
    falsePositives: wholeNumber.nullable(),
    truePositives: wholeNumber.nullable(),
    tpr: estimate.nullable().describe('null where so few canaries out cannot show the rate'),
  })
  .describe('the true positives at the lowest threshold that keeps false positives within a rate');

const attackNumbers = z
  .strictObject({
    included: wholeNumber,
    excluded: wholeNumber,
    auc: estimate,
    rates: z.array(rateNumbers),
    advantage: z.number().describe('the largest TPR - FPR over all thresholds'),
    accuracy: z.number().describe('the largest share of canaries told right over all thresholds'),
  })
  .describe('how well an attack tells the canaries of one run apart');

const attackTogether = attackNumbers
  .omit({ included: true, excluded: true })
  .extend({ runs: wholeNumber })
  .describe(
    'averages over several runs, each with thresholds of its own: scores of two runs are never compared',
  );

const attackDescription = z
  .strictObject({
    assumption: z.literal('descriptive').describe('describes the attack; proves nothing about the claim'),
    label: z.string(),
    confidence: probability.describe('of each interval, which holds only if canaries do not interact'),
    runs: z.array(attackNumbers.nullable()).describe('null for a run whose canaries are all in or all out'),
    together: attackTogether
      .nullable()
      .describe('averages over several runs, each with thresholds of its own'),
  })
  .describe('how well the attack did: numbers to look at, which no verdict rests on');

const auditTest = z
  .strictObject({
    method: z.string(),
    guesses: wholeNumber.describe('the number it was made with, where several were tried'),
    pValue: z.number(),
    perRun: z
      .number()
      .optional()
      .describe('of several runs: the probability with which one counts is at most this'),
    assumes: z.literal('independent-canaries').optional().describe('what it rests on besides'),
    level: z.number().describe('its share of tau: it refutes where its p-value is at most this'),
    refuted: z.boolean(),
  })
  .describe('a p-value of the claim');

const fixedChoice = <T extends z.ZodType>(value: T) =>
  z.strictObject({ value, from: z.enum(['plan', 'manifest', 'stated', 'planned', 'counted']) });

/** A test of one game's counts, or of the two errors of a threshold over many runs. */
const method = z.enum([...METHODS, 'independent', 'classical']);

const provedEpsilon = z
  .strictObject({
    method,
    family: z.string(),
    delta: z.number(),
    parameter: z.number().nullable().describe("the family's, at the bound; null where nothing was rejected"),
    epsilon: unbounded,
    largestProvable: unbounded,
    assumption,
    note: z.string().optional().describe('such as that the method fell back on another'),
  })
  .describe('what was proved within a family: epsilon at delta is at least this, at confidence 1 - tau');

const largestEpsilon = z
  .strictObject({
    assumption,
    delta: z.number(),
    epsilon: unbounded,
    family: z.string(),
    method,
  })
  .describe('the largest epsilon that was proved under one assumption');

/** The largest of them under each assumption. */
const largestEpsilons = z
  .array(largestEpsilon)
  .describe('the largest epsilon under each assumption, at each delta');

const errorRate = z
  .strictObject({
    runs: wholeNumber.describe('how many runs could show this error'),
    wrong: wholeNumber,
    limit: z.number().gt(0).max(1).describe('the upper limit of Clopper and Pearson'),
  })
  .describe(
    'one kind of error of a threshold: how many of the runs that could show it did, and what it is at most',
  );

const rateRisk = z
  .strictObject({ fpr: probability, tpr: z.number() })
  .describe('the true positive rate of the best attack with this false positive rate');
const posteriorRisk = z
  .strictObject({ prior: probability, fpr: probability, posterior: z.number() })
  .describe('how likely the record is in once the best attack with this false positive rate says so');
const deltaRisk = z
  .strictObject({
    prior: probability,
    delta: z.number(),
    epsilon: unbounded,
    posterior: z.number(),
  })
  .describe('the posterior that goes with epsilon at delta: e^epsilon prior / (1 - prior + e^epsilon prior)');

/** The numbers of a risk (docs/risk.md). */
const risks = {
  relation,
  tpr: z.array(rateRisk),
  posterior: z
    .array(posteriorRisk)
    .describe('how likely the record is in once the best attack with this false positive rate says so'),
  posteriorAtDelta: z
    .array(deltaRisk)
    .describe(
      'e^epsilon prior / (1 - prior + e^epsilon prior): of a claim it holds but for probability delta; what was proved is reached after some outcomes, of probability above delta where what they speak for is so',
    ),
  mu: z.number().nullable().describe('of what is exactly Gaussian'),
};

const claimRisk = z
  .strictObject({ claim: z.string(), ...risks, advantage: z.number() })
  .describe('what a claim allows an attack on one record at most; nothing is below the exact value');

const provedRisk = z
  .strictObject({
    family: z.string(),
    method,
    assumption,
    parameter: z.number(),
    ...risks,
    advantage: z.number().nullable().describe('null where none follows'),
  })
  .describe('what was proved of the best attack on one record; nothing is above the exact value');

const auditRisk = z
  .strictObject({
    claim: claimRisk.nullable().describe('what the claim allows an attack on one record at most'),
    proved: z
      .array(provedRisk)
      .describe('what the best attack on one record does at least, within each family'),
  })
  .describe('the risk of one record: what the claim allows at most, and what was proved at least');

const outcome = z
  .enum(['refuted', 'not-refuted', 'could-not-have-noticed', 'no-verdict', 'none'])
  .describe(
    'not-refuted only where this attack could have noticed a violation; none where nothing is claimed',
  );

const auditAttack = z
  .strictObject({
    strength: z
      .number()
      .nullable()
      .describe('1 as good as the best attack on the claimed mechanism, 0 no better than blind; an estimate'),
    right: wholeNumber.nullable().describe('right guesses of all runs, at the number that standing is about'),
    description: attackDescription.nullable().describe('null for a choice among candidates'),
  })
  .describe(
    'what the attack was worth, beside the best one on the claimed mechanism: an estimate from the counts',
  );

const auditPower = z
  .strictObject({
    violation: z.string(),
    best: z.number().describe('how likely the best attack is to have it refuted'),
    thisAttack: z.number().nullable().describe('the same of an attack of this strength; an estimate'),
  })
  .describe('how likely a violation is to be refuted');

const jointRuns = z
  .strictObject({
    runs: wholeNumber,
    atLeast: wholeNumber,
    reached: wholeNumber.describe('how many runs had at least so many right'),
    needed: wholeNumber.nullable().describe('how many would have refuted the claim'),
  })
  .describe('what several runs showed together');

const fixed = z
  .strictObject({
    guesses: fixedChoice(z.array(wholeNumber)),
    atLeast: fixedChoice(wholeNumber).nullable(),
    runs: fixedChoice(wholeNumber),
  })
  .describe('what the verdict needs to have been fixed before the scores were seen, and where it stands');

const classicalAudit = z
  .strictObject({
    threshold: z.number().describe('scores at or above it are called in; where lower is in, at or below'),
    choosingRuns: wholeNumber.describe(
      'how many runs, the first ones, chose the threshold and are not counted; 0 where it was stated',
    ),
    falsePositives: errorRate,
    falseNegatives: errorRate,
  })
  .describe('what the classical test saw of runs that one and the same canary is in or out of');

const auditCheck = z
  .strictObject({ name: z.string(), passed: z.boolean(), message: z.string() })
  .describe('one check of the input');

const auditTies = z
  .strictObject({
    run: wholeNumber,
    guesses: wholeNumber,
    equal: wholeNumber,
    guessed: wholeNumber,
    least: wholeNumber,
    most: wholeNumber,
    decides: z.boolean(),
  })
  .describe(
    'equal scores at the cut of one run at one number of guesses, where a draw had to choose among them',
  );

const auditInput = z
  .strictObject({
    name: z.string().describe("the file's name, or what to call the scores in a message"),
    sha256: z.string().nullable().describe('of the file; null where the scores were handed in as arrays'),
    rows: wholeNumber,
    run: z.string().optional().describe('the label, where a column tells several runs of a file apart'),
    file: z.string().optional().describe('the file that holds this run and others'),
    scoreColumn: z.string().optional(),
  })
  .describe('where the scores of a run came from');

const auditFile = z
  .strictObject({
    role: z.enum(['assignment', 'plan', 'commitment', 'manifest']),
    name: z.string(),
    sha256: z.string(),
  })
  .describe('a further file that an audit rests on');

const provenance = z
  .strictObject({
    version: z.string().nullable(),
    command: z.string().nullable(),
    seed: z.string().describe('what equal scores were drawn with'),
    seedFrom: z.enum(['plan', 'manifest', 'commitment', 'stated', 'fresh']),
    scoreColumn: z.string().nullable(),
    direction: z.enum(['higher-is-in', 'lower-is-in']).nullable(),
    sides: z.enum(SIDES).nullable(),
    files: z.array(auditFile),
    commitment: z
      .strictObject({
        checked: z.literal(true),
        hash: z.string(),
        runs: wholeNumber.optional().describe('of several runs: how many of them it was checked for'),
      })
      .nullable(),
    departures: z.array(z.string()),
  })
  .describe('everything that someone needs who wants to repeat or check an audit');

/** What `onerun audit --json` prints. */
export const auditSchema = z.strictObject({
  schema: z.literal('onerun-audit/1'),
  game: z
    .enum(['membership', 'reconstruction'])
    .describe('whether canaries in are compared with canaries out, or one candidate with another'),
  observation,
  observations: z.array(observation),
  tau: probability,
  tauEach: probability.describe('of each test, where several numbers of guesses share tau'),
  delta: z.number(),
  claim: z.string().nullable(),
  tested: z.string().nullable(),
  claimEpsilon: z
    .number()
    .nullable()
    .describe('of the claim, at delta; null where it has none, and where nothing is claimed'),
  outcome,
  decidedBy: auditTest.nullable().describe('the test with the smallest p-value for its level'),
  pValue: z.number().nullable().describe('of all tests together'),
  refuted: z.boolean().nullable(),
  attack: auditAttack,
  power: auditPower.nullable().describe('how likely a violation is to be refuted; null where unknown'),
  standing: standing.nullable().describe('what "not refuted" is worth, fixed before the scores'),
  enough: enoughCanaries.optional(),
  instead: z.array(claimInstead).optional().describe('claims to state instead, which say more'),
  critical: z
    .array(wholeNumber.nullable())
    .describe('for each number of guesses, the fewest right ones that refute the claim'),
  tests: z.array(auditTest).describe('the p-values of the claim; none where there is no verdict'),
  results: z.array(provedEpsilon).describe('within each family, by each method'),
  proved: largestEpsilons,
  joint: jointRuns.nullable().describe('several runs together; null for one'),
  fixed: fixed.describe('what was fixed before the scores were seen, and where it stands'),
  classical: classicalAudit
    .optional()
    .describe('limits on both errors of a threshold, for one canary that is in or out of many runs'),
  risk: auditRisk,
  checks: z.array(auditCheck),
  ties: z
    .array(auditTies)
    .describe('where a draw chose among equal scores, and the fewest and most right over all ways to choose'),
  notes: z.array(z.string()),
  inputs: z.array(auditInput),
  provenance,
});

/** What the result of an audit is made of, by the names of its types. */
export const resultForms = {
  AuditData: auditSchema,
  AuditTest: auditTest,
  EmpiricalEpsilon: provedEpsilon,
  ProvedEpsilon: largestEpsilon,
  JointRuns: jointRuns,
  FixedInAdvance: fixed,
  ClassicalAudit: classicalAudit,
  ErrorRate: errorRate,
  AuditAttack: auditAttack,
  AttackDescription: attackDescription,
  AttackNumbers: attackNumbers,
  AttackTogether: attackTogether,
  RateNumbers: rateNumbers,
  Estimate: estimate,
  AuditPower: auditPower,
  AuditRisk: auditRisk,
  ClaimRisk: claimRisk,
  ProvedRisk: provedRisk,
  RateRisk: rateRisk,
  PosteriorRisk: posteriorRisk,
  DeltaRisk: deltaRisk,
  AuditCheck: auditCheck,
  AuditTies: auditTies,
  AuditInput: auditInput,
  AuditFile: auditFile,
  AuditProvenance: provenance,
  Standing: standing,
  EnoughCanaries: enoughCanaries,
  ClaimInstead: claimInstead,
};
