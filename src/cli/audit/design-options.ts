import { type Command, Option } from 'commander';
import { parseLimit } from '../../io/index.ts';
import { number, numbers } from '../shell/options.ts';

/** Adds what may be fixed about an audit, of one run or of many: guesses, columns, levels of detail. */
export function addDesignOptions(command: Command): Command {
  return command
    .option('--plan <file>', 'take claim, guesses, sides, tau and delta from the file that onerun plan wrote')
    .option('--depart-from-plan', 'let typed options override the plan; the verdict says so')
    .option(
      '-g, --guesses <list>',
      'how many guesses, fixed before the scores are seen; several numbers share tau',
      numbers('guesses'),
    )
    .addOption(
      new Option(
        '--sides <sides>',
        'which guesses are made: only those that say in, only out, or both',
      ).choices(['in', 'out', 'both']),
    )
    .option('--lower-is-in', 'scores are losses: the lower, the more likely in')
    .option('--assignment <file>', 'the assignment, joined to the scores by id')
    .option('--commitment <file>', 'check the assignment against its commitment')
    .option(
      '--at-least <n>',
      'with several runs: how many right guesses make a run count, fixed in advance',
      number('at-least'),
    )
    .option(
      '--threshold <score>',
      'classical audit, of one canary that is in or out of many runs: scores from here on are called in, fixed in advance',
      number('threshold'),
    )
    .option(
      '--threshold-runs <n>',
      'instead of --threshold: the first n runs choose it, and are not tested',
      number('threshold-runs'),
    )
    .option('--same-canary', 'the canary is the same in all runs, where no id says so')
    .option('--violation <claim>', 'what the power is stated for (default: half the noise)')
    .option(
      '--model <claim>',
      'the mechanism that power is computed for; a wrong one never affects whether a refutation is valid',
    )
    .option(
      '--require-power <p>',
      'exit code 2 where this attack catches the violation with less than this probability',
      number('require-power'),
    )
    .option('--delta <p>', 'the delta at which epsilon is wanted (default: 1e-5)', number('delta'))
    .option(
      '-k, --options <n>',
      'options per canary: 2 for in or out, more for the candidates of a bucket (default: as the file shows)',
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
      'change a limit on input (bytes, gzip, rows, memory, seconds; docs/reliability.md says of what), may repeat',
      parseLimit,
    )
    .option(
      '--seed <seed>',
      'seed of the draw among equal scores (default: that of the plan, the manifest or the commitment, else fresh)',
    );
}
