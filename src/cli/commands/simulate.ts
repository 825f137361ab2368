import { type Command, Option } from 'commander';
import { SIDES } from '../../observation.ts';
import { number, quiet } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { MECHANISMS } from '../simulate/mechanism-parameters.ts';
import type { SimulateCommand } from '../simulate/simulate.ts';

const EXAMPLES = `
Examples:
  $ onerun simulate --mechanism gaussian-sum --sigma 1 -m 10000 --out scores.csv
  $ onerun simulate --mechanism gaussian-sum --sigma 1 -m 1000 --bug half-noise | onerun audit - --claim "gaussian(sigma=1)"
  $ onerun simulate --mechanism laplace-sum --scale 0.5 -m 1000 --repeat 1000
  $ onerun simulate --mechanism randomized-response --epsilon 1 --options 4 -m 2000 --repeat 100 --json
  $ onerun simulate --mechanism dpsgd --noise 1 --rate 0.02 --steps 1000 -m 1000 --bug half-noise --repeat 20

Without --out and --repeat the score file goes to standard output. The exit code is never 1: a simulation has no verdict.`;

/** Adds `onerun simulate`: games with the built-in mechanisms, sound or broken. */
export function addSimulate(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('simulate')
    .description('play games with built-in mechanisms, sound or broken on purpose, under the best attack')
    .addOption(new Option('--mechanism <name>', 'the mechanism').choices(MECHANISMS).makeOptionMandatory())
    .requiredOption(
      '-m, --canaries <n>',
      'how many canaries (with --options above 2: buckets)',
      number('canaries'),
    )
    .option(
      '-k, --options <n>',
      'options per canary: 2 for in or out, more for the candidates of a bucket (default: 2)',
      number('options'),
    )
    .option('--sigma <x>', 'gaussian-sum: the standard deviation of the noise', number('sigma'))
    .option('--scale <x>', 'laplace-sum: the scale of the noise', number('scale'))
    .option('--epsilon <x>', 'randomized-response: its epsilon', number('epsilon'))
    .option('--noise <x>', 'dpsgd: the noise multiplier', number('noise'))
    .option('--rate <p>', 'dpsgd: the probability that a record is in a batch', number('rate'))
    .option('--steps <n>', 'dpsgd: steps', number('steps'))
    .option(
      '--score <name>',
      'dpsgd: llr, sum, fitted, spread or schedule, explained in docs/mechanisms.md (default: llr)',
    )
    .option('--bug <name>', 'break the mechanism on purpose; docs/mechanisms.md lists the bugs')
    .option(
      '--canary-size <x>',
      'size of a canary before clipping, in clip norms (default: 1)',
      number('canary-size'),
    )
    .option('--claim <claim>', 'the claim to test (default: what is true of the mechanism without a bug)')
    .option('--violation <claim>', 'what the guesses are planned against')
    .option('-g, --guesses <n>', 'guesses (default: planned from canaries and claim)', number('guesses'))
    .addOption(
      new Option(
        '--sides <sides>',
        'with --repeat: which guesses are made, only those that say in, only out, or both (default: both)',
      ).choices(SIDES),
    )
    .option('--confidence <p>', 'confidence of each audit (default: 0.95)', number('confidence'))
    .option('--tau <p>', 'instead of --confidence: 1 - confidence', number('tau'))
    .option('--repeat <n>', 'play so many games and count how often the claim is refuted', number('repeat'))
    .option('--seed <seed>', 'the same seed plays the same games', '0')
    .option('--out <file>', 'write the score file (CSV) here')
    .option('--digits <n>', 'digits after the decimal point (default: all)', number('digits'))
    .option('--force', 'replace a file that exists')
    .option('--json', 'print the result as JSON')
    .addOption(quiet())
    .addHelpText('after', EXAMPLES)
    .action(async (options: SimulateCommand) =>
      report(await (await import('../simulate/simulate.ts')).runSimulation(options)),
    );
}
