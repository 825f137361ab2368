import type { Command } from 'commander';
import { verifyCertificate } from '../../bounds/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { verifyText } from '../../report/index.ts';
import { certifiedCurve, checksum } from '../audit/certificate.ts';
import { readDocument } from '../input/documents.ts';
import { certificateSchema } from '../input/schemas.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';

interface Options {
  claim?: string;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun bound -m 1000 -g 100 -c 90 --claim "gaussian(sigma=2)" --certificate certificate.json
  $ onerun verify certificate.json --claim "gaussian(sigma=2)"

Exit codes: 0 the certificate proves what it says, 2 it does not, with the reason.`;

/** Adds `onerun verify`: checks a certificate without any solver. */
export function addVerify(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('verify')
    .description('check a certificate: that its weights and tangents prove its bound')
    .argument('<file>', 'a certificate, written by onerun bound or audit with --certificate')
    .option('--claim <claim>', 'the claim that it must be about (default: its own)')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: Options) => report(await verified(file, options)));
}

async function verified(file: string, options: Options): Promise<CommandOutcome> {
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
