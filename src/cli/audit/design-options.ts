import type { Command } from 'commander';
import { parseLimit } from '../../io/index.ts';
import { withChoices } from '../shell/choice-options.ts';
import { methods, number } from '../shell/options.ts';

/** Adds what may be fixed about an audit, of one run or of many: claim, guesses, columns. */
export function addDesignOptions(command: Command): Command {
  withChoices(command, 'claim', 'families')
    .option('--method <name>', 'which test to use: paper, optimal, steinke or all (default: all)', methods)
    .option('--plan <file>', 'take claim, guesses, sides, tau and delta from the file that onerun plan wrote')
    .option('--depart-from-plan', 'let typed options override the plan; the verdict says so');
  withChoices(
    command,
    'guesses',
    'sides',
    'lowerIsIn',
    'atLeast',
    'threshold',
    'thresholdRuns',
    'sameCanary',
    'onePerRun',
    'assume',
    'independentGuesses',
  );
  withChoices(command, 'violation', 'model', 'delta', 'options', 'seed')
    .option(
      '--require-power <p>',
      'exit code 2 where this attack catches the violation with less than this probability',
      number('require-power'),
    )
    .option('--assignment <file>', 'the assignment, joined to the scores by id')
    .option('--commitment <file>', 'check the assignment against its commitment');
  return withChoices(command, 'scoreColumn')
    .option('--included-column <name>', 'the column that says who was in')
    .option('--id-column <name>', 'the column with ids')
    .option(
      '--run-column <name>',
      'the column that tells several runs in one file apart, or none (default: run, where there is one)',
    )
    .option(
      '--limit <name=value>',
      'change a limit on input (bytes, gzip, rows, memory, seconds; docs/reliability.md says of what), may repeat',
      parseLimit,
    );
}
