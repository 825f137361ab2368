import * as z from 'zod';
import { forms } from '../../forms/index.ts';
import { ledgerForms } from '../../ledger/index.ts';

const { assumption, probability, sha256, standing, unbounded, wholeNumber } = forms;

/** The forms of a ledger's lines as its file holds them, of what is said of it, and of its proof. */

const share = z.number().min(0).max(1);
const { design, count, designEntry, startEntry, runEntry, runsEntry } = ledgerForms;

const chained = {
  previous: sha256.describe('the hash of the line before; zeros on the first'),
  hash: sha256.describe('sha256 of the line as it was without this hash'),
};

/** A line of a ledger as its file holds it. */
export const ledgerLineSchema = z.discriminatedUnion('entry', [
  designEntry.extend(chained),
  startEntry.extend(chained),
  runEntry.extend(chained),
  runsEntry.extend(chained),
]);

/** `evidence.json`, written by `onerun ledger --certificate` and checked by `onerun verify`. */
export const evidenceSchema = z.strictObject({
  schema: z.literal('onerun-evidence/1'),
  claim: z.string().describe('the claim, in its grammar'),
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
      started: z.literal(true).optional().describe('begun with coins that were committed to'),
      together: z.literal(true).optional().describe('looked at together with the run before'),
    }),
  ),
  order: z.string().optional().describe('what the place of runs that were not started rests on'),
  mostLogEvidence: z.number().describe('ln of the largest evidence that there ever was'),
  checksum: z.string().describe('sha256 of the rest as compact JSON'),
});

const results = z.array(
  z.strictObject({
    family: z.string(),
    delta: z.number(),
    parameter: z.number().nullable(),
    epsilon: unbounded,
    assumption,
  }),
);

/** What `onerun ledger --json` prints. */
export const ledgerReportSchema = z.strictObject({
  schema: z.literal('onerun-ledger-report/1'),
  ledger: z.string().describe('the file'),
  head: sha256.describe('the hash of its last entry'),
  design: z.strictObject(design),
  outcome: z.enum(['refuted', 'not-refuted', 'could-not-have-noticed']),
  refuted: z.boolean().describe('whether the evidence ever reached 1/tau'),
  refutedAt: wholeNumber.nullable().describe('the run with which it did'),
  threshold: z.number().describe('1 / tau'),
  evidence: z.number().nullable().describe('against the claim, now; null beyond the doubles'),
  logEvidence: z.number(),
  mostEvidence: z.number().nullable().describe('the largest so far'),
  mostLogEvidence: z.number(),
  pValue: z.number().describe('valid at every moment'),
  standing: standing.nullable().describe('what "not refuted" is worth after these runs; null where refuted'),
  right: z.number().nullable().describe('right guesses of all runs that the standing is about'),
  runsExpected: wholeNumber
    .nullable()
    .describe(
      'how many more runs the violation takes; null where refuted, where so many were added, and where nothing shows a working attack',
    ),
  order: z
    .string()
    .nullable()
    .describe('what the order of runs that were not started rests on: the word of whoever added them'),
  runs: z.array(
    z.strictObject({
      run: wholeNumber,
      status: z.enum(['added', 'started', 'void']),
      why: z.string().optional(),
      started: z
        .boolean()
        .describe('begun by ledger start; the place of others rests on the word of who added them'),
      counts: z.array(count),
      factors: z.array(z.number()).describe('its e-value at each number of guesses'),
      at: z.string(),
      name: z.string().nullable(),
    }),
  ),
  steps: z.array(
    z.strictObject({
      runs: z.array(wholeNumber).describe('one, or those that were added in one call'),
      logEvidence: z.number(),
    }),
  ),
  results,
  notices: z.array(z.string()),
});
