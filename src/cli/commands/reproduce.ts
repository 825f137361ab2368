import type { Command } from 'commander';
import { parseLimit } from '../../io/index.ts';
import { methods, number, numbers, repeated, shares, wordList } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { FIGURE_NAMES } from '../sweep/figure-names.ts';
import { shard } from '../sweep/parts/shards.ts';
import type { ReproduceOptions } from '../sweep/settings.ts';

const EXAMPLES = `
Figures: ${FIGURE_NAMES.join(', ')}.

Examples:
  $ onerun reproduce
  $ onerun reproduce gaussian --sigma 0.7,1.5 --canaries 1000,100000 --out mine
  $ onerun reproduce gaussian --simulate --seed 7
  $ onerun reproduce power --short 10%,25%,50% --canaries 500,5000 --score white-box,lira
  $ onerun reproduce guesses --shard 1/4 --out parts    # on each of four machines, 1/4 to 4/4
  $ onerun reproduce guesses --merge --out parts
  $ onerun reproduce gaussian --simulate --queue redis://host:6379/0    # by onerun worker on any machines

Each figure becomes OUT/FIGURE.csv, .svg and .png, and OUT/FIGURE.jsonl, the log of all finished tasks: a command that
was stopped goes on from there, and a finished one has nothing left to do.`;

/** Adds `onerun reproduce`: the paper's experiments, and grids of one's own. */
export function addReproduce(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('reproduce')
    .description('compute the figures of the paper, or variants of your own, as CSV, SVG and PNG')
    .argument('[figure]', `one of ${FIGURE_NAMES.join(', ')} (default: all)`)
    .option('--out <folder>', 'where the results go', 'out')
    .option(
      '--workers <n>',
      'threads (default: the cores; fewer where memory would run out)',
      number('workers'),
    )
    .option(
      '--queue <address>',
      'leave the work to onerun worker on any machines, through Redis: redis://host:port/database',
    )
    .option(
      '--simulate',
      'play games at random instead of computing what they give on average (Algorithm 4 of the paper)',
    )
    .option(
      '--games <n>',
      'with --simulate, and for the figure power: games for each point (default: 100; power: 1000)',
      number('games'),
    )
    .option('--seed <seed>', 'with --simulate, and for the figure power: the seed of the games (default: 0)')
    .option('--shard <i/n>', 'run the i-th of n parts', shard)
    .option('--merge', 'join the parts, or say what is missing')
    .option('--from <folder>', 'with --merge: where parts are, may repeat (default: --out)', repeated)
    .option('--method <name>', 'which test to use: paper, optimal, steinke or all (default: all)', methods)
    .option(
      '--optimal-up-to <m>',
      'use method optimal up to so many canaries (default: 1e5)',
      number('optimal-up-to'),
    )
    .option('--recorded <folder>', 'recorded runs for cifar10 (default: examples/cifar10)')
    .option('--limit <name=value>', 'a limit on reading recorded runs, may repeat, as in audit', parseLimit)
    .option('--sigma <list>', 'noise of the Gaussian mechanism (standard deviations)', numbers('sigma'))
    .option(
      '-m, --canaries <list>',
      'numbers of canaries (for the figure runs: in all runs together)',
      numbers('canaries'),
    )
    .option('-g, --guesses <list>', 'numbers of guesses', numbers('guesses'))
    .option('-k, --options <list>', 'options per canary', numbers('options'))
    .option('--delta <list>', 'deltas at which epsilon is wanted', numbers('delta'))
    .option('--confidence <list>', 'confidences of the proved epsilon', numbers('confidence'))
    .option('--tau <list>', 'instead of --confidence: 1 - confidence', numbers('tau'))
    .option('--runs <list>', 'numbers of runs', numbers('runs'))
    .option('--noise <list>', 'noise multipliers of DP-SGD', numbers('noise'))
    .option(
      '--rate <list>',
      'sampling rates of DP-SGD: the probability that a record is in a batch',
      numbers('rate'),
    )
    .option('--steps <list>', 'numbers of steps of DP-SGD', numbers('steps'))
    .option(
      '--short <list>',
      'shares of the claimed noise that are missing, such as 0.05 or 5%',
      shares('short'),
    )
    .option('--score <list>', 'scores of the attack: white-box, loss, calibrated, lira, rmia', wordList)
    .option(
      '--references <list>',
      'numbers of reference models that a score is made with',
      numbers('references'),
    )
    .option(
      '--difficulty <list>',
      'how much canaries differ in difficulty, in units of the claimed noise',
      numbers('difficulty'),
    )
    .option('--force', 'replace files that exist; never the inputs')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (figure: string | undefined, options: ReproduceOptions) =>
      report(await (await import('../sweep/reproduce.ts')).reproduce(figure, options)),
    );
}
