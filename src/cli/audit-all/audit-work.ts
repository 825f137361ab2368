import * as z from 'zod';
import type { AuditSummary } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import { forms } from '../../forms/index.ts';
import { sha256Of } from '../input/sha256.ts';
import { VERSION } from '../shell/version.ts';
import type { KindOfWork, Task } from '../tasks/task.ts';
import { type AuditTask, type AuditTaskResult, auditOne } from './audit-one.ts';
import { auditRequestSchema } from './audit-request.ts';

const { sha256, wholeNumber } = forms;
const path = z.string().min(1).max(4096);

/** What a task of an audit may look like; where its paths lead is checked when they are read. */
const auditTaskSchema = z.strictObject({
  path,
  settings: auditRequestSchema,
  defaults: auditRequestSchema,
  sha256: z.record(path, sha256),
  draw: z.string().min(1).max(100),
}) satisfies z.ZodType<AuditTask>;

const text = z.string().max(1_000_000);
const share = z.number().min(0).max(1);

const summarySchema = z.strictObject({
  game: z.enum(['membership', 'reconstruction']),
  outcome: z.enum(['refuted', 'not-refuted', 'could-not-have-noticed', 'no-verdict', 'none']),
  claim: text.nullable(),
  claimEpsilon: z.number().nullable(),
  tau: forms.probability,
  delta: share,
  pValue: share.nullable(),
  leastPValue: share.nullable(),
  couldNotice: z.boolean().nullable(),
  design: z
    .strictObject({
      game: z.strictObject({
        kind: z.enum(['membership', 'reconstruction']),
        m: wholeNumber,
        k: wholeNumber,
        sides: z.enum(['in', 'out']).optional(),
        calls: z
          .strictObject({ inside: wholeNumber, outside: wholeNumber, calledIn: wholeNumber })
          .optional(),
      }),
      guesses: wholeNumber,
      model: text,
      violation: text.nullable(),
      runs: wholeNumber,
      atLeast: wholeNumber.optional(),
      judges: z.array(z.enum(['paper', 'optimal', 'steinke'])),
      shares: wholeNumber,
    })
    .nullable(),
  right: wholeNumber.nullable(),
  violation: text.nullable(),
  bestPower: share.nullable(),
  attackPower: share.nullable(),
  attackStrength: share.nullable(),
  m: wholeNumber,
  k: wholeNumber,
  runs: wholeNumber,
  reached: wholeNumber.nullable(),
  guesses: z.array(wholeNumber),
  correct: z.array(wholeNumber),
  proved: z.array(
    z.strictObject({
      assumption: z.enum(['worst-case', 'model-based']),
      family: text,
      method: z.enum(['paper', 'optimal', 'steinke', 'classical']),
      delta: share,
      epsilon: z.number().nullable(),
    }),
  ),
  failed: z.array(text),
  tiesDecide: z.boolean(),
  departures: z.array(text),
  seed: text,
  seedFrom: z.enum(['plan', 'manifest', 'commitment', 'stated', 'fresh']),
}) satisfies z.ZodType<AuditSummary>;

/** Whether the facts of a summary go together, so that none of them has to be doubted where it is shown. */
function isCoherent({ outcome, claim, pValue, tau, guesses, correct, runs, reached }: AuditSummary): boolean {
  const counts = correct.length === guesses.length && correct.every((right, i) => right <= guesses[i]);
  if (!counts || guesses.length === 0 || runs < 1 || (reached ?? 0) > runs) return false;
  if (outcome === 'none' ? claim !== null : outcome !== 'no-verdict' && claim === null) return false;
  if (outcome === 'refuted') return pValue !== null && pValue <= tau;
  const isTested = outcome === 'not-refuted' || outcome === 'could-not-have-noticed';
  return isTested ? pValue !== null && pValue > tau : pValue === null;
}

/** What a worker may answer. */
const resultSchema = z.strictObject({
  summary: summarySchema.refine(isCoherent),
  evidence: sha256,
  report: z.strictObject({ sha256, gzip: z.base64() }),
}) satisfies z.ZodType<AuditTaskResult>;

/** An audit for an engine. */
export function auditTask(data: AuditTask, seconds: number): Task {
  return { key: keyOfAudit(data), kind: 'audit', data, name: data.path, seconds };
}

/** The draw is no part of the key: begun again, an audit may have another until its result was seen. */
function keyOfAudit({ draw: _, ...data }: AuditTask): string {
  return sha256Of(JSON.stringify([VERSION, 'audit', data])).slice(0, 32);
}

/** Audits of score files and run folders below the folder that a machine has. */
export const auditWork: KindOfWork = {
  keyOf: (data) => keyOfAudit(checked(data)),
  run(data, { folder }) {
    const task = checked(data);
    if (folder === null)
      throw new InvalidInput('audits need the folder of their files on the machine that does them');
    return auditOne(task, folder);
  },
  isResult: (_, result) => resultSchema.safeParse(result).success,
};

function checked(data: unknown): AuditTask {
  if (!auditTaskSchema.safeParse(data).success) throw new InvalidInput('a task that is not of an audit');
  // As it came, since the order of its fields is part of its key.
  return data as AuditTask;
}

/** The result of an audit as it came from a worker; throws where it has another form. */
export function checkedResult(result: unknown): AuditTaskResult {
  return resultSchema.parse(result);
}
