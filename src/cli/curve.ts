import type { Command } from 'commander';
import { curveNumbers, curveShape } from '../audit/index.ts';
import { curveText } from '../report/index.ts';
import { tradeOff } from '../tradeoff/index.ts';
import { numbers } from './options.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { writePicture } from './picture.ts';

interface Options {
  claim: string;
  alpha?: number[];
  delta?: number[];
  epsilon?: number[];
  plot?: string;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun curve --claim "gaussian(sigma=1)"
  $ onerun curve --claim "laplace(scale=0.5)" --alpha 1e-4,0.01 --delta 1e-5 --epsilon 1,2 --json
  $ onerun curve --claim "approx-dp(epsilon=1, delta=1e-5)" --plot curve.svg

Claims: gaussian(sigma= | mu=), laplace(scale=), pure-dp(epsilon=), approx-dp(epsilon=, delta=),
  randomized-response(epsilon=, alphabet=2), profile(epsilon:delta, ...), points(alpha:beta, ...), perfect(),
  compose(part, ...) of gaussian parts such as gaussian(sigma=4)*10; all with relation=add-remove or relation=replace.`;

/** Adds `onerun curve`: a claim's trade-off curve and privacy profile. */
export function addCurve(program: Command, report: (outcome: Outcome) => void): void {
  program
    .command('curve')
    .description("a claim's trade-off curve, epsilon(delta) and delta(epsilon): numbers and a plot")
    .requiredOption('--claim <claim>', 'the guarantee, such as "gaussian(sigma=1)"')
    .option('--alpha <list>', 'false-positive rates (default: 1e-6 to 0.9)', numbers('alpha'))
    .option('--delta <list>', 'deltas at which epsilon is wanted (default: 1e-3 to 1e-10)', numbers('delta'))
    .option('--epsilon <list>', 'epsilons at which delta is wanted (default: 0 to 8)', numbers('epsilon'))
    .option('--plot <file>', 'draw the curve into an .svg or .png file')
    .option('--seed <seed>', 'accepted by every command; nothing here is random')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => report(await curve(options)));
}

async function curve(options: Options): Promise<Outcome> {
  const f = tradeOff(options.claim);
  const numbers = curveNumbers(
    f,
    options.alpha ?? [1e-6, 1e-4, 0.001, 0.01, 0.05, 0.1, 0.3, 0.5, 0.9],
    options.delta ?? [1e-3, 1e-5, 1e-6, 1e-8, 1e-10],
    options.epsilon ?? [0, 0.1, 0.5, 1, 2, 4, 8],
  );
  if (options.plot !== undefined) await writePicture(options.plot, curveShape(f));
  if (options.json !== undefined) return { code: EXIT.consistent, json: numbers };
  const drawn = options.plot === undefined ? '' : `\nThe curve is drawn in ${options.plot}.\n`;
  return { code: EXIT.consistent, text: curveText(numbers) + drawn };
}
