import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { AuditResult } from '../../audit/index.ts';
import { certify } from '../../bounds/index.ts';
import { parseClaim, type TradeOff, toReplace, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import type { Method, Observation, Relation } from '../../types.ts';
import type { certificateSchema } from '../input/schemas.ts';

type CertificateFile = z.infer<typeof certificateSchema>;

/**
 * The curve that a certificate is about: the claim's own, or the one that it implies for exchanging a record.
 */
export function certifiedCurve(claim: string, relation: Relation): TradeOff {
  const f = tradeOff(claim);
  return relation === 'replace' ? toReplace(f) : f;
}

/** The relation that a claim states; `onerun bound` takes a claim's curve as it is. */
export function ownRelation(claim: string): Relation {
  return parseClaim(claim).relation;
}

/** A certificate for an observation and a claim, as its file holds it. */
export function certificateText(observation: Observation, claim: string, relation: Relation): string {
  const f = certifiedCurve(claim, relation);
  const { tangents, bound } = certify(observation, f);
  const content = {
    schema: 'onerun-certificate/1' as const,
    claim: tradeOff(claim).name,
    relation,
    observation,
    bound,
    tangents: tangents.map(({ epsilon, delta, weights }) => ({
      epsilon,
      delta,
      weights: weights.map(([first, last, weight]): [number, number, number] => [first, last, weight]),
    })),
  };
  return `${JSON.stringify({ ...content, checksum: checksum(content) })}\n`;
}

/** The certificate of an audit: the proof behind the smallest p-value of the optimal test. */
export function auditCertificate(found: AuditResult, atLeast: number | undefined): string {
  const { claim, tests, runs } = found;
  const [{ observations }] = runs;
  if (claim === null) throw new InvalidInput('--certificate is about a claim; give one with --claim');
  const tried = tests.filter(({ method }) => method === 'optimal');
  const best = tried.reduce((a, b) => (b.pValue < a.pValue ? b : a), tried[0]);
  const observation = observations.find(({ guesses }) => guesses === best?.guesses) ?? observations[0];
  // Of several runs, what was tested is the number of right guesses fixed in advance.
  const { correct = observation.correct } = runs.length > 1 ? { correct: atLeast } : {};
  const relation = claim.tested === claim.stated ? ownRelation(claim.stated) : 'replace';
  return certificateText({ ...observation, correct }, claim.stated, relation);
}

/** What a report says about a certificate that was written. */
export function certificateNote(path: string, claim: string): string {
  const file = quotedPath(path);
  return `the proof about ${claim} is in ${file}; check it with onerun verify ${file}`;
}

/** sha256 of the document without its checksum, as compact JSON with the keys in the order of the schema. */
export function checksum(content: Omit<CertificateFile, 'checksum'>): string {
  const { schema, claim, relation, observation, bound, tangents } = content;
  const { m, k, guesses, correct } = observation;
  const ordered = {
    schema,
    claim,
    relation,
    observation: { m, k, guesses, correct },
    bound,
    tangents: tangents.map(({ epsilon, delta, weights }) => ({ epsilon, delta, weights })),
  };
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex');
}

/** Refuses, before any work, a certificate that no test will give. */
export function checkCertificate({
  certificate: path,
  method,
}: {
  readonly certificate?: string;
  readonly method: readonly Method[];
}): void {
  if (path !== undefined && !method.includes('optimal'))
    throw new InvalidInput('--certificate goes with --method optimal or all: only the optimal test has one');
}
