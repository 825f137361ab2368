import { verifyCertificate } from '../../bounds/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { verifyText } from '../../report/index.ts';
import { certifiedCurve, checksum } from '../audit/certificate.ts';
import { readDocument } from '../input/documents.ts';
import { certificateSchema } from '../input/schemas.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';

/** What may be typed for `onerun verify`. */
export interface VerifyCommand {
  claim?: string;
  json?: true;
}

/** Checks a certificate, and that it is about the claim. */
export async function runVerify(file: string, options: VerifyCommand): Promise<CommandOutcome> {
  const document = await readDocument(file, certificateSchema, 'certificate');
  const { observation, tangents, relation } = document;
  const claim = options.claim ?? document.claim;
  const f = certifiedCurve(claim, relation);
  const bound = refused(file, () => verifyCertificate(document, f));
  if (checksum(document) !== document.checksum)
    throw new InvalidInput(`invalid certificate ${quotedPath(file)}; it was changed after it was written`);
  const found = { claim: f.name, observation, bound, tangents: tangents.length };
  if (options.json !== undefined) return { code: EXIT.consistent, json: { valid: true, ...found } };
  return { code: EXIT.consistent, text: verifyText(found) };
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
