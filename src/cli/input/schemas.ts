import * as z from 'zod';

/** The forms of JSON files. They are read strictly, so that a misspelt key is an error and not ignored. */

const probability = z.number().gt(0).lt(1);
const wholeNumber = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const observation = z.strictObject({
  m: wholeNumber,
  k: wholeNumber,
  guesses: wholeNumber,
  correct: wholeNumber,
  sides: z.enum(['in', 'out']).optional().describe('where every guess said the same: what it said'),
});

/**
 * `manifest.json` of a run directory: everything that `onerun audit DIR` needs. Paths are relative to the
 * directory.
 */
export const manifestSchema = z.strictObject({
  schema: z.literal('onerun-run/1'),
  claim: z.string().optional().describe('what the run claims, in the claim grammar'),
  scores: z.string().describe('the score file'),
  scoreColumn: z.string().optional().describe('the column with scores, where it is not called score'),
  threshold: z.number().optional().describe('runs of one canary each: scores from here on are called in'),
  thresholdRuns: wholeNumber
    .optional()
    .describe('how many of the runs, the first ones, choose the threshold'),
  assignment: z.string().optional().describe('who was in, joined to the scores by id'),
  commitment: z.string().optional().describe('the commitment to the assignment'),
  sha256: z
    .strictObject({ scores: sha256.optional(), assignment: sha256.optional() })
    .optional()
    .describe('of the bytes of the score file and the assignment: the audit refuses others'),
  plan: z.string().optional(),
  options: wholeNumber.optional().describe('candidates per bucket, where one of them went in'),
  guesses: z.array(wholeNumber).min(1).optional().describe('numbers of guesses, fixed before the run'),
  sides: z.enum(['in', 'out', 'both']).optional(),
  lowerIsIn: z.boolean().optional(),
  families: z.array(z.string()).optional(),
  delta: z.number().min(0).lt(1).optional(),
  tau: probability.optional(),
  atLeast: wholeNumber.optional().describe('with several runs: how many right make a run count'),
  violation: z.string().optional(),
  seed: z.string().optional().describe('chooses among equal scores; fixed before the run'),
  parameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('how the run was made; not used by the audit'),
});

const enoughCanaries = z
  .strictObject({
    violation: z.string(),
    power: probability,
    canaries: wholeNumber.nullable().describe('null where no number up to 1,000,000 is enough'),
  })
  .describe('how many canaries, in each run, would catch the violation with this probability');

const planRow = z.strictObject({
  guesses: wholeNumber,
  fraction: z.number(),
  violationFraction: z.number(),
  critical: wholeNumber.nullable(),
  atLeast: wholeNumber.optional(),
  runsNeeded: wholeNumber.nullable().optional(),
  power: z.number(),
  epsilon: z.number().nullable(),
  largestProvable: z.number().nullable().describe('null where it is unbounded'),
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
  tau: probability,
  delta: z.number(),
  claim: z.string(),
  model: z
    .string()
    .optional()
    .describe('the mechanism that the design was made for; it never affects validity'),
  violation: z.string(),
  family: z.string(),
  sides: z.enum(['in', 'out', 'both']).optional(),
  lowerIsIn: z.boolean().optional(),
  scoreColumn: z.string().optional(),
  threshold: z.number().optional().describe('runs of one canary each: scores from here on are called in'),
  thresholdRuns: wholeNumber
    .optional()
    .describe('how many of the runs, the first ones, choose the threshold'),
  seed: z.string().min(1).optional().describe('breaks ties among equal scores'),
  enough: enoughCanaries.optional(),
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
  claim: z.string().describe('the hypothesis, in the claim grammar'),
  relation: z
    .enum(['add-remove', 'replace'])
    .describe(
      'the neighbours that were compared; replace with an add-remove claim: what it implies for an exchange',
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
      family: z.string().describe('the ordered set of hypotheses; the claim is a member'),
      delta: z.number(),
      epsilon: z.number().nullable().describe('at delta, at least this; null where it is unbounded'),
      assumption: z.enum(['worst-case', 'model-based']),
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

const estimate = z.strictObject({ value: z.number(), lower: z.number(), upper: z.number() });

const rates = z.array(
  z.strictObject({
    fpr: z.number().describe('at most this share of the canaries out is accused'),
    falsePositives: wholeNumber.nullable(),
    truePositives: wholeNumber.nullable(),
    tpr: estimate.nullable().describe('null where so few canaries out cannot show the rate'),
  }),
);

const attackNumbers = z.strictObject({
  included: wholeNumber,
  excluded: wholeNumber,
  auc: estimate,
  rates,
  advantage: z.number().describe('the largest TPR - FPR over all thresholds'),
  accuracy: z.number().describe('the largest share of canaries told right over all thresholds'),
});

const attackDescription = z.strictObject({
  assumption: z.literal('descriptive').describe('describes the attack; proves nothing about the claim'),
  label: z.string(),
  confidence: probability.describe('of each interval, which holds only if canaries do not interact'),
  runs: z.array(attackNumbers.nullable()).describe('null for a run whose canaries are all in or all out'),
  together: attackNumbers
    .omit({ included: true, excluded: true })
    .extend({ runs: wholeNumber })
    .nullable()
    .describe('averages over several runs, each with thresholds of its own'),
});

const fixedChoice = <T extends z.ZodType>(value: T) =>
  z.strictObject({ value, from: z.enum(['plan', 'manifest', 'stated', 'planned', 'counted']) });

/** What was proved within one family by one method. */
const provedEpsilon = z.strictObject({
  method: z.string(),
  family: z.string(),
  delta: z.number(),
  parameter: z.number().nullable(),
  epsilon: z.number().nullable().describe('null where it is unbounded'),
  largestProvable: z.number().nullable(),
  assumption: z.enum(['worst-case', 'model-based']),
});

/** One of the two errors of a threshold. */
const errorRate = z.strictObject({
  runs: wholeNumber.describe('how many runs could show this error'),
  wrong: wholeNumber,
  limit: z.number().gt(0).max(1).describe('the upper limit of Clopper and Pearson'),
});

const relation = z.enum(['add-remove', 'replace']);

/** The numbers of a risk (docs/risk.md). */
const risks = {
  relation,
  tpr: z.array(z.strictObject({ fpr: probability, tpr: z.number() })),
  posterior: z
    .array(z.strictObject({ prior: probability, fpr: probability, posterior: z.number() }))
    .describe('how likely the record is in once the best attack with this false positive rate says so'),
  posteriorAtDelta: z
    .array(
      z.strictObject({
        prior: probability,
        delta: z.number(),
        epsilon: z.number().nullable(),
        posterior: z.number(),
      }),
    )
    .describe(
      'e^epsilon prior / (1 - prior + e^epsilon prior): of a claim it holds but for probability delta; what was proved is reached after some outcomes, of probability above delta where what they speak for is so',
    ),
  mu: z.number().nullable().describe('of what is exactly Gaussian'),
};

/** What `onerun audit --json` prints. */
export const auditSchema = z.strictObject({
  schema: z.literal('onerun-audit/1'),
  game: z.enum(['membership', 'reconstruction']),
  observation,
  observations: z.array(observation),
  tau: probability,
  tauEach: probability,
  delta: z.number(),
  claim: z.string().nullable(),
  tested: z.string().nullable(),
  claimEpsilon: z.number().nullable().describe('of the claim, at delta; null where it is unbounded'),
  verdict: z.enum(['refuted', 'not-refuted', 'no-verdict', 'none']),
  refuted: z.boolean().nullable(),
  refutable: z.boolean().nullable(),
  violation: z.string().nullable(),
  power: z.number().nullable(),
  enough: enoughCanaries.optional(),
  critical: z
    .array(wholeNumber.nullable())
    .describe('for each number of guesses, the fewest right ones that refute the claim'),
  tests: z.array(
    z.strictObject({
      method: z.string(),
      guesses: wholeNumber,
      pValue: z.number(),
      perRun: z
        .number()
        .optional()
        .describe('of several runs: the probability with which one reaches the threshold is at most this'),
      refuted: z.boolean(),
    }),
  ),
  results: z.array(provedEpsilon),
  attack: attackDescription.nullable().describe('null for a choice among candidates'),
  joint: z
    .strictObject({
      runs: wholeNumber,
      atLeast: wholeNumber,
      reached: wholeNumber.describe('how many runs had at least so many right'),
      needed: wholeNumber.nullable().describe('how many would have refuted the claim'),
    })
    .nullable()
    .describe('several runs together; null for one'),
  fixed: z
    .strictObject({
      guesses: fixedChoice(z.array(wholeNumber)),
      atLeast: fixedChoice(wholeNumber).nullable(),
      runs: fixedChoice(wholeNumber),
    })
    .describe('what was fixed before the scores were seen, and where it stands'),
  classical: z
    .strictObject({
      threshold: z.number().describe('scores at or above it are called in; where lower is in, at or below'),
      chosenBy: z.enum(['stated', 'first-runs', 'other-runs']),
      choosingRuns: wholeNumber.describe('how many runs chose the threshold; none of them is counted here'),
      tau: probability.describe(
        'both limits together fail with at most this probability, each with half of it',
      ),
      falsePositives: errorRate,
      falseNegatives: errorRate,
      results: z.array(provedEpsilon),
      pValue: z.number().nullable(),
      refuted: z.boolean().nullable(),
      refutable: z.boolean().nullable(),
    })
    .optional()
    .describe('limits on both errors of a threshold, for runs of one canary each'),
  risk: z.strictObject({
    claim: z
      .strictObject({ claim: z.string(), ...risks, advantage: z.number() })
      .nullable()
      .describe('what the claim allows an attack on one record at most'),
    proved: z
      .array(
        z.strictObject({
          family: z.string(),
          method: z.string(),
          assumption: z.enum(['worst-case', 'model-based']),
          parameter: z.number(),
          ...risks,
          advantage: z.number().nullable().describe('null where none follows'),
        }),
      )
      .describe('what the best attack on one record does at least, within each family'),
  }),
  checks: z.array(z.strictObject({ name: z.string(), passed: z.boolean(), message: z.string() })),
  ties: z
    .array(
      z.strictObject({
        run: wholeNumber,
        guesses: wholeNumber,
        equal: wholeNumber,
        guessed: wholeNumber,
        least: wholeNumber,
        most: wholeNumber,
        decides: z.boolean(),
      }),
    )
    .describe('where a draw chose among equal scores, and the fewest and most right over all ways to choose'),
  notes: z.array(z.string()),
  inputs: z.array(
    z.strictObject({
      name: z.string(),
      sha256: z.string(),
      rows: wholeNumber,
      run: z.string().optional().describe('the label, where a column tells several runs of a file apart'),
      file: z.string().optional().describe('the file that holds this run and others'),
      scoreColumn: z.string().optional(),
    }),
  ),
  provenance: z.strictObject({
    version: z.string().nullable(),
    command: z.string().nullable(),
    seed: z.string().describe('what equal scores were drawn with'),
    seedFrom: z.enum(['plan', 'manifest', 'commitment', 'stated', 'fresh']),
    scoreColumn: z.string().nullable(),
    direction: z.enum(['higher-is-in', 'lower-is-in']).nullable(),
    sides: z.enum(['in', 'out', 'both']).nullable(),
    files: z.array(
      z.strictObject({
        role: z.enum(['assignment', 'plan', 'commitment', 'manifest', 'threshold']),
        name: z.string(),
        sha256: z.string(),
      }),
    ),
    commitment: z
      .strictObject({
        checked: z.literal(true),
        hash: z.string(),
        runs: wholeNumber.optional().describe('of several runs: how many of them it was checked for'),
      })
      .nullable(),
    departures: z.array(z.string()),
  }),
});
