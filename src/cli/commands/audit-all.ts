import { type Command, Option } from 'commander';
import { CORRECTIONS } from '../../corrections.ts';
import { addDesignOptions } from '../audit/design-options.ts';
import type { AuditAllCommand } from '../audit-all/audit-all.ts';
import { methods, number, repeated } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';

const EXAMPLES = `
Examples:
  $ onerun audit-all examples/list.csv
  $ onerun audit-all examples/list.csv --correction bh --json

A folder is searched for run folders (those with a manifest.json) and score files. A list is a CSV file with a column
path, relative to it, and where wanted name and options of one audit: claim, guesses, lower-is-in and so on. Options
typed here hold for score files, and for what the manifest of a run folder leaves open.

Each audit becomes a row of OUT/audits.csv and OUT/audits.jsonl, and a report in OUT/reports; OUT/index.html is the
table of all. A command that was stopped goes on where it was.

Exit codes: 0 nothing refuted, 1 a claim is refuted once the number of audits is taken into account, 2 nothing refuted
and some audits have no answer (no verdict, or an error), or bad input, 3 internal error.`;

/** Adds `onerun audit-all`: many audits, judged together. */
export function addAuditAll(program: Command, report: (outcome: CommandOutcome) => void): void {
  const asked = program
    .command('audit-all')
    .description(
      'audit many score files or run folders and judge them together: a table of verdicts, and a report each',
    )
    .argument('<folder-or-list>', 'a folder to search, or a CSV file with a column path')
    .option('--out <folder>', 'where the results go', 'audits')
    .addOption(
      new Option(
        '--correction <name>',
        'how the number of audits is taken into account: holm limits the chance of any false "refuted", bh their expected share',
      )
        .choices(CORRECTIONS)
        .default('holm'),
    )
    .option('--confidence <p>', 'confidence of all audits together (default: 0.95)', number('confidence'))
    .option('--tau <p>', 'instead of --confidence: 1 - confidence', number('tau'))
    .option(
      '--workers <n>',
      'threads (default: the cores; fewer for files that memory holds few of)',
      number('workers'),
    )
    .option(
      '--queue <address>',
      'leave the work to onerun worker --folder on machines that have the folder too: redis://host:port/database',
    )
    .option(
      '--claim <claim>',
      'the claim to test, such as "gaussian(sigma=1)"; onerun curve --help lists the kinds',
    )
    .option('--family <family>', 'a family in which the proved epsilon is sought, may repeat', repeated)
    .option('--method <name>', 'which test to use: paper, optimal, steinke or all (default: all)', methods);
  addDesignOptions(asked)
    .option('--force', 'replace files that were not made here; never the inputs')
    .option('--json', 'print the result as JSON')
    .option('--junit <file>', 'write a test case for each audit as JUnit XML, the form that CI reads')
    .addHelpText('after', EXAMPLES)
    .action(async (given: string, options: AuditAllCommand) =>
      report(await (await import('../audit-all/audit-all.ts')).auditAll(given, options)),
    );
}
