import { type Command, Option } from 'commander';
import { parseLimit } from '../../io/index.ts';
import { number, numbers } from '../shell/options.ts';

/** Adds what may be fixed about an audit, of one run or of many: guesses, columns, levels of detail. */
export function addDesignOptions(command: Command): Command {
  return command
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
    );
}
