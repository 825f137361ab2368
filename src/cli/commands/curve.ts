import type { Command } from 'commander';
import { calibrate, curveNumbers, curveShape } from '../../audit/index.ts';
import { claimUsage, parseClaim, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { calibrationText, curveText } from '../../report/index.ts';
import { curvePicture, Outputs, pictureKind } from '../output/index.ts';
import { numbers } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { wrapped } from '../shell/wrapped.ts';

interface Options {
  claim?: string;
  alpha?: number[];
  delta?: number[];
  epsilon?: number[];
  calibrate?: string;
  family?: string;
  plot?: string;
  force?: true;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun curve --claim "gaussian(sigma=1)"
  $ onerun curve --claim "laplace(scale=0.5)" --alpha 1e-4,0.01 --delta 1e-5 --epsilon 1,2 --json
  $ onerun curve --claim "dpsgd(noise=2.5758, rate=0.08192, steps=2500)" --plot curve.svg
  $ onerun curve --calibrate noise --epsilon 8 --delta 1e-5 --family "dpsgd(rate=0.08192, steps=2500)"

${wrapped(`Claims: ${claimUsage()}`, 114)}`;

/** Adds `onerun curve`: a claim's trade-off curve and privacy profile. */
export function addCurve(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('curve')
    .description("a claim's trade-off curve, epsilon(delta) and delta(epsilon): numbers and a plot")
    .option('--claim <claim>', 'the guarantee, such as "gaussian(sigma=1)"')
    .option('--alpha <list>', 'false-positive rates (default: 1e-6 to 0.9)', numbers('alpha'))
    .option('--delta <list>', 'deltas at which epsilon is wanted (default: 1e-3 to 1e-10)', numbers('delta'))
    .option('--epsilon <list>', 'epsilons at which delta is wanted (default: 0 to 8)', numbers('epsilon'))
    .option(
      '--calibrate <parameter>',
      'find the value of the parameter that --family leaves out, for one --epsilon at one --delta',
    )
    .option('--family <family>', 'with --calibrate: a claim with that parameter left out')
    .option('--plot <file>', 'draw the curve into an .svg or .png file')
    .option('--force', 'replace a file that onerun did not make')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => report(await curve(options)));
}

async function curve(options: Options): Promise<CommandOutcome> {
  if (options.calibrate !== undefined) return calibration(options.calibrate, options);
  if (options.claim === undefined) throw new InvalidInput("required option '--claim <claim>' not specified");
  const { plot, force } = options;
  const claim = parseClaim(options.claim);
  const outputs = await Outputs.collect({
    files: plot === undefined ? [] : [[plot, pictureKind(plot)]],
    force,
  });
  const f = tradeOff(claim);
  const numbers = curveNumbers(
    f,
    options.alpha ?? [1e-6, 1e-4, 0.001, 0.01, 0.05, 0.1, 0.3, 0.5, 0.9],
    options.delta ?? [1e-3, 1e-5, 1e-6, 1e-8, 1e-10],
    options.epsilon ?? [0, 0.1, 0.5, 1, 2, 4, 8],
  );
  const shape = curveShape(f, claim);
  if (plot !== undefined) outputs.put(plot, await curvePicture(plot, shape));
  await outputs.place();
  if (options.json !== undefined) return { code: EXIT.consistent, json: numbers };
  const drawn = plot === undefined ? '' : `\nThe curve is drawn in ${quotedPath(plot)}.\n`;
  return { code: EXIT.consistent, text: curveText(numbers, shape) + drawn };
}

function calibration(
  parameter: string,
  { family, epsilon, delta, claim, plot, json }: Options,
): CommandOutcome {
  if (plot !== undefined) throw new InvalidInput('--plot goes with --claim, not with --calibrate');
  if (claim !== undefined) throw new InvalidInput('--calibrate goes with --family, not with --claim');
  if (family === undefined)
    throw new InvalidInput('--calibrate needs --family, a claim with the parameter left out');
  if (epsilon?.length !== 1) throw new InvalidInput('--calibrate needs one --epsilon, the target');
  if (delta !== undefined && delta.length !== 1) throw new InvalidInput('--calibrate needs one --delta');
  const found = calibrate(family, parameter, epsilon[0], delta?.[0] ?? 1e-5);
  return {
    code: EXIT.consistent,
    ...(json === undefined ? { text: calibrationText(found) } : { json: found }),
  };
}
