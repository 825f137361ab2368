import { type Command, Option } from 'commander';
import { choiceOption, withLevel } from '../shell/choice-options.ts';
import { forPython, methods, number, withLength } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { BoundCommand } from '../work/bound.ts';

const EXAMPLES = `
Examples:
  $ onerun bound -m 100000 -g 1500 -c 1429
  $ onerun bound -m 1000 -c 691 --claim "gaussian(sigma=2)"
  $ onerun bound -m 1000 -g 100 -c 90 --sides in
  $ onerun bound -m 1000 -g 100 -c 90 --family "approx-dp(delta=1e-6)" --confidence 0.99 --json

Exit codes: 0 nothing refuted, 1 the claim is refuted, 2 bad input, 3 internal error.`;

/** Adds `onerun bound`: from counts to lower bounds on epsilon and p-values. */
export function addBound(program: Command, report: (outcome: CommandOutcome) => void): void {
  const asked = program
    .command('bound')
    .description(
      'from counts alone: the epsilon that so many right guesses prove, and whether they refute a claim',
    )
    .requiredOption(
      '-m, --canaries <n>',
      'how many canaries (with --options above 2: buckets)',
      number('canaries'),
    )
    .addOption(
      choiceOption('guesses', 'how many of them were guessed, fixed before the run', {
        usual: 'all',
        kind: 'count',
      }),
    )
    .requiredOption('-c, --correct <n>', 'how many guesses were right', number('correct'))
    .addOption(choiceOption('options', undefined, { usual: null }).default(2))
    .addOption(choiceOption('sides', 'in or out if every guess said that, as fixed before the run'));
  withLevel(asked, 'confidence of what is reported')
    .addOption(choiceOption('delta', 'deltas at which epsilon is wanted', { kind: 'counts' }))
    .addOption(
      new Option('--method <name>', 'which test to use: paper, optimal, steinke or all')
        .argParser(methods)
        .default(methods('all'), 'all'),
    )
    .addOption(choiceOption('claim', 'a claim to test, such as "approx-dp(epsilon=8, delta=1e-5)"'))
    .addOption(choiceOption('assume'))
    .addOption(choiceOption('families', undefined, { usual: 'gaussian and approx-dp(delta=DELTA)' }))
    .option(
      '--certificate <file>',
      'write a certificate for onerun verify: of the test of the claim, or of the first proved epsilon where a family is named or nothing is claimed (method optimal)',
    )
    .option('--force', 'replace a file that exists')
    .option('--json', 'print the result as JSON');
  withLength(asked)
    .addOption(forPython())
    .addHelpText('after', EXAMPLES)
    .action(async (options: BoundCommand) =>
      report(await (await import('../work/bound.ts')).runBound(options)),
    );
}
