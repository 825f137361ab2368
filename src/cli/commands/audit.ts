import { type Command, Option } from 'commander';
import { parseLimit } from '../../io/index.ts';
import { auditMethods, forPython, number, numbers, repeated } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { AuditCommand } from '../work/audit.ts';

const EXAMPLES = `
Examples:
  $ onerun audit examples/half-noise.csv --claim "gaussian(sigma=1)"
  $ onerun audit examples/sound.csv --claim "gaussian(sigma=1)" --guesses 100,300 --report report.html
  $ onerun audit examples/reconstruction.csv --claim "gaussian(sigma=1)" --json

Exit codes: 0 nothing refuted, 1 the claim is refuted, 2 bad input or no verdict, 3 internal error.`;

/** Adds `onerun audit`: from score files to a verdict. */
export function addAudit(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
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
    .option('--method <name>', 'paper, optimal, steinke, classical or all', auditMethods, auditMethods('all'))
    .option('--plan <file>', 'take guesses, claim and levels from onerun plan')
    .option('--depart-from-plan', 'take typed options that differ from the plan, and say so in the verdict')
    .option(
      '-g, --guesses <list>',
      'numbers of guesses fixed in advance; several share the significance',
      numbers('guesses'),
    )
    .addOption(
      new Option('--sides <sides>', 'which end of the scores is guessed').choices(['in', 'out', 'both']),
    )
    .option('--lower-is-in', 'scores are losses: the lower, the more likely in')
    .option('--assignment <file>', 'who was in, joined to the scores by id')
    .option('--commitment <file>', 'check the assignment against its commitment')
    .option('--in <file>', 'with --out: scores of members and of others as two NPY files')
    .option('--out <file>', 'see --in')
    .option(
      '--at-least <n>',
      'with several runs: how many right make a run count, fixed in advance',
      number('at-least'),
    )
    .option(
      '--threshold <score>',
      'with runs of one canary each: scores from here on are called in, fixed in advance (classical audit)',
      number('threshold'),
    )
    .option(
      '--threshold-runs <n>',
      'the first n runs choose the threshold, and are left out of its test',
      number('threshold-runs'),
    )
    .option('--threshold-from <file>', 'a file of other runs, which choose the threshold')
    .option(
      '--violation <claim>',
      'what the power is stated against (default: half the noise, of a guarantee twice the epsilon)',
    )
    .option(
      '--model <claim>',
      'the mechanism that guesses are planned and power is stated for; never affects validity',
    )
    .option(
      '--require-power <p>',
      'no verdict (exit 2) from a design less likely to catch the violation',
      number('require-power'),
    )
    .option('--confidence <p>', 'confidence of what is reported (default: 0.95)', number('confidence'))
    .option('--tau <p>', 'the same as significance, 1 - confidence', number('tau'))
    .option('--delta <p>', 'the delta at which epsilon is wanted (default: 1e-5)', number('delta'))
    .option(
      '-k, --options <n>',
      'candidates per bucket (default: the score columns, else as many as the truth shows)',
      number('options'),
    )
    .option('--score-column <name>', 'the column with scores')
    .option('--included-column <name>', 'the column that says who was in')
    .option('--id-column <name>', 'the column with ids')
    .option(
      '--run-column <name>',
      'the column that tells several runs in one file apart, or none (default: run, where there is one)',
    )
    .option(
      '--limit <name=value>',
      'raise or lower a limit on input, may repeat: bytes, ratio, gzip, rows, memory, seconds',
      parseLimit,
    )
    .option(
      '--seed <seed>',
      'chooses among equal scores (default: of the plan, the manifest or the commitment, else fresh)',
    )
    .option('--report <file>', 'write a self-contained HTML report')
    .option('--plots <folder>', 'write the plots as SVG and PNG')
    .option(
      '--certificate <file>',
      'write the proof behind the optimal test: of the claim, or of the first epsilon where a family is named or nothing is claimed',
    )
    .option('--force', 'replace files that onerun did not make; never the inputs')
    .option('--markdown', 'print a summary for CI logs')
    .option('--json', 'machine-readable output')
    .addOption(forPython())
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], options: AuditCommand) =>
      report(await (await import('../work/audit.ts')).runAudit(files, options)),
    );
}
