import { type Command, Option } from 'commander';
import { parseLimit } from '../../io/index.ts';
import type { LedgerOutput } from '../ledger/ledger-output.ts';
import { choiceOption, withChoices, withLevel } from '../shell/choice-options.ts';
import { forPython, number, withLength } from '../shell/options.ts';
import type { AskedForm, CommandOutcome } from '../shell/outcome.ts';
import type { AddRunCommand, NewLedgerCommand } from '../work/ledger.ts';

const EXAMPLES = `
Examples:
  $ onerun ledger new ledger.jsonl --claim "gaussian(sigma=1)" --canaries 1000
  $ onerun canaries --canaries 1000 --out canaries.csv
  $ onerun ledger start ledger.jsonl --commitment canaries.csv.commitment.json
  $ onerun ledger add ledger.jsonl scores.csv --assignment canaries.csv --commitment canaries.csv.commitment.json
  $ onerun ledger show ledger.jsonl --report ledger.html

Exit codes: 0 the claim is not refuted or nothing could have been noticed, 1 the evidence against it reached 1/tau (then or earlier), 2 bad input, 3 internal error.`;

const load = () => import('../work/ledger.ts');

/** Adds `onerun ledger`: evidence over runs, valid at every moment. */
export function addLedger(program: Command, report: (outcome: CommandOutcome) => void): void {
  const ledger = program
    .command('ledger')
    .description('collect evidence from run after run against one claim; you may look, and stop, after each')
    .addHelpText('after', EXAMPLES);
  addNew(ledger, report);
  ledger
    .command('start')
    .description('write down that a run begins, before it is trained; it counts in this order, from then on')
    .argument('<ledger>', 'the ledger')
    .requiredOption('--commitment <file>', 'the commitment to its assignment, written by onerun canaries')
    .option('--json', 'print the result as JSON')
    .addOption(forPython())
    .action(async (path: string, options: AskedForm & { commitment: string }) =>
      report(await (await load()).runLedgerStart(path, options)),
    );
  withOutputs(
    ledger
      .command('add')
      .description(
        'add what runs showed: every one that was made, also one that looks wrong; without start in the order in which they were made, none chosen after a look, or all in one call',
      )
      .argument('<ledger>', 'the ledger')
      .argument(
        '<run...>',
        'run folders, score files (a column run tells several apart), or - for standard input',
      )
      .option('--assignment <file>', 'the assignment, joined to the scores by id')
      .option('--commitment <file>', 'check the assignment against its commitment')
      .option('--new-run', 'count these as further runs, not as ones that were started before')
      .option('--included-column <name>', 'the column that says who was in')
      .option('--id-column <name>', 'the column with ids')
      .option('--run-column <name>', 'the column that names the run, or none')
      .option('--limit <name=value>', 'change a limit on input, as in onerun audit', parseLimit),
  ).action(async (path: string, runs: string[], options: AddRunCommand) =>
    report(await (await load()).runLedgerAdd(path, runs, options)),
  );
  withOutputs(
    ledger
      .command('show')
      .description('show the evidence over runs, the p-value, the epsilon proved so far, and what to expect')
      .argument('<ledger>', 'the ledger')
      .option(
        '--expect-head <hash>',
        'refuse a ledger whose last entry has another hash: otherwise nobody sees that entries were cut off at the end',
      ),
  ).action(async (path: string, options: LedgerOutput & { expectHead?: string }) =>
    report(await (await load()).runLedgerShow(path, options)),
  );
}

function addNew(ledger: Command, report: (outcome: CommandOutcome) => void): void {
  const asked = ledger
    .command('new')
    .description(
      'begin a ledger before the first run: fix the claim, the guesses, and the bets that turn right guesses into evidence',
    )
    .argument('<ledger>', 'the file to begin; never one that exists')
    .requiredOption('--claim <claim>', 'the claim that is tested, the same for every run')
    .requiredOption('-m, --canaries <n>', 'canaries in every run', number('canaries'))
    .addOption(choiceOption('violation', 'what the bets are made to catch'))
    .addOption(
      choiceOption(
        'model',
        'a mechanism that keeps the claim; some bets are made for what lies between it and the violation',
      ),
    )
    .addOption(
      choiceOption(
        'guesses',
        'numbers of guesses (default: the one with which evidence grows fastest); several share the evidence',
      ),
    )
    .addOption(choiceOption('options', undefined, { usual: '2' }));
  withChoices(asked, 'sides', 'lowerIsIn')
    .addOption(choiceOption('scoreColumn', 'the column that will hold the scores'))
    .addOption(
      new Option(
        '--method <name>',
        'the test that says how much each bet may pay (default: optimal)',
      ).choices(['optimal', 'paper']),
    )
    .addOption(choiceOption('families', undefined, { usual: 'as in audit' }));
  withLength(withLevel(asked, 'confidence of what is reported'))
    .addOption(choiceOption('delta'))
    .option('--json', 'print the result as JSON')
    .addOption(forPython())
    .action(async (path: string, options: NewLedgerCommand) =>
      report(await (await load()).runLedgerNew(path, options)),
    );
}

function withOutputs(command: Command): Command {
  return withLength(command)
    .option('--report <file>', 'write a self-contained HTML report')
    .option('--plot <file>', 'draw the evidence over runs into an .svg or .png file')
    .option('--certificate <file>', 'write a certificate of the evidence, for onerun verify')
    .option('--force', 'replace files that exist; never the inputs')
    .option('--markdown', 'print a summary for CI logs')
    .option('--json', 'print the result as JSON')
    .addOption(forPython());
}
