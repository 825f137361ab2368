import type * as z from 'zod';
import { curveInGame, type EpsilonStatement, verifyEpsilon } from '../../audit/index.ts';
import { verifyCertificate } from '../../bounds/index.ts';
import { InvalidInput } from '../../errors.ts';
import { oneSide } from '../../observation.ts';
import { quotedPath } from '../../quote.ts';
import { verifyText } from '../../report/index.ts';
import { checksum } from '../audit/certificate.ts';
import { readDocument } from '../input/documents.ts';
import { certificateSchema } from '../input/schemas.ts';
import { definedOnly } from '../shell/defined-only.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';

/** What may be typed for `onerun verify`. */
export interface VerifyCommand {
  claim?: string;
  json?: true;
}

/** Checks a certificate, and that it is about the claim. */
export async function runVerify(file: string, options: VerifyCommand): Promise<CommandOutcome> {
  const document = await readDocument(file, certificateSchema, 'certificate');
  const { tangents, relation } = document;
  const claim = options.claim ?? document.claim;
  const { sides, ...counts } = document.observation;
  const observation = { ...counts, ...oneSide(sides) };
  const { name, bound, statement } = refused(file, () => {
    const f = curveInGame(claim, relation);
    const proven = verifyCertificate({ observation, tangents, bound: document.bound }, f);
    const proves = statementOf(document);
    if (proves !== undefined) verifyEpsilon(proves, claim, proven);
    return { name: f.name, bound: proven, statement: proves };
  });
  if (checksum(document) !== document.checksum)
    throw new InvalidInput(`invalid certificate ${quotedPath(file)}; it was changed after it was written`);
  const found = { claim: name, observation, bound, tangents: tangents.length };
  if (options.json !== undefined)
    return {
      code: EXIT.consistent,
      json: { valid: true, ...found, ...(statement === undefined ? {} : { proves: statement }) },
    };
  return { code: EXIT.consistent, text: verifyText({ ...found, relation, ...definedOnly({ statement }) }) };
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
