import { type Command, Option } from 'commander';
import { type Plan, type PlanOptions, plan, planForTarget } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import { freshSeed } from '../../numerics/index.ts';
import { quotedPath } from '../../quote.ts';
import { planText } from '../../report/index.ts';
import type { Sides } from '../../types.ts';
import { Outputs, pictureKind, planPicture, UNIQUE } from '../output/index.ts';
import { definedOnly } from '../shell/defined-only.ts';
import { number, significance } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';

interface Options {
  canaries?: number;
  target?: number;
  claim: string;
  model?: string;
  violation?: string;
  guesses?: number;
  options?: number;
  family?: string;
  sides?: Sides;
  lowerIsIn?: true;
  scoreColumn?: string;
  plot?: string;
  tau?: number;
  confidence?: number;
  delta?: number;
  out?: string;
  force?: true;
  seed?: string;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun plan --canaries 1000 --claim "gaussian(sigma=1)"
  $ onerun plan --canaries 1000 --claim "dpsgd(noise=1, rate=0.02, steps=1000)" --out plan.json
  $ onerun plan --canaries 1000 --claim "approx-dp(epsilon=4, delta=1e-5)" --model "dpsgd(noise=1, rate=0.02, steps=1000)"
  $ onerun plan --canaries 200 --options 10 --claim "gaussian(sigma=0.5)"
  $ onerun plan --target 2 --claim "gaussian(sigma=1)" --json`;

/** Adds `onerun plan`: how many canaries and guesses, before training. */
export function addPlan(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('plan')
    .description('before training: how many canaries and guesses, what epsilon they can prove, their power')
    .option('-m, --canaries <n>', 'canaries', number('canaries'))
    .option(
      '--target <epsilon>',
      'instead of --canaries: the fewest canaries expected to prove this epsilon',
      number('target'),
    )
    .requiredOption('--claim <claim>', 'what will be claimed')
    .option(
      '--model <claim>',
      'the mechanism that the design is made for, which never affects validity (default: the claim; of a guarantee the Gaussian that spends it)',
    )
    .option(
      '--violation <claim>',
      'what may be true instead (default: half the noise, of a guarantee twice the epsilon)',
    )
    .option('-g, --guesses <n>', 'judge this number of guesses instead of the best', number('guesses'))
    .option('-k, --options <n>', 'options per canary (default: 2)', number('options'))
    .option(
      '--family <family>',
      'the family in which the expected epsilon is stated (default: that of a Gaussian or DP-SGD claim, else approx-dp)',
    )
    .option('--confidence <p>', 'confidence of the audit (default: 0.95)', number('confidence'))
    .option('--tau <p>', 'the same as significance, 1 - confidence', number('tau'))
    .option('--delta <p>', 'the delta of the expected epsilon (default: 1e-5)', number('delta'))
    .addOption(
      new Option('--sides <sides>', 'which end of the scores will be guessed (default: both)').choices([
        'in',
        'out',
        'both',
      ]),
    )
    .option('--lower-is-in', 'scores will be losses: the lower, the more likely in')
    .option('--score-column <name>', 'the column that scores will stand in')
    .option('--plot <file>', 'draw expected epsilon against guesses into an .svg or .png file')
    .option('--out <file>', 'write the plan for onerun audit --plan')
    .option('--force', 'replace a plan that exists, or a picture that onerun did not make')
    .option(
      '--seed <seed>',
      'breaks ties among equal scores in the audit (default: drawn here, kept in the plan)',
    )
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => report(await outcome(options)));
}

async function outcome(options: Options): Promise<CommandOutcome> {
  const { out, plot, force } = options;
  const outputs = await Outputs.collect({
    files: [[out, UNIQUE], ...(plot === undefined ? [] : [[plot, pictureKind(plot)] as const])],
    force,
  });
  const tau = significance(options);
  const { claim, model, delta, violation, guesses, options: k, family, sides, lowerIsIn } = options;
  const design = {
    claim,
    tau,
    seed: options.seed ?? freshSeed(),
    ...definedOnly({ model, delta, violation, guesses, k, family, sides, lowerIsIn }),
  };
  const found = {
    ...planned(options, design),
    // How scores become guesses is fixed with the plan; a plan that is silent leaves it to the audit.
    ...definedOnly({ scoreColumn: options.scoreColumn }),
  };
  if (out !== undefined) outputs.put(out, `${JSON.stringify(found, null, 2)}\n`, { secret: 'seed' in found });
  if (plot !== undefined) outputs.put(plot, await planPicture(plot, found));
  await outputs.place();
  if (options.json !== undefined) return { code: EXIT.consistent, json: found };
  const written =
    out === undefined
      ? ''
      : `\nThe plan is in ${quotedPath(out)}, with the seed that breaks ties: onerun audit SCORES --plan ${quotedPath(out)}\n`;
  // The plan in words knows no flags: what it says can be stated is stated by this one.
  const flag =
    (found.model ?? found.claim) === found.claim ? '' : '\nAnother model is stated with --model.\n';
  return { code: EXIT.consistent, text: planText(found) + flag + written };
}

function planned({ canaries, target }: Options, design: Omit<PlanOptions, 'm'>): Plan {
  if (canaries !== undefined) return plan({ m: canaries, ...design });
  if (target === undefined) throw new InvalidInput('give --canaries, or --target, the epsilon to prove');
  return planForTarget(target, design);
}
