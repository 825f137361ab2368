import { type Command, Option } from 'commander';
import { parseLimit } from '../../io/index.ts';
import { number, repeated, withLength } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { ScoreCommand } from '../work/score.ts';

const EXAMPLES = `
Examples:
  $ onerun score examples/signals/plain/target.csv --kind loss --out scores.csv
  $ onerun audit scores.csv --claim "approx-dp(epsilon=1, delta=1e-5)"
  $ onerun score examples/signals/plain/target.csv --reference examples/signals/plain/references.npz --kind lira --out lira.csv

Columns: id; loss, probability, logit (ln p/(1-p)), or logits_0, logits_1, ... and label; reference_0, reference_1, ...
with in_0, in_1, ... Candidates of a bucket: loss_0, loss_1, ... Any score is valid; docs/scores.md says which is strong.`;

/** Adds `onerun score`: from what models say about canaries to scores. */
export function addScore(program: Command, report: (outcome: CommandOutcome) => void): void {
  const asked = program
    .command('score')
    .description(
      'after training: make scores from the losses or logits of canaries under the target model and reference models',
    )
    .argument(
      '<file>',
      'signals (losses, probabilities or logits) of the target model, one row per canary, or - for standard input',
    )
    .requiredOption(
      '--kind <name>',
      'loss, calibrated (how much lower it is than under reference models), lira or rmia (likelihood ratios with reference models); choose before scores are audited',
    )
    .option(
      '--reference <file>',
      'signals of a reference model and which canaries were in it (column included), or of several (reference_0, in_0, ...); may repeat',
      repeated,
    )
    .option(
      '--members <file>',
      'which canaries were in each reference model (in_0, in_1, ...), where --reference does not say it',
    )
    .option(
      '--population <file>',
      'rmia: records in no model, with loss and reference_0, reference_1, ... (default: the other canaries)',
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'online: compare with reference models that had the canary and with those that had not; offline: only with those that had not (default: offline for calibrated, else online where that is known)',
      ).choices(['online', 'offline']),
    )
    .addOption(
      new Option(
        '--variance <which>',
        'lira: one variance for all canaries, or one for each (default: each from 64 reference models on)',
      ).choices(['pooled', 'each']),
    )
    .option(
      '--gamma <x>',
      'rmia: the factor by which a likelihood ratio must exceed that of another record (default: 1)',
      number('gamma'),
    )
    .option(
      '--a <x>',
      'rmia offline: with p the probability where the canary was out, a p + 1 - a is taken for that where it was in (default: 0.3)',
      number('a'),
    )
    .addOption(
      new Option('--signal <name>', 'which signal to score, where the file has several').choices([
        'loss',
        'probability',
        'logit',
        'logits',
      ]),
    )
    .option('--column <name>', 'name of the column of scores; a plan can fix it', 'score')
    .option('--id-column <name>', 'the column with ids, in the target’s file and in others that have it')
    .option(
      '--included-column <name>',
      'the column that says which canaries were in: in the target’s file (passed on, never used) and in files of one reference model',
    )
    .option(
      '--limit <name=value>',
      'change a limit on input (bytes, gzip, rows, memory, seconds; docs/reliability.md says of what), may repeat',
      parseLimit,
    )
    .option('--out <file>', 'the scores, a CSV file (default: standard output)')
    .option('--force', 'replace a file that exists; never the inputs')
    .option('--json', 'print the result as JSON');
  withLength(asked)
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ScoreCommand) =>
      report(await (await import('../work/score.ts')).runScore(file, options)),
    );
}
