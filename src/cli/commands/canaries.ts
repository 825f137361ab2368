import type { Command } from 'commander';
import { forPython, number } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { CanariesCommand } from '../work/canaries.ts';

const EXAMPLES = `
Examples:
  $ onerun canaries --canaries 1000 --out canaries.csv
  $ onerun canaries --canaries 200 --options 10 --out buckets.csv --seed 7

The assignment is a secret until training is over. Publish the hash before training; reveal the file and its
.commitment.json afterwards, and give both to onerun audit (--assignment, --commitment).`;

/** Adds `onerun canaries`: draws who is in, and commits to it. */
export function addCanaries(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('canaries')
    .description('draw the secret assignment (who is in) and commit to it')
    .requiredOption('-m, --canaries <n>', 'canaries, or buckets of candidates', number('canaries'))
    .option('-k, --options <n>', 'options per canary: 2 for in or out', number('options'), 2)
    .requiredOption('--out <file>', 'the assignment, a CSV file')
    .option(
      '--seed <seed>',
      'draw from a seed instead of the system: repeatable, and only as secret as the seed',
    )
    .option('--force', 'replace files that exist')
    .option('--json', 'machine-readable output')
    .addOption(forPython())
    .addHelpText('after', EXAMPLES)
    .action(async (options: CanariesCommand) =>
      report(await (await import('../work/canaries.ts')).runCanaries(options)),
    );
}
