import { type CalibrationTarget, calibrate, claimRisk, curveNumbers, curveShape } from '../../audit/index.ts';
import { parseClaim, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { USUAL_DELTA } from '../../levels.ts';
import { quotedPath } from '../../quote.ts';
import { calibrationText, curveDetails, curveScreen } from '../../report/index.ts';
import { curvePicture, Outputs, picturePath } from '../output/index.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';

/** What may be typed for `onerun curve`. */
export interface CurveCommand extends AskedForm {
  claim?: string;
  alpha?: number[];
  delta?: number[];
  epsilon?: number[];
  calibrate?: string;
  family?: string;
  advantage?: number;
  tpr?: number;
  fpr?: number;
  plot?: string;
  force?: true;
}

/** The numbers of a claim's curve, and its picture where one is wanted; or the calibration of a parameter. */
export async function runCurve(options: CurveCommand): Promise<CommandOutcome> {
  if (options.calibrate !== undefined) return calibration(options.calibrate, options);
  if (options.claim === undefined)
    throw new InvalidInput("required option '--claim <claim>' not specified; see onerun curve --help");
  for (const target of ['advantage', 'tpr', 'fpr'] as const)
    if (options[target] !== undefined) throw new InvalidInput(`--${target} goes with --calibrate`);
  const { plot, force } = options;
  const claim = parseClaim(options.claim);
  const outputs = await Outputs.collect({ files: [picturePath(plot)], force });
  const f = tradeOff(claim);
  const numbers = curveNumbers(
    f,
    options.alpha ?? [1e-6, 1e-4, 0.001, 0.01, 0.05, 0.1, 0.3, 0.5, 0.9],
    options.delta ?? [1e-3, 1e-5, 1e-6, 1e-8, 1e-10],
    options.epsilon ?? [0, 0.1, 0.5, 1, 2, 4, 8],
  );
  const risk = claimRisk(claim, options.delta === undefined ? {} : { deltas: options.delta });
  if (plot !== undefined) outputs.put(plot, await curvePicture(plot, curveShape(f, claim)));
  await outputs.place();
  const drawn = plot === undefined ? '' : `The curve is drawn in ${quotedPath(plot)}.\n`;
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      options,
      () => ({ ...numbers, risk }),
      () => ({ screen: curveScreen(numbers), details: curveDetails(numbers, risk), below: drawn }),
    ),
  };
}

function calibration(parameter: string, options: CurveCommand): CommandOutcome {
  const { claim, plot } = options;
  if (plot !== undefined) throw new InvalidInput('--plot goes with --claim, not with --calibrate');
  if (claim !== undefined && options.family !== undefined)
    throw new InvalidInput('--calibrate goes with --family, not with --claim');
  const family = options.family ?? claim;
  if (family === undefined)
    throw new InvalidInput('--calibrate needs --family, a claim with the parameter left out');
  const found = calibrate(family, parameter, targetOf(options));
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      options,
      () => found,
      () => ({ screen: calibrationText(found) }),
    ),
  };
}

/** The one target that was typed. */
function targetOf({ epsilon, delta, advantage, tpr, fpr }: CurveCommand): CalibrationTarget {
  const given = Object.entries({ epsilon, advantage, tpr })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`);
  if (given.length > 1)
    throw new InvalidInput(
      `--calibrate needs one target, not ${given.slice(0, -1).join(', ')} and ${given[given.length - 1]}`,
    );
  if (epsilon === undefined && delta !== undefined) throw new InvalidInput('--delta goes with --epsilon');
  if (tpr === undefined && fpr !== undefined) throw new InvalidInput('--fpr goes with --tpr');
  if (advantage !== undefined) return { advantage };
  if (tpr !== undefined) {
    if (fpr === undefined) throw new InvalidInput('--tpr needs --fpr, the rate at which it is kept');
    return { tpr, fpr };
  }
  if (epsilon?.length !== 1) throw new InvalidInput('--calibrate needs one --epsilon, the target');
  if (delta !== undefined && delta.length !== 1) throw new InvalidInput('--calibrate needs one --delta');
  return { epsilon: epsilon[0], delta: delta?.[0] ?? USUAL_DELTA };
}
