import { type Plan, type PlanOptions, plan, planForPower, planForTarget } from '../../audit/index.ts';
import { choicesOf, type DesignChoices } from '../../audit-choices.ts';
import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDirectionStated } from '../../loss-column.ts';
import { freshSeed } from '../../numerics/index.ts';
import { quotedPath } from '../../quote.ts';
import { planScreen, planText } from '../../report/index.ts';
import { Outputs, picturePath, planPicture } from '../output/index.ts';
import { significance } from '../shell/options.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';

/** What may be typed for `onerun plan`. */
export interface PlanCommand extends AskedForm, Omit<DesignChoices, 'claim' | 'guesses' | 'families'> {
  canaries?: number;
  target?: number;
  power?: number;
  runs?: number;
  rounds?: string;
  scores?: number;
  claim: string;
  guesses?: number;
  family?: string;
  plot?: string;
  confidence?: number;
  out?: string;
  force?: true;
}

/** The design for this many canaries, for this epsilon, or for this power. */
export async function runPlan(options: PlanCommand): Promise<CommandOutcome> {
  const { out, plot, force } = options;
  const outputs = await Outputs.collect({ files: [out, picturePath(plot)], force });
  const tau = significance(options);
  const { claim, guesses, family, runs, ...others } = options;
  checkDirectionStated(others);
  const { options: k, scoreColumn, seed = freshSeed(), ...choices } = choicesOf(others);
  const design = { ...choices, claim, tau, seed, ...definedOnly({ runs, guesses, k, family }) };
  const found = {
    ...planned(options, design),
    // How scores become guesses is fixed with the plan; a plan that is silent leaves it to the audit.
    ...definedOnly({ scoreColumn }),
  };
  if (out !== undefined) outputs.put(out, `${JSON.stringify(found, null, 2)}\n`, { secret: 'seed' in found });
  if (plot !== undefined) outputs.put(plot, await planPicture(plot, found));
  await outputs.place();
  const files = found.runs === undefined ? 'SCORES' : `RUN-1 ... RUN-${found.runs}`;
  const written =
    out === undefined
      ? 'Fix it before training: --out plan.json, then onerun audit --plan plan.json\n'
      : `The plan is in ${quotedPath(out)}: onerun audit ${files} --plan ${quotedPath(out)}\n`;
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      options,
      () => found,
      () => ({
        screen: planScreen(found),
        all: planText(found),
        below: written,
      }),
    ),
  };
}

function planned({ canaries, target, power }: PlanCommand, design: Omit<PlanOptions, 'm'>): Plan {
  const given = [canaries, target, power].filter((value) => value !== undefined);
  if (given.length > 1)
    throw new InvalidInput(
      'give one of --canaries, --target and --power: the second and the third find the canaries',
    );
  if (canaries !== undefined) return plan({ m: canaries, ...design });
  if (power !== undefined) return planForPower(power, design);
  if (target !== undefined) return planForTarget(target, design);
  throw new InvalidInput(
    'give --canaries, or --target, the epsilon to prove, or --power, the chance to catch the violation',
  );
}
