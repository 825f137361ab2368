import { type Command, Option } from 'commander';
import { CORRECTIONS } from '../../corrections.ts';
import { addDesignOptions } from '../audit/design-options.ts';
import type { AuditAllCommand } from '../audit-all/audit-all.ts';
import { withLevel } from '../shell/choice-options.ts';
import { number } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';

const EXAMPLES = `
Examples:
  $ onerun audit-all examples/cifar10
  $ onerun audit-all examples/mnist examples/mnist-half-noise --correction bh

A folder with a manifest.json is one audit; other folders are searched for these and for score files. Each audit is as
onerun audit makes it with the same options. OUT/index.html is the table of all, OUT/reports has a report and the JSON of
each. What is done is not done again until a file or an option changes.

Exit codes: 0 nothing refuted, 1 a claim is refuted once the number of audits is taken into account, 2 nothing refuted
and some audits have no answer (no verdict, or an error) or less power than is required, or bad input, 3 internal
error.`;

/** Adds `onerun audit-all`: many audits, judged together. */
export function addAuditAll(program: Command, report: (outcome: CommandOutcome) => void): void {
  const asked = program
    .command('audit-all')
    .description(
      'audit many score files or run folders and judge them together: a table of verdicts, and a report each',
    )
    .argument('<paths...>', 'score files, run folders, or folders to search')
    .option('--out <folder>', 'where the results go', 'audits')
    .addOption(
      new Option(
        '--correction <name>',
        'how the number of audits is taken into account: holm limits the chance of any false "refuted", bh their expected share',
      )
        .choices(CORRECTIONS)
        .default('holm'),
    )
    .option(
      '--workers <n>',
      'threads (default: the cores; fewer for files that memory holds few of)',
      number('workers'),
    );
  withLevel(addDesignOptions(asked), 'confidence of all audits together')
    .option('--force', 'replace a --junit file that exists')
    .option('--json', 'print the result as JSON')
    .option('--junit <file>', 'write a test case for each audit as JUnit XML, the form that CI reads')
    .addHelpText('after', EXAMPLES)
    .action(async (given: string[], options: AuditAllCommand) =>
      report(await (await import('../audit-all/audit-all.ts')).auditAll(given, options)),
    );
}
