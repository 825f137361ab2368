import * as z from 'zod';
import { forms } from '../forms/index.ts';
import { SIDES } from '../observation.ts';

/** The forms of the lines of a ledger, without the hashes that chain them. */

const { probability, sha256, wholeNumber } = forms;
const share = z.number().min(0).max(1);
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
  sides: z.enum(SIDES).optional(),
  lowerIsIn: z.boolean().optional(),
  tau: probability,
  delta: z.number().min(0).lt(1),
  method: z.enum(['optimal', 'paper']),
  families: z.array(z.string()),
  model: z.string().optional().describe('the mechanism that is taken to keep the claim'),
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
  mean: z.number().optional().describe('over every such way, where there are several'),
  reached: z.array(share).describe('for each bet, the chance that it was won over every such way'),
});

const sketchRows = z.array(z.tuple([z.number(), z.number()]));

const run = {
  run: wholeNumber,
  made: z.string().optional().describe('when its manifest says that it was made'),
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
      scores: sketchRows.optional().describe('of earlier versions, and not looked at'),
    })
    .describe('what the run is known again by'),
};

const runEntry = z.strictObject({ entry: z.literal('run'), at, ...run });

const runsEntry = z
  .strictObject({ entry: z.literal('runs'), at, runs: z.array(z.strictObject(run)).min(2) })
  .describe('runs that were added in one call; those that were not started are one step');

/** One line of a ledger, without the hashes that chain it. */
export const ledgerEntrySchema = z.discriminatedUnion('entry', [
  designEntry,
  startEntry,
  runEntry,
  runsEntry,
]);

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
export type DesignEntry = z.infer<typeof designEntry>;
export type StartEntry = z.infer<typeof startEntry>;
export type RunEntry = z.infer<typeof runEntry>;

/** What other documents about ledgers are made of. */
export const ledgerForms = { design, count, designEntry, startEntry, runEntry, runsEntry };

/** Makes no code at run time to check entries faster: the policy of a page forbids it. */
export function checkWithoutNewCode(): void {
  z.config({ jitless: true });
}
