import * as z from 'zod';
import { forms } from './parts.ts';

const { probability, sha256, wholeNumber } = forms;

/** The forms of the lines of a ledger, and of the proof behind its evidence. */

const share = z.number().min(0).max(1);
const sides = z.enum(['in', 'out', 'both']);
const at = z.iso.datetime().describe('when the entry was written');

const file = z.strictObject({
  role: z.enum(['scores', 'assignment', 'plan', 'commitment', 'manifest']),
  name: z.string(),
  sha256,
});

const product = z.strictObject({
  guesses: wholeNumber,
  strength: share.describe(
    "what the bets are made for: the share of the violation's effect that the attack shows",
  ),
  weight: z.number().gt(0).max(1).describe('its share of the evidence before the first run'),
  heldBack: share.describe('what is not bet: all that a run is worth that shows nothing'),
  bets: z.array(
    z.strictObject({
      reach: wholeNumber.describe('the bet is won with so many right guesses'),
      share: share.describe('of the evidence, put on it'),
      price: z
        .number()
        .gt(0)
        .describe('at least the chance to win it if the claim holds; it pays share / price'),
    }),
  ),
  growth: z.number().describe('of ln of the evidence in a run, expected under the violation'),
});

const design = {
  claim: z.string(),
  game: z.enum(['membership', 'reconstruction']),
  m: wholeNumber,
  k: wholeNumber,
  sides: sides.optional(),
  lowerIsIn: z.boolean().optional(),
  tau: probability,
  delta: z.number().min(0).lt(1),
  method: z.enum(['optimal', 'paper']),
  families: z.array(z.string()),
  violation: z.string(),
  products: z.array(product).min(1),
};

const designEntry = z.strictObject({
  entry: z.literal('design'),
  schema: z.literal('onerun-ledger/1'),
  version: z.string(),
  at,
  scoreColumn: z.string().optional(),
  ...design,
});

const startEntry = z.strictObject({
  entry: z.literal('start'),
  at,
  run: wholeNumber,
  commitment: sha256.describe('the hash that the coins were committed to with'),
  files: z.array(file),
});

const count = z.strictObject({
  guesses: wholeNumber,
  least: wholeNumber.describe('right guesses, the fewest over every way to choose among equal scores'),
  most: wholeNumber,
  reached: z.array(share).describe('for each bet, the chance that it was won over every such way'),
});

const sketchRows = z.array(z.tuple([z.number(), z.number()]));

const runEntry = z.strictObject({
  entry: z.literal('run'),
  at,
  run: wholeNumber,
  commitment: sha256.optional(),
  files: z.array(file).min(1).describe('what was read, the scores first'),
  counts: z.array(count),
  draws: z.array(wholeNumber).describe('how often each option went in'),
  void: z.string().optional().describe('why the run is worth only what was held back'),
  notices: z.array(z.string()),
  sketch: z
    .strictObject({
      truths: z.array(z.string().nullable()),
      pairs: z.string(),
      rows: z.string().nullable(),
      ids: sketchRows,
      scores: sketchRows,
    })
    .describe('what the run is known again by'),
});

/** One line of a ledger, without the hashes that chain it. */
export const ledgerEntrySchema = z.discriminatedUnion('entry', [designEntry, startEntry, runEntry]);

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
export type DesignEntry = z.infer<typeof designEntry>;
export type RunEntry = z.infer<typeof runEntry>;

const chained = {
  previous: sha256.describe('the hash of the line before; zeros on the first'),
  hash: sha256.describe('sha256 of the line as it was without this hash'),
};

/** A line of a ledger as its file holds it. */
export const ledgerLineSchema = z.discriminatedUnion('entry', [
  designEntry.extend(chained),
  startEntry.extend(chained),
  runEntry.extend(chained),
]);

/** `evidence.json`, written by `onerun ledger --certificate` and checked by `onerun verify`. */
export const evidenceSchema = z.strictObject({
  schema: z.literal('onerun-evidence/1'),
  claim: z.string().describe('the hypothesis, in the claim grammar'),
  relation: z.enum(['add-remove', 'replace']),
  tau: probability,
  products: z.array(
    z.strictObject({
      weight: z.number(),
      game: z.strictObject({
        m: wholeNumber,
        k: wholeNumber,
        guesses: wholeNumber,
        sides: z.enum(['in', 'out']).optional(),
      }),
      payoff: z
        .strictObject({ base: z.number(), steps: z.array(z.tuple([z.number(), z.number()])) })
        .describe('a run pays base, and the height of every step [reach, height] that it reaches'),
      tangents: z.array(
        z.strictObject({
          epsilon: z.number(),
          delta: z.number(),
          weights: z.array(z.tuple([z.number(), z.number(), z.number()])),
        }),
      ),
      bound: z.number().describe('the most that is paid on average if the claim holds'),
    }),
  ),
  events: z.array(
    z.strictObject({
      run: wholeNumber,
      reached: z.array(z.array(share)).nullable().describe('null: started, or worth what was held back'),
    }),
  ),
  mostLogEvidence: z.number().describe('ln of the largest evidence that there ever was'),
  checksum: z.string().describe('sha256 of the rest as compact JSON'),
});

const results = z.array(
  z.strictObject({
    family: z.string(),
    delta: z.number(),
    parameter: z.number().nullable(),
    epsilon: z.number().nullable().describe('null where it is unbounded'),
    assumption: z.enum(['worst-case', 'model-based']),
  }),
);

/** What `onerun ledger --json` prints. */
export const ledgerReportSchema = z.strictObject({
  schema: z.literal('onerun-ledger-report/1'),
  ledger: z.string().describe('the file'),
  head: sha256.describe('the hash of its last entry'),
  design: z.strictObject(design),
  verdict: z.enum(['refuted', 'not-refuted']),
  refuted: z.boolean().describe('whether the evidence ever reached the threshold'),
  refutedAt: wholeNumber.nullable().describe('the run with which it did'),
  threshold: z.number().describe('1 / tau'),
  evidence: z.number().nullable().describe('against the claim, now; null beyond the doubles'),
  logEvidence: z.number(),
  mostEvidence: z.number().nullable().describe('the largest so far'),
  mostLogEvidence: z.number(),
  pValue: z.number().describe('valid at every moment'),
  runsExpected: wholeNumber.nullable().describe('how many more runs the violation takes; null where refuted'),
  runs: z.array(
    z.strictObject({
      run: wholeNumber,
      status: z.enum(['added', 'started', 'void']),
      why: z.string().optional(),
      counts: z.array(count),
      factors: z.array(z.number()).describe('its e-value at each number of guesses'),
    }),
  ),
  steps: z.array(
    z.strictObject({
      run: wholeNumber,
      logEvidence: z.number(),
      at: z.string(),
      name: z.string().nullable(),
    }),
  ),
  results,
  notices: z.array(z.string()),
});
