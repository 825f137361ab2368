import { type Command, Option } from 'commander';
import { InvalidInput } from '../../errors.ts';
import { type Limits, parseLimit } from '../../io/index.ts';
import { auditData, auditMarkdown, auditText } from '../../report/index.ts';
import type { Method, Sides } from '../../types.ts';
import { auditCertificate, checkCertificate } from '../audit/certificate.ts';
import { type AuditDesign, designOfAudit, filesOf, type TypedDesign } from '../audit/design.ts';
import { auditByDesign, whyNoVerdict } from '../audit/run-audit.ts';
import { auditOutputs, commandLine, putReport } from '../audit/write-report.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { checkReadOnce } from '../input/read-source.ts';
import { definedOnly } from '../shell/defined-only.ts';
import { methods, number, numbers, repeated } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';

interface Options extends TypedDesign {
  family?: string[];
  method: Method[];
  guesses?: number[];
  sides?: Sides;
  lowerIsIn?: true;
  in?: string;
  out?: string;
  requirePower?: number;
  includedColumn?: string;
  idColumn?: string;
  limit?: Partial<Limits>;
  report?: string;
  plots?: string;
  certificate?: string;
  force?: true;
  markdown?: true;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun audit examples/half-noise.csv --claim "gaussian(sigma=1)"
  $ onerun audit examples/sound.csv --claim "gaussian(sigma=1)" --guesses 100,300 --report report.html
  $ onerun audit examples/reconstruction.csv --claim "gaussian(sigma=1)" --json

Exit codes: 0 nothing refuted, 1 the claim is refuted, 2 bad input or no verdict, 3 internal error.`;

/** Adds `onerun audit`: from score files to a verdict. */
export function addAudit(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('audit')
    .description('scores in; verdict, plots and report out')
    .argument(
      '[files...]',
      'score files (several are several independent runs), a run directory, or - for standard input',
    )
    .option('--claim <claim>', 'the guarantee to test')
    .option(
      '--family <family>',
      'curves to search, may repeat (default: gaussian, approx-dp(delta=DELTA), and dpsgd of a DP-SGD claim)',
      repeated,
    )
    .option('--method <name>', 'paper, optimal, steinke or all', methods, methods('all'))
    .option('--plan <file>', 'take guesses, claim and levels from onerun plan')
    .option('--depart-from-plan', 'take typed options that differ from the plan, and say so in the verdict')
    .option(
      '-g, --guesses <list>',
      'numbers of guesses fixed in advance; several share the significance',
      numbers('guesses'),
    )
    .addOption(
      new Option('--sides <sides>', 'which end of the scores is guessed').choices(['in', 'out', 'both']),
    )
    .option('--lower-is-in', 'scores are losses: the lower, the more likely in')
    .option('--assignment <file>', 'who was in, joined to the scores by id')
    .option('--commitment <file>', 'check the assignment against its commitment')
    .option('--in <file>', 'with --out: scores of members and of others as two NPY files')
    .option('--out <file>', 'see --in')
    .option(
      '--at-least <n>',
      'with several runs: how many right make a run count, fixed in advance',
      number('at-least'),
    )
    .option(
      '--violation <claim>',
      'what the power is stated against (default: half the noise, of a guarantee twice the epsilon)',
    )
    .option(
      '--model <claim>',
      'the mechanism that guesses are planned and power is stated for; never affects validity',
    )
    .option(
      '--require-power <p>',
      'no verdict (exit 2) from a design less likely to catch the violation',
      number('require-power'),
    )
    .option('--confidence <p>', 'confidence of what is reported (default: 0.95)', number('confidence'))
    .option('--tau <p>', 'the same as significance, 1 - confidence', number('tau'))
    .option('--delta <p>', 'the delta at which epsilon is wanted (default: 1e-5)', number('delta'))
    .option(
      '-k, --options <n>',
      'candidates per bucket (default: the score columns, else as many as the truth shows)',
      number('options'),
    )
    .option('--score-column <name>', 'the column with scores')
    .option('--included-column <name>', 'the column that says who was in')
    .option('--id-column <name>', 'the column with ids')
    .option(
      '--limit <name=value>',
      'raise or lower a limit on input, may repeat: bytes, ratio, gzip, rows, memory, seconds',
      parseLimit,
    )
    .option(
      '--seed <seed>',
      'chooses among equal scores (default: of the plan, the manifest or the commitment, else fresh)',
    )
    .option('--report <file>', 'write a self-contained HTML report')
    .option('--plots <folder>', 'write the plots as SVG and PNG')
    .option(
      '--certificate <file>',
      'write the proof behind the optimal test: of the claim, or of the first epsilon where a family is named or nothing is claimed',
    )
    .option('--force', 'replace files that onerun did not make; never the inputs')
    .option('--markdown', 'print a summary for CI logs')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], options: Options) => report(await audited(files, options)));
}

async function audited(files: readonly string[], typed: Options): Promise<CommandOutcome> {
  checkReadOnce([...files, typed.plan, typed.assignment, typed.commitment, typed.in, typed.out]);
  const design = await designOfAudit(files, typed).catch((error: unknown) => {
    throw withLimitFlag(error);
  });
  checkCertificate(typed);
  if (typed.atLeast !== undefined && design.paths.length === 1)
    throw new InvalidInput(
      '--at-least is for several runs; of one run the number of right guesses is tested',
    );
  const outputs = await auditOutputs(typed, inputsOf(design, typed));
  const found = await auditByDesign(design, typed, {
    ...definedOnly({ requirePower: typed.requirePower }),
    methods: typed.method,
    plots: typed.report !== undefined || typed.plots !== undefined,
    provenance: { version: VERSION, command: commandLine() },
  });
  if (typed.certificate !== undefined && found.verdict !== 'no-verdict')
    outputs.put(
      typed.certificate,
      auditCertificate(found, { atLeast: design.atLeast, family: typed.family }).text,
    );
  await putReport(found, typed, outputs);
  await outputs.place();
  const code = { refuted: EXIT.refuted, 'not-refuted': EXIT.consistent, none: EXIT.consistent };
  // The report in words knows no flags: what it says can be stated is stated by this one.
  const flag = found.claim === null ? '\nA claim is stated with --claim.\n' : '';
  const printed =
    typed.json !== undefined
      ? { json: auditData(found) }
      : { text: (typed.markdown === undefined ? auditText(found) : auditMarkdown(found)) + flag };
  if (found.verdict !== 'no-verdict') return { code: code[found.verdict], ...printed };
  const unwritten = typed.certificate === undefined ? '' : '; no certificate was written';
  return { code: EXIT.invalid, ...printed, problem: `${whyNoVerdict(found)}${unwritten}` };
}

/** Every file that is read. */
function inputsOf(design: AuditDesign, { in: members, out: others, plan }: Options): (string | undefined)[] {
  return [...filesOf(design), plan, members, others];
}
