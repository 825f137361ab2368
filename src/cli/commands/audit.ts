import type { Command } from 'commander';
import { addDesignOptions } from '../audit/design-options.ts';
import { auditMethods, forPython, number, repeated } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { AuditCommand } from '../work/audit.ts';

const EXAMPLES = `
Examples:
  $ onerun audit examples/half-noise.csv --claim "gaussian(sigma=1)"
  $ onerun audit examples/sound.csv --claim "gaussian(sigma=1)" --guesses 100,300 --report report.html
  $ onerun audit examples/reconstruction.csv --claim "gaussian(sigma=1)" --json
  $ onerun audit examples/sound.csv --claim "gaussian(sigma=1)" --json result.json --markdown summary.md --junit junit.xml

Exit codes: 0 nothing refuted, 1 the claim is refuted, 2 bad input or no verdict, 3 internal error.`;

/** Adds `onerun audit`: from score files to a verdict. */
export function addAudit(program: Command, report: (outcome: CommandOutcome) => void): void {
  const asked = program
    .command('audit')
    .description('scores in; verdict, plots and report out')
    .argument(
      '[files...]',
      'score files (several, or several values of a column run, are independent runs), run directories, or - for standard input',
    )
    .option('--claim <claim>', 'the guarantee to test')
    .option(
      '--family <family>',
      'curves to search, may repeat (default: gaussian, approx-dp(delta=DELTA), and dpsgd of a DP-SGD claim)',
      repeated,
    )
    .option(
      '--method <name>',
      'paper, optimal, steinke, classical or all',
      auditMethods,
      auditMethods('all'),
    );
  addDesignOptions(asked)
    .option('--in <file>', 'with --out: scores of members and of others as two NPY files')
    .option('--out <file>', 'see --in')
    .option('--confidence <p>', 'confidence of what is reported (default: 0.95)', number('confidence'))
    .option('--tau <p>', 'the same as significance, 1 - confidence', number('tau'))
    .option('--report <file>', 'write a self-contained HTML report')
    .option('--plots <folder>', 'write the plots as SVG and PNG')
    .option(
      '--certificate <file>',
      'write the proof behind the optimal test: of the claim, or of the first epsilon where a family is named or nothing is claimed',
    )
    .option('--force', 'replace files that onerun did not make; never the inputs')
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
      report(await (await import('../work/audit.ts')).runAudit(files, options)),
    );
}
