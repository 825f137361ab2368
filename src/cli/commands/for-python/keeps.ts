import { type Command, Option } from 'commander';
import { SIDES } from '../../../observation.ts';
import { number } from '../../shell/options.ts';
import type { CommandOutcome } from '../../shell/outcome.ts';
import type { KeepsCommand } from '../../work/keeps.ts';

/** Adds `onerun keeps`, which the Python package calls: the design of a test, and what its runs showed. */
export function addKeeps(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('keeps', { hidden: true })
    .description('fix a test of a mechanism; with scores on standard input: what they say')
    .argument('[scores]', '- for the scores of all runs')
    .requiredOption('--claim <claim>', 'what the mechanism is said to keep')
    .requiredOption('-m, --canaries <n>', 'canaries in each run', number('canaries'))
    .option('-k, --options <n>', 'options per canary', number('options'), 2)
    .option('-g, --guesses <n>', 'guesses in each run', number('guesses'))
    .addOption(new Option('--sides <sides>').choices(SIDES))
    .option(
      '--tau <p>',
      'a mechanism that keeps the claim fails with at most this probability',
      number('tau'),
    )
    .option('--runs <n>', 'how often the mechanism runs', number('runs'))
    .option('--model <claim>', 'the mechanism that the test is designed for')
    .option('--violation <claim>', 'what the test is made to catch')
    .option('--min-power <p>', 'how likely the violation must be to be noticed', number('min-power'))
    .option('--seed <seed>', 'breaks ties')
    .action(async (scores: string | undefined, options: KeepsCommand) =>
      report(await (await import('../../work/keeps.ts')).runKeeps(scores, options)),
    );
}
