import { createHash } from 'node:crypto';
import type * as z from 'zod';
import {
  type AuditResult,
  certifyEpsilon,
  curveInGame,
  type EmpiricalEpsilon,
  type EpsilonStatement,
  type LevelFacts,
} from '../../audit/index.ts';
import { certify } from '../../bounds/index.ts';
import { parseClaim, parseFamily, printNumber, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { oneSide } from '../../observation.ts';
import { quotedPath } from '../../quote.ts';
import { type Certificate, METHODS, type Method, type Observation, type Relation } from '../../types.ts';
import type { certificateSchema } from '../schemas/documents.ts';

type CertificateFile = z.infer<typeof certificateSchema>;

/** A certificate as its file holds it, and what it is about, in words. */
export interface WrittenCertificate {
  readonly text: string;
  readonly about: string;
}

/** The relation that a claim states; `onerun bound` takes a claim's curve as it is. */
function ownRelation(claim: string): Relation {
  return parseClaim(claim).relation;
}

/** The proof behind the p-value of a claim. */
export function claimCertificate(
  observation: Observation,
  claim: string,
  relation = ownRelation(claim),
): WrittenCertificate {
  const proof = certify(observation, curveInGame(claim, relation));
  return { text: documentText(tradeOff(claim).name, relation, proof), about: `about ${claim}` };
}

/** The proof behind the first epsilon that the optimal test found. */
export function epsilonCertificate(
  observations: readonly Observation[],
  results: readonly EmpiricalEpsilon[],
  facts: LevelFacts,
  exchanges = false,
): WrittenCertificate {
  const row = results.find(({ method, parameter }) => method === 'optimal' && parameter !== null);
  if (row === undefined)
    throw new InvalidInput('no certificate to write; nothing was proved by the optimal test');
  const relation = exchanges ? 'replace' : parseFamily(row.family).claim.relation;
  const { claim, certificate, statement } = certifyEpsilon(observations, row, relation, facts);
  return {
    text: documentText(claim, relation, certificate, statement),
    about: `that epsilon is ${statement.epsilon === Infinity ? 'unbounded' : `at least ${statement.epsilon}`} at delta ${printNumber(statement.delta)} (${row.family}, ${row.assumption})`,
  };
}

/**
 * The certificate of an audit: the proof behind the smallest p-value of the optimal test, or of the first
 * epsilon where a family was named or nothing was claimed.
 */
export function auditCertificate(
  found: AuditResult,
  {
    atLeast,
    family,
  }: { readonly atLeast?: number | undefined; readonly family?: readonly string[] | undefined },
): WrittenCertificate {
  const { claim, decidedBy, runs, game, results, tauEach, classical } = found;
  if (classical !== undefined) throw new InvalidInput('no certificate to write; the classical test has none');
  const [{ observations }] = runs;
  // Of several runs, what was tested is the number of right guesses fixed in advance.
  const tested = (observation: Observation) =>
    runs.length > 1 && atLeast !== undefined ? { ...observation, correct: atLeast } : observation;
  if (claim === null || family !== undefined) {
    const counted = runs.filter(
      (run) => runs.length === 1 || run.observations[0].correct >= (atLeast ?? Infinity),
    );
    const facts = {
      tau: tauEach * observations.length,
      numbers: observations.length,
      runs: runs.length,
      successes: counted.length,
    };
    return epsilonCertificate(observations.map(tested), results, facts, game === 'reconstruction');
  }
  const observation = observations.find(({ guesses }) => guesses === decidedBy?.guesses) ?? observations[0];
  const relation = claim.tested === claim.stated ? ownRelation(claim.stated) : 'replace';
  return claimCertificate(tested(observation), claim.stated, relation);
}

/** What a report says about a certificate that was written. */
export function certificateNote(path: string, about: string): string {
  const file = quotedPath(path);
  return `the proof ${about} is in ${file}; check it with onerun verify ${file}`;
}

function documentText(
  claim: string,
  relation: Relation,
  { observation, bound, tangents }: Certificate,
  statement?: EpsilonStatement,
): string {
  const content = {
    schema: 'onerun-certificate/1' as const,
    claim,
    relation,
    observation,
    bound,
    tangents: tangents.map(({ epsilon, delta, weights }) => ({
      epsilon,
      delta,
      weights: weights.map(([first, last, weight]): [number, number, number] => [first, last, weight]),
    })),
    ...(statement === undefined ? {} : { proves: provesOf(statement) }),
  };
  return `${JSON.stringify({ ...ordered(content), checksum: checksum(content) })}\n`;
}

/** A statement as a file holds it: JSON has no infinity. */
function provesOf(statement: EpsilonStatement): NonNullable<CertificateFile['proves']> {
  return { ...statement, epsilon: statement.epsilon === Infinity ? null : statement.epsilon };
}

/** sha256 of the document without its checksum, as compact JSON with the keys in the order of the schema. */
export function checksum(content: Omit<CertificateFile, 'checksum'>): string {
  return createHash('sha256')
    .update(JSON.stringify(ordered(content)))
    .digest('hex');
}

/** The document without its checksum, its keys in the order of the schema. */
function ordered({
  schema,
  claim,
  relation,
  observation,
  bound,
  tangents,
  proves,
}: Omit<CertificateFile, 'checksum'>) {
  const { m, k, guesses, correct, sides } = observation;
  return {
    schema,
    claim,
    relation,
    observation: { m, k, guesses, correct, ...oneSide(sides) },
    bound,
    tangents: tangents.map(({ epsilon, delta, weights }) => ({ epsilon, delta, weights })),
    ...(proves === undefined ? {} : { proves: orderedStatement(proves) }),
  };
}

function orderedStatement(statement: NonNullable<CertificateFile['proves']>) {
  const { family, delta, epsilon, assumption, tau, numbers, runs, successes, level } = statement;
  return { family, delta, epsilon, assumption, tau, numbers, runs, successes, level };
}

/** Refuses, before any work, a certificate that no test will give. */
export function checkCertificate({
  certificate: path,
  method = METHODS,
}: {
  readonly certificate?: string;
  readonly method?: readonly Method[];
}): void {
  if (path !== undefined && !method.includes('optimal'))
    throw new InvalidInput('--certificate goes with --method optimal or all: only the optimal test has one');
}
