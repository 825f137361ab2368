import type { Command } from 'commander';
import { forPython, number, numbers, withLength } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { claimLines } from '../shell/words/claim-words.ts';
import type { CurveCommand } from '../work/curve.ts';

const EXAMPLES = `
Examples:
  $ onerun curve --claim "gaussian(sigma=1)"
  $ onerun curve --claim "laplace(scale=0.5)" --alpha 1e-4,0.01 --delta 1e-5 --epsilon 1,2 --json
  $ onerun curve --claim "dpsgd(noise=2.5758, rate=0.08192, steps=2500)" --plot curve.svg
  $ onerun curve --calibrate noise --epsilon 8 --delta 1e-5 --family "dpsgd(rate=0.08192, steps=2500)"
  $ onerun curve --calibrate noise --advantage 0.2 --family gaussian
  $ onerun curve --calibrate noise --tpr 0.05 --fpr 0.01 --family "dpsgd(rate=0.08192, steps=2500)"`;

/** Adds `onerun curve`: a claim's trade-off curve and privacy profile. Its help lists `claims`, all kinds. */
export function addCurve(program: Command, report: (outcome: CommandOutcome) => void, claims: string): void {
  const asked = program
    .command('curve')
    .description(
      'what a claim means: its trade-off curve, epsilon at each delta, delta at each epsilon, risk to one record',
    )
    .option('--claim <claim>', 'the claim, such as "gaussian(sigma=1)"; all kinds are listed below')
    .option(
      '--alpha <list>',
      'false-positive rates at which the least false-negative rate is wanted (default: 1e-6 to 0.9)',
      numbers('alpha'),
    )
    .option('--delta <list>', 'deltas at which epsilon is wanted (default: 1e-3 to 1e-10)', numbers('delta'))
    .option('--epsilon <list>', 'epsilons at which delta is wanted (default: 0 to 8)', numbers('epsilon'))
    .option(
      '--calibrate <parameter>',
      'find the value of this parameter, which --family leaves open, that meets a target: one --epsilon at one --delta, an --advantage, or a --tpr at an --fpr',
    )
    .option('--family <family>', 'with --calibrate: a claim with that parameter left open')
    .option('--advantage <share>', 'with --calibrate: the most that TPR - FPR may be', number('advantage'))
    .option('--tpr <share>', 'with --calibrate: the most that the TPR may be at --fpr', number('tpr'))
    .option('--fpr <share>', 'with --calibrate: the false-positive rate of --tpr', number('fpr'))
    .option('--plot <file>', 'draw the curve into an .svg or .png file')
    .option('--force', 'replace a file that exists')
    .option('--json', 'print the result as JSON');
  withLength(asked)
    .addOption(forPython())
    .addHelpText('after', `${EXAMPLES}\n\nClaims: ${claims}\n\n${claimLines()}`)
    .action(async (options: CurveCommand) =>
      report(await (await import('../work/curve.ts')).runCurve(options)),
    );
}
