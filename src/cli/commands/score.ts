import { type Command, Option } from 'commander';
import { parseLimit } from '../../io/index.ts';
import { number, repeated } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { ScoreCommand } from '../work/score.ts';

const EXAMPLES = `
Examples:
  $ onerun score examples/signals/plain/target.csv --kind loss --out scores.csv
  $ onerun score examples/signals/plain/target.csv --reference examples/signals/plain/references.npz --kind lira --out lira.csv
  $ onerun audit lira.csv --claim "approx-dp(epsilon=1, delta=1e-5)"

Columns: id; loss, probability, logit (ln p/(1-p)), or logits_0, logits_1, ... and label; reference_0, reference_1, ...
with in_0, in_1, ... Candidates of a bucket: loss_0, loss_1, ... Any score is valid; docs/scores.md says which is strong.`;

/** Adds `onerun score`: from what models say about canaries to scores. */
export function addScore(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('score')
    .description('losses or logits of canaries under the target and reference models in; scores out')
    .argument('<file>', 'signals of the target, one row per canary, or - for standard input')
    .requiredOption('--kind <name>', 'loss, calibrated, lira or rmia: choose before scores are audited')
    .option(
      '--reference <file>',
      'signals of a reference model with who was in it (included), or of several (reference_0, in_0, ...); may repeat',
      repeated,
    )
    .option(
      '--members <file>',
      'who was in each reference (in_0, in_1, ...), where --reference does not say it',
    )
    .option(
      '--population <file>',
      'rmia: records in no model, with loss and reference_0, reference_1, ... (default: the other canaries)',
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'online: references with and without the canary; offline: those without (default: offline for calibrated, else online where who was in is known)',
      ).choices(['online', 'offline']),
    )
    .addOption(
      new Option(
        '--variance <which>',
        'lira: one variance for all canaries, or one for each (default: each from 64 references on)',
      ).choices(['pooled', 'each']),
    )
    .option('--gamma <x>', 'rmia: by which factor a ratio must exceed another (default: 1)', number('gamma'))
    .option('--a <x>', 'rmia offline: its correction, from 0 to 1 (default: 0.3)', number('a'))
    .addOption(
      new Option('--signal <name>', 'which signal to score, where the file has several').choices([
        'loss',
        'probability',
        'logit',
        'logits',
      ]),
    )
    .option('--column <name>', 'what the column of scores is called; a plan can fix it', 'score')
    .option('--id-column <name>', 'the column with ids of the target’s file, and of others that have it')
    .option(
      '--included-column <name>',
      'the column included of the target’s file (passed on, never used), and of files of one reference that have it',
    )
    .option(
      '--limit <name=value>',
      'raise or lower a limit on input, may repeat: bytes, ratio, gzip, rows, memory, seconds',
      parseLimit,
    )
    .option('--out <file>', 'the scores, a CSV file (default: standard output)')
    .option('--force', 'replace a file that exists; never the inputs')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ScoreCommand) =>
      report(await (await import('../work/score.ts')).runScore(file, options)),
    );
}
