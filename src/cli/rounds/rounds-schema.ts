import * as z from 'zod';
import { forms } from '../../forms/index.ts';

const { probability, wholeNumber } = forms;

const tangent = z.strictObject({
  epsilon: z.number(),
  delta: z.number(),
  weights: z.array(z.tuple([z.number(), z.number(), z.number()])),
});

const expert = z.strictObject({
  violation: z.string().describe('what it is made to catch'),
  growth: z.number().describe('ln of its evidence grows by so much in a round under that'),
  score: wholeNumber.describe('which of several scores it is about'),
  weight: z.number().gt(0).max(1).describe('its share of the evidence before the first round'),
  game: z.strictObject({
    m: wholeNumber,
    k: wholeNumber,
    guesses: wholeNumber,
    sides: z.enum(['in', 'out']).optional(),
  }),
  payoff: z
    .strictObject({ base: z.number(), steps: z.array(z.tuple([z.number(), z.number()])) })
    .describe('what n right guesses pay: base, and the height of each step that n reaches'),
  tangents: z.array(tangent).describe('the proof that no round that keeps its claim is paid more than 1'),
  bound: z.number(),
});

/** `plan.json` of `onerun plan --rounds`: bets, prices and what is expected. */
export const roundsPlanSchema = z.strictObject({
  schema: z.literal('onerun-rounds-plan/1'),
  kind: z.literal('rounds'),
  claim: z.string(),
  length: z.union([z.enum(['step', 'each']), wholeNumber]).describe('what a round is'),
  round: z.string().describe('the claim of each round'),
  model: z.string(),
  canaries: wholeNumber,
  rounds: wholeNumber.describe('how many are planned'),
  sides: z.enum(['in', 'out', 'both']),
  lowerIsIn: z.boolean(),
  scores: wholeNumber.describe('scores per canary, which share the evidence'),
  tau: probability,
  delta: z.number().min(0).lt(1),
  experts: z.array(expert),
  found: z.array(
    z.strictObject({
      violation: z.string(),
      short: z.number().nullable(),
      round: wholeNumber.nullable().describe('the median; null where half are never refuted'),
      share: z.number(),
    }),
  ),
  provesEpsilon: z.number().nullable().describe('of an honest training, by the best attack'),
  family: z.string().nullable(),
  members: z.array(
    z.strictObject({
      parameter: z.number(),
      epsilon: z.number(),
      prices: z.array(z.number()).describe('for each expert: what a round pays is divided by it'),
    }),
  ),
});

const standing = z
  .strictObject({
    guesses: wholeNumber.describe('the number of guesses at which the attack is judged'),
    violation: z.string().nullable(),
    power: z.number().describe('how likely the best attack is to have it refuted'),
    expected: z.number().describe('right guesses of the best attack on the claim, of all rounds together'),
    standsFrom: wholeNumber.nullable().describe('from so many right on "not refuted" stands'),
    couldNot: z.enum(['never-refutes', 'little-power', 'like-blind']).nullable(),
  })
  .describe('what "not refuted" is worth, decided before there are scores');

const path = z
  .array(z.tuple([wholeNumber, z.number()]))
  .describe('rounds, and ln of the evidence after them');

/** What `onerun audit --rounds --json` prints. */
export const roundsSchema = z.strictObject({
  schema: z.literal('onerun-rounds/1'),
  claim: z.string(),
  outcome: z.enum(['refuted', 'not-refuted', 'could-not-have-noticed', 'no-verdict']),
  decidedBy: z.literal('rounds'),
  refuted: z.boolean().nullable(),
  pValue: z.number().nullable().describe('valid at every moment: 1 over the largest evidence'),
  rounds: z.strictObject({
    count: wholeNumber,
    scored: wholeNumber.describe('the others were begun and have no scores: they count as lost'),
    planned: wholeNumber,
    length: z.union([z.enum(['step', 'each']), wholeNumber]).describe('what a round is'),
    claim: z.string().describe('of each round'),
    evidence: z.number(),
    logEvidence: z.number(),
    mostLogEvidence: z.number(),
    refutedAt: wholeNumber
      .nullable()
      .describe('the round, counted from 1, at which evidence reached 1 / tau'),
    perRound: z.array(
      z.strictObject({
        right: z.array(z.number()).nullable().describe('at each number of guesses; null without scores'),
        logEvidence: z.number(),
      }),
    ),
    guesses: z.array(wholeNumber),
    canaries: wholeNumber,
  }),
  tau: probability,
  delta: z.number(),
  standing: standing.nullable(),
  right: z.number().nullable().describe('of all rounds together, where the attack is judged'),
  shift: z.number().nullable().describe('the Gaussian on which the best attack does as well: an estimate'),
  results: z.array(
    z.strictObject({
      family: z.string(),
      of: z.enum(['training', 'round']),
      delta: z.number(),
      parameter: z.number().nullable(),
      epsilon: z.number(),
      assumption: z.enum(['worst-case', 'model-based']),
      restsOn: z.string(),
    }),
  ),
  claimedEpsilon: z.number().nullable().describe('what the claim of the whole allows at delta'),
  expected: z
    .strictObject({ model: z.string(), violation: z.string(), honest: path, violated: path })
    .nullable()
    .describe('what the evidence is expected to do by the best attack'),
  checks: z.array(z.strictObject({ name: z.string(), passed: z.boolean(), message: z.string() })),
  notes: z.array(z.string()),
  provenance: z.strictObject({
    version: z.string(),
    command: z.string(),
    files: z.array(z.strictObject({ role: z.string(), name: z.string(), sha256: z.string() })),
  }),
});
