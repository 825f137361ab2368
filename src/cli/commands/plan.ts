import type { Command } from 'commander';
import { choiceOption, withLevel } from '../shell/choice-options.ts';
import { forPython, number, withLength } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { PlanCommand } from '../work/plan.ts';

const EXAMPLES = `
Examples:
  $ onerun plan --canaries 1000 --claim "gaussian(sigma=1)"
  $ onerun plan --canaries 1000 --claim "dpsgd(noise=1, rate=0.02, steps=1000)" --out plan.json
  $ onerun plan --canaries 1000 --claim "approx-dp(epsilon=4, delta=1e-5)" --model "dpsgd(noise=1, rate=0.02, steps=1000)"
  $ onerun plan --canaries 200 --options 10 --claim "gaussian(sigma=0.5)"
  $ onerun plan --target 2 --claim "gaussian(sigma=1)" --json
  $ onerun plan --canaries 1000 --runs 5 --claim "gaussian(sigma=1)" --violation "gaussian(sigma=0.8)"
  $ onerun plan --power 0.9 --runs 5 --claim "gaussian(sigma=1)"`;

/** Adds `onerun plan`: how many canaries, guesses and runs, before training. */
export function addPlan(program: Command, report: (outcome: CommandOutcome) => void): void {
  const asked = program
    .command('plan')
    .description(
      'before training: choose how many canaries and guesses, and see what epsilon they can prove and with what power',
    )
    .option('-m, --canaries <n>', 'how many canaries each run has', number('canaries'))
    .option(
      '--target <epsilon>',
      'instead of --canaries: the fewest canaries expected to prove this epsilon',
      number('target'),
    )
    .option(
      '--power <p>',
      'instead of --canaries: the fewest canaries that catch the violation with this probability',
      number('power'),
    )
    .option(
      '--runs <n>',
      'independent runs that will be audited together; the plan then also fixes how many right guesses make a run count, and how many runs must count (default: 1)',
      number('runs'),
    )
    .option(
      '--rounds <n>',
      'many games in one training: so many rounds, each with fresh coins; for a training as many as its steps, or a part of them (also: step, each)',
    )
    .option(
      '--scores <n>',
      'with --rounds: scores of each canary, which share the evidence (default: 1)',
      number('scores'),
    )
    .addOption(
      choiceOption(
        'claim',
        'the claim that will be tested, such as "gaussian(sigma=1)"',
      ).makeOptionMandatory(),
    )
    .addOption(
      choiceOption(
        'model',
        'the mechanism that the design is made for; a wrong one costs power, never validity',
        {
          usual:
            'the claim; for an (epsilon, delta) claim the Gaussian, or with delta 0 the Laplace, that just keeps it',
        },
      ),
    )
    .addOption(choiceOption('violation', 'what may be true instead and should be caught'))
    .addOption(choiceOption('guesses', 'use this number of guesses instead of the best', { kind: 'count' }))
    .addOption(choiceOption('options', undefined, { usual: '2' }))
    .option(
      '--family <family>',
      'the family in which the expected epsilon is stated (default: that of a Gaussian or DP-SGD claim, else approx-dp)',
    );
  withLevel(asked, 'confidence of the audit')
    .addOption(choiceOption('delta', 'the delta of the expected epsilon'))
    .addOption(choiceOption('sides', 'which guesses will be made: only those that say in, only out, or both'))
    .addOption(choiceOption('lowerIsIn', 'scores will be losses: the lower, the more likely in'))
    .addOption(choiceOption('scoreColumn', 'the column that will hold the scores'))
    .option('--plot <file>', 'draw expected epsilon against guesses into an .svg or .png file')
    .option('--out <file>', 'write the plan for onerun audit --plan')
    .option('--force', 'replace files that exist')
    .addOption(
      choiceOption('seed', 'seed of the draw among equal scores in the audit', {
        usual: 'drawn here, kept in the plan',
      }),
    )
    .option('--json', 'print the result as JSON');
  withLength(asked)
    .addOption(forPython())
    .addHelpText('after', EXAMPLES)
    .action(async (options: PlanCommand) =>
      report(
        options.rounds === undefined
          ? await (await import('../work/plan.ts')).runPlan(options)
          : await (await import('../work/rounds.ts')).runRoundsPlan({ ...options, rounds: options.rounds }),
      ),
    );
}
