import type { Command } from 'commander';
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

interface Options {
  claim?: string;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun bound -m 1000 -g 100 -c 90 --claim "gaussian(sigma=2)" --certificate certificate.json
  $ onerun verify certificate.json --claim "gaussian(sigma=2)"
  $ onerun bound -m 1000 -g 100 -c 90 --family "approx-dp(delta=1e-5)" --certificate epsilon.json
  $ onerun verify epsilon.json

Exit codes: 0 the certificate proves what it says, 2 it does not, with the reason.`;

/** Adds `onerun verify`: checks a certificate without any solver. */
export function addVerify(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('verify')
    .description(
      'check a certificate: that its weights and tangents prove its bound, and that its epsilon follows',
    )
    .argument('<file>', 'a certificate, written by onerun bound or audit with --certificate')
    .option('--claim <claim>', 'the claim that it must be about (default: its own)')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: Options) => report(await verified(file, options)));
}

async function verified(file: string, options: Options): Promise<CommandOutcome> {
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
  return { code: EXIT.consistent, text: verifyText({ ...found, ...definedOnly({ statement }) }) };
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
