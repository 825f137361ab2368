import * as z from 'zod';
import { forms, observation } from '../../forms/index.ts';
import { SIDES } from '../../observation.ts';

const { claimInstead, enoughCanaries, probability, relation, standing, wholeNumber } = forms;

const estimate = z.strictObject({ value: z.number(), lower: z.number(), upper: z.number() });

const rates = z.array(
  z.strictObject({
    fpr: z.number().describe('at most this share of the canaries out is called in'),
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

const auditTest = z.strictObject({
  method: z.string(),
  guesses: wholeNumber,
  pValue: z.number(),
  perRun: z
    .number()
    .optional()
    .describe('of several runs: the probability with which one counts is at most this'),
  assumes: z.literal('independent-canaries').optional().describe('what it rests on besides'),
  level: z.number().describe('its share of tau'),
  refuted: z.boolean(),
});

const fixedChoice = <T extends z.ZodType>(value: T) =>
  z.strictObject({ value, from: z.enum(['plan', 'manifest', 'stated', 'planned', 'counted']) });

/** What was proved within one family by one method. */
export const provedEpsilon = z.strictObject({
  method: z.string(),
  family: z.string(),
  delta: z.number(),
  parameter: z.number().nullable(),
  epsilon: z.number().nullable().describe('null where it is unbounded'),
  largestProvable: z.number().nullable().describe('null where it is unbounded'),
  assumption: z.enum(['worst-case', 'model-based', 'independent-canaries']),
});

/** The largest of them under each assumption. */
export const largestEpsilons = z
  .array(
    z.strictObject({
      assumption: z.enum(['worst-case', 'model-based', 'independent-canaries']),
      delta: z.number(),
      epsilon: z.number().nullable().describe('null where it is unbounded'),
      family: z.string(),
      method: z.string(),
    }),
  )
  .describe('the largest epsilon under each assumption, at each delta');

/** One of the two errors of a threshold. */
const errorRate = z.strictObject({
  runs: wholeNumber.describe('how many runs could show this error'),
  wrong: wholeNumber,
  limit: z.number().gt(0).max(1).describe('the upper limit of Clopper and Pearson'),
});

/** The numbers of a risk (docs/risk.md). */
export const risks = {
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
        epsilon: z.number().nullable().describe('null where it is unbounded'),
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
  claimEpsilon: z
    .number()
    .nullable()
    .describe('of the claim, at delta; null where it has none, and where nothing is claimed'),
  outcome: z
    .enum(['refuted', 'not-refuted', 'could-not-have-noticed', 'no-verdict', 'none'])
    .describe(
      'not-refuted only where this attack could have noticed a violation; none where nothing is claimed',
    ),
  decidedBy: auditTest.nullable().describe('the test with the smallest p-value for its level'),
  pValue: z.number().nullable().describe('of all tests together'),
  refuted: z.boolean().nullable(),
  attack: z.strictObject({
    strength: z
      .number()
      .nullable()
      .describe('1 as good as the best attack on the claimed mechanism, 0 no better than blind; an estimate'),
    right: wholeNumber.nullable().describe('right guesses of all runs, at the number that standing is about'),
    description: attackDescription.nullable().describe('null for a choice among candidates'),
  }),
  power: z
    .strictObject({
      violation: z.string(),
      best: z.number().describe('how likely the best attack is to have it refuted'),
      thisAttack: z.number().nullable().describe('the same of an attack of this strength; an estimate'),
    })
    .nullable(),
  standing: standing.nullable().describe('what "not refuted" is worth, fixed before the scores'),
  enough: enoughCanaries.optional(),
  instead: z.array(claimInstead).optional().describe('claims to state instead, which say more'),
  critical: z
    .array(wholeNumber.nullable())
    .describe('for each number of guesses, the fewest right ones that refute the claim'),
  tests: z.array(auditTest),
  results: z.array(provedEpsilon),
  proved: largestEpsilons,
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
      choosingRuns: wholeNumber.describe(
        'how many runs, the first ones, chose the threshold and are not counted; 0 where it was stated',
      ),
      falsePositives: errorRate,
      falseNegatives: errorRate,
    })
    .optional()
    .describe('limits on both errors of a threshold, for one canary that is in or out of many runs'),
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
          assumption: z.enum(['worst-case', 'model-based', 'independent-canaries']),
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
    sides: z.enum(SIDES).nullable(),
    files: z.array(
      z.strictObject({
        role: z.enum(['assignment', 'plan', 'commitment', 'manifest']),
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
