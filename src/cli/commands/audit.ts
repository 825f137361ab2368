import type { Command } from 'commander';
import { addDesignOptions } from '../audit/design-options.ts';
import { withLevel } from '../shell/choice-options.ts';
import { forPython, withLength } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { AuditCommand } from '../work/audit.ts';

const EXAMPLES = `
Examples:
  $ onerun audit examples/half-noise.csv --claim "gaussian(sigma=1)"
  $ onerun audit examples/sound.csv --claim "gaussian(sigma=1)" --guesses 100,300 --report report.html
  $ onerun audit examples/reconstruction.csv --claim "gaussian(sigma=1)" --json
  $ onerun audit examples/sound.csv --claim "gaussian(sigma=1)" --json result.json --markdown summary.md --junit junit.xml

A score file has a row for each canary; higher scores mean likelier in:
  id,score,included
  c0,1.73,1
  c1,-0.21,0

Exit codes: 0 nothing refuted, 1 the claim is refuted, 2 bad input or no verdict, 3 internal error.`;

/** Adds `onerun audit`: from score files to a verdict. */
export function addAudit(program: Command, report: (outcome: CommandOutcome) => void): void {
  const asked = program
    .command('audit')
    .description(
      'test a claim with the scores of canaries after training: verdict, proved epsilon, plots, report',
    )
    .argument(
      '[files...]',
      'score files or run folders, or - for standard input; several files, or several values in a column run, are independent runs',
    );
  withLength(withLevel(addDesignOptions(asked), 'confidence of what is reported'))
    .option(
      '--in <file>',
      'instead of score files, with --out: the scores of canaries that were in, a file that numpy.save wrote',
    )
    .option('--out <file>', 'with --in: the scores of canaries that were out, a file that numpy.save wrote')
    .option(
      '--rounds <length>',
      'many games in one training: the file has rounds, each with fresh coins; a round is one step (step), so many steps (a number), or keeps the claim on its own (each)',
    )
    .option('--report <file>', 'write a self-contained HTML report')
    .option('--title <text>', 'what to call the report (default: file and claim)')
    .option('--plots <folder>', 'write the plots as SVG and PNG')
    .option(
      '--certificate <file>',
      'write a certificate for onerun verify: of the test of the claim, or of the first proved epsilon where a family is named or nothing is claimed (method optimal)',
    )
    .option('--force', 'replace files that exist; never the inputs')
    .option(
      '--markdown [file]',
      'print a summary for CI logs, or write it to a file: --markdown=FILE, or a word that ends in .md',
    )
    .option(
      '--json [file]',
      'print machine-readable output, or write it to a file: --json=FILE, or a word that ends in .json',
    )
    .option('--junit <file>', 'write the verdict as JUnit XML, the form of test results that CI reads')
    .addOption(forPython())
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], options: AuditCommand) =>
      report(
        options.rounds === undefined
          ? await (await import('../work/audit.ts')).runAudit(files, options)
          : await (await import('../work/rounds.ts')).runRounds(files, {
              ...options,
              rounds: options.rounds,
            }),
      ),
    );
}
