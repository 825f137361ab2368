import type { Command } from 'commander';
import { forPython } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { VerifyCommand } from '../work/verify.ts';

const EXAMPLES = `
Examples:
  $ onerun bound -m 1000 -c 691 --claim "gaussian(sigma=2)" --certificate c.json
  $ onerun verify c.json --claim "gaussian(sigma=2)"
  $ onerun bound -m 1000 -g 100 -c 90 --family "approx-dp(delta=1e-5)" --certificate epsilon.json
  $ onerun verify epsilon.json
  $ onerun canaries --text -m 100 --out canaries.csv
  $ onerun verify canaries.csv.commitment.json

Exit codes: 0 the certificate proves what it says, or the files are those committed to; 2 they do not, with the reason.`;

/** Adds `onerun verify`: checks a certificate without any solver, and commitments. */
export function addVerify(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('verify')
    .description(
      'check a certificate, a file that proves a result; or check that files are those of a commitment',
    )
    .argument('<file>', 'a certificate, written with --certificate, or a commitment of onerun canaries')
    .option('--claim <claim>', 'check that it proves its bound for this claim (default: the one it names)')
    .option('--assignment <file>', 'of a commitment: the assignment (default: the file beside it)')
    .option(
      '--texts <file>',
      'of a commitment: the texts of canaries (default: the file beside the assignment)',
    )
    .option('--json', 'print the result as JSON')
    .addOption(forPython())
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: VerifyCommand) =>
      report(await (await import('../work/verify.ts')).runVerify(file, options)),
    );
}
