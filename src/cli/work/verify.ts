import * as z from 'zod';
import {
  certifiedNeighbours,
  curveInGame,
  type EpsilonStatement,
  verifyEpsilon,
  verifyLedger,
} from '../../audit/index.ts';
import { verifyCertificate } from '../../bounds/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import { oneSide } from '../../observation.ts';
import { quotedPath } from '../../quote.ts';
import { evidenceVerifyText, verifyText } from '../../report/index.ts';
import { checksum } from '../audit/certificate.ts';
import { readDocument } from '../input/documents.ts';
import { evidenceChecksum, proofOf } from '../ledger/evidence-file.ts';
import { certificateSchema, commitmentSchema } from '../schemas/documents.ts';
import { evidenceSchema } from '../schemas/ledger.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';

/** What may be typed for `onerun verify`. */
export interface VerifyCommand extends AskedForm {
  claim?: string;
  assignment?: string;
  texts?: string;
}

/** Checks a certificate, and that it is about the claim; or a commitment, and what it is to. */
export async function runVerify(file: string, options: VerifyCommand): Promise<CommandOutcome> {
  const document = await readDocument(
    file,
    z.discriminatedUnion('schema', [certificateSchema, evidenceSchema, commitmentSchema]),
    'certificate',
  );
  if (document.schema === 'onerun-commitment/1') {
    if (options.claim !== undefined)
      throw new InvalidInput(`--claim goes with a certificate, and ${quotedPath(file)} is a commitment`);
    const { verifyCommitment } = await import('../canaries/verify-commitment.ts');
    return verifyCommitment(file, document, options);
  }
  for (const option of ['assignment', 'texts'] as const)
    if (options[option] !== undefined) throw new InvalidInput(`--${option} goes with a commitment`);
  return document.schema === 'onerun-evidence/1'
    ? verifyEvidence(file, document, options)
    : verifyCounts(file, document, options);
}

/** Checks the proof behind the evidence of a ledger. */
function verifyEvidence(
  file: string,
  document: z.infer<typeof evidenceSchema>,
  options: VerifyCommand,
): CommandOutcome {
  const proof = proofOf(document);
  const claim = options.claim ?? proof.claim;
  const { refuted } = refused(file, () => verifyLedger(proof, claim));
  if (evidenceChecksum({ ...proof, schema: document.schema }) !== document.checksum)
    throw new InvalidInput(`invalid certificate ${quotedPath(file)}; it was changed after it was written`);
  const runs = new Set(proof.events.map(({ run }) => run)).size;
  const { tau, mostLogEvidence, order = null } = proof;
  const found = { claim, tau, runs, mostLogEvidence, refuted, order };
  const tangents = proof.products.reduce((sum, product) => sum + product.tangents.length, 0);
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      options,
      () => ({ valid: true, ...found }),
      () => ({ screen: evidenceVerifyText({ ...found, tangents }) }),
    ),
  };
}

/** Checks the proof behind the counts of a game. */
function verifyCounts(
  file: string,
  document: z.infer<typeof certificateSchema>,
  options: VerifyCommand,
): CommandOutcome {
  const { tangents, relation } = document;
  const claim = options.claim ?? document.claim;
  const { sides, ...counts } = document.observation;
  const observation = { ...counts, ...oneSide(sides) };
  const { name, bound, statement, neighbours } = refused(file, () => {
    const about = certifiedNeighbours(observation, claim, relation);
    const f = curveInGame(claim, relation);
    const proven = verifyCertificate({ observation, tangents, bound: document.bound }, f);
    const proves = statementOf(document);
    if (proves !== undefined) verifyEpsilon(proves, claim, proven);
    return { name: f.name, bound: proven, statement: proves, neighbours: about };
  });
  if (checksum(document) !== document.checksum)
    throw new InvalidInput(`invalid certificate ${quotedPath(file)}; it was changed after it was written`);
  const found = { claim: name, observation, bound, tangents: tangents.length };
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      options,
      () => ({
        valid: true,
        ...found,
        relation: neighbours.relation,
        ...(statement === undefined ? {} : { epsilonAbout: neighbours.epsilonAbout, proves: statement }),
      }),
      () => ({ screen: verifyText({ ...found, neighbours, ...definedOnly({ statement }) }) }),
    ),
  };
}

/** What a certificate says of epsilon, where it says something. */
function statementOf({ proves }: z.infer<typeof certificateSchema>): EpsilonStatement | undefined {
  return proves === undefined ? undefined : { ...proves, epsilon: proves.epsilon ?? Infinity };
}

/** Names the file in what the verifier objects to. */
function refused<T>(file: string, verify: () => T): T {
  try {
    return verify();
  } catch (error) {
    if (error instanceof InvalidInput)
      throw new InvalidInput(
        `invalid certificate ${quotedPath(file)}; ${error.message.replace(/^invalid /, '')}`,
      );
    throw error;
  }
}
