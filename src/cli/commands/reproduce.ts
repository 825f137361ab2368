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
  $ onerun reproduce gaussian --simulate --slurm sweep.sbatch --tasks 200 --out out

Each figure becomes OUT/FIGURE.csv, .svg and .png, and OUT/FIGURE.jsonl, the log of all finished tasks: a run that was
stopped goes on from there, and a finished one has nothing left to do.`;

/** Adds `onerun reproduce`: the paper's experiments, and grids of one's own. */
export function addReproduce(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('reproduce')
    .description("the paper's experiments and figures, to CSV, SVG and PNG; resumes, and runs in parts")
    .argument('[figure]', `one of ${FIGURE_NAMES.join(', ')} (default: all)`)
    .option('--out <folder>', 'where the results go', 'out')
    .option(
      '--workers <n>',
      'threads (default: the cores; fewer where memory would run out)',
      number('workers'),
    )
    .option(
      '--queue <address>',
      'by onerun worker on any machines, through Redis: redis://host:port/database',
    )
    .option('--simulate', 'play the games of Algorithm 4 instead of its closed form')
    .option(
      '--games <n>',
      'with --simulate, and for power: games of each point (default: 100; power: 1000)',
      number('games'),
    )
    .option('--seed <seed>', 'with --simulate, and for power: what the games are drawn from (default: 0)')
    .option('--shard <i/n>', 'run the i-th of n parts', shard)
    .option('--merge', 'join the parts, or say what is missing')
    .option('--from <folder>', 'with --merge: where parts are, may repeat (default: --out)', repeated)
    .option('--slurm <file>', 'write an array job for SLURM instead, a part for each element')
    .option('--kubernetes <file>', 'write an indexed Job for Kubernetes instead, untested on a cluster')
    .option('--tasks <n>', 'of a job: over how many elements the work is dealt', number('tasks'))
    .option('--cpus <n>', 'of a job: processors and threads of each element (default: 1)', number('cpus'))
    .option('--memory <size>', 'of a job: memory of each element (default: 2G)')
    .option('--time <time>', 'of a job: time limit of each element, as SLURM writes it (2:30:00, 1-12)')
    .option('--partition <name>', 'with --slurm: where the elements run')
    .option('--image <name>', 'with --kubernetes: the container image that has onerun')
    .option('--volume-claim <name>', 'with --kubernetes: the volume claim for the logs')
    .option('--method <name>', 'paper, optimal, steinke or all (default: all)', methods)
    .option(
      '--optimal-up-to <m>',
      'the optimal test up to so many canaries (default: 1e5)',
      number('optimal-up-to'),
    )
    .option('--recorded <folder>', 'recorded runs for cifar10 (default: examples/cifar10)')
    .option('--limit <name=value>', 'a limit on reading recorded runs, may repeat, as in audit', parseLimit)
    .option('--sigma <list>', 'noise of the Gaussian mechanism', numbers('sigma'))
    .option('-m, --canaries <list>', 'canaries (of runs: in all runs together)', numbers('canaries'))
    .option('-g, --guesses <list>', 'numbers of guesses', numbers('guesses'))
    .option('-k, --options <list>', 'options per canary', numbers('options'))
    .option('--delta <list>', 'deltas at which epsilon is wanted', numbers('delta'))
    .option('--confidence <list>', 'confidences of the lower bounds', numbers('confidence'))
    .option('--tau <list>', 'the same as significances, 1 - confidence', numbers('tau'))
    .option('--runs <list>', 'numbers of runs', numbers('runs'))
    .option('--noise <list>', 'noise of DP-SGD', numbers('noise'))
    .option('--rate <list>', 'sampling rates of DP-SGD', numbers('rate'))
    .option('--steps <list>', 'steps of DP-SGD', numbers('steps'))
    .option(
      '--short <list>',
      'shares of the claimed noise that are missing, such as 0.05 or 5%',
      shares('short'),
    )
    .option('--score <list>', 'scores of the attack: white-box, loss, calibrated, lira, rmia', wordList)
    .option('--references <list>', 'reference models that a score is made with', numbers('references'))
    .option(
      '--difficulty <list>',
      'how much canaries differ in difficulty, in units of the claimed noise',
      numbers('difficulty'),
    )
    .option('--force', 'replace files that were not made here')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (figure: string | undefined, options: ReproduceOptions) =>
      report(await (await import('../sweep/reproduce.ts')).reproduce(figure, options)),
    );
}
