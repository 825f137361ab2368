import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { type AuditOptions, type AuditResult, type AuditRun, audit } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import type { Sides } from '../games/index.ts';
import { type ByteSource, bytesSource, readRun, readRunPair } from '../io/index.ts';
import { auditData, auditMarkdown, auditText } from '../report/index.ts';
import type { Method } from '../types.ts';
import { commit } from './canaries.ts';
import { checkCertificate, ownRelation, writeCertificate } from './certificate.ts';
import { readDocument } from './documents.ts';
import { fileSource } from './files.ts';
import { methods, number, numbers, once, repeated, significance } from './options.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { byteProgress, progressDone } from './progress.ts';
import { commitmentSchema, manifestSchema, planSchema } from './schemas.ts';
import { writeReport } from './write-report.ts';

interface Options {
  claim?: string;
  family?: string[];
  method: Method[];
  plan?: string;
  guesses?: number[];
  sides?: Sides;
  lowerIsIn?: true;
  assignment?: string;
  commitment?: string;
  in?: string;
  out?: string;
  atLeast?: number;
  violation?: string;
  requirePower?: number;
  tau?: number;
  confidence?: number;
  delta?: number;
  options?: number;
  seed?: string;
  scoreColumn?: string;
  includedColumn?: string;
  idColumn?: string;
  report?: string;
  plots?: string;
  certificate?: string;
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
export function addAudit(program: Command, report: (outcome: Outcome) => void): void {
  program
    .command('audit')
    .description('scores in; verdict, plots and report out')
    .argument(
      '[files...]',
      'score files (several are several independent runs), a run directory, or - for standard input',
    )
    .option('--claim <claim>', 'the guarantee to test', once('claim'))
    .option(
      '--family <family>',
      'curves to search, may repeat (default: gaussian and approx-dp(delta=DELTA))',
      repeated,
    )
    .option('--method <name>', 'paper, optimal, steinke or all', methods, methods('all'))
    .option('--plan <file>', 'take guesses, claim and levels from onerun plan')
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
      'what the power is stated against (default: half the noise)',
      once('violation'),
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
      'candidates per bucket, where the file does not show all of them',
      number('options'),
    )
    .option('--score-column <name>', 'the column with scores')
    .option('--included-column <name>', 'the column that says who was in')
    .option('--id-column <name>', 'the column with ids')
    .option('--seed <seed>', 'breaks ties among equal scores (default: 0)')
    .option('--report <file>', 'write a self-contained HTML report')
    .option('--plots <folder>', 'write the plots as SVG and PNG')
    .option('--certificate <file>', 'write the proof behind the optimal test of the claim')
    .option('--markdown', 'print a summary for CI logs')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], options: Options) => report(await audited(files, options)));
}

async function audited(files: readonly string[], typed: Options): Promise<Outcome> {
  const { paths, options } = await withManifest(files, await withPlan(typed));
  await checkCertificate(options);
  const runs = await readRuns(paths, options);
  const found = await audit(runs, auditOptions(options));
  checkPlanFits(options, found);
  if (options.requirePower !== undefined && !((found.power ?? 0) >= options.requirePower))
    throw new InvalidInput(
      `no verdict; this design catches ${found.violation ?? 'a violation'} with probability ${(found.power ?? 0).toPrecision(3)}, less than the required ${options.requirePower}`,
    );
  if (options.certificate !== undefined) await certifyAudit(options.certificate, found, options);
  await writeReport(found, options);
  const code = found.refuted ? EXIT.refuted : EXIT.consistent;
  if (options.json !== undefined) return { code, json: auditData(found) };
  return { code, text: options.markdown === undefined ? auditText(found) : auditMarkdown(found) };
}

/** The proof behind the smallest p-value of the optimal test. */
async function certifyAudit(path: string, found: AuditResult, options: Options): Promise<void> {
  const { claim, tested, tests, observations } = found;
  if (claim === null) throw new InvalidInput('--certificate is about a claim; give one with --claim');
  const tried = tests.filter(({ method }) => method === 'optimal');
  const best = tried.reduce((a, b) => (b.pValue < a.pValue ? b : a), tried[0]);
  const observation = observations.find(({ guesses }) => guesses === best?.guesses) ?? observations[0];
  // Of several runs, what was tested is the number of right guesses fixed in advance.
  const { correct = observation.correct } = found.inputs.length > 1 ? { correct: options.atLeast } : {};
  const relation = tested === claim ? ownRelation(claim) : 'replace';
  await writeCertificate(path, { ...observation, correct }, claim, relation);
}

/** What a plan fixes, unless it was typed. */
async function withPlan(options: Options): Promise<Options & { plannedFor?: number }> {
  if (options.plan === undefined) return options;
  const { m, claim, violation, tau, delta, chosen } = await readDocument(options.plan, planSchema, 'plan');
  const level = options.tau === undefined && options.confidence === undefined ? { tau } : {};
  const atLeast = chosen.critical === null ? {} : { atLeast: chosen.critical };
  return {
    claim,
    violation,
    delta,
    guesses: [chosen.guesses],
    ...atLeast,
    ...options,
    ...level,
    plannedFor: m,
  };
}

function checkPlanFits(
  { plannedFor }: Options & { plannedFor?: number },
  { observation: { m } }: AuditResult,
): void {
  if (plannedFor !== undefined && plannedFor !== m)
    throw new InvalidInput(`the plan is for ${plannedFor} canaries, the scores have ${m}`);
}

/** A run directory brings its own options, which typed ones override. */
async function withManifest(
  files: readonly string[],
  options: Options,
): Promise<{ paths: readonly string[]; options: Options }> {
  const [first] = files;
  const folder =
    files.length === 1 && first !== '-' && (await stat(first).catch(() => null))?.isDirectory() === true;
  if (!folder) return { paths: files, options };
  const path = join(first, 'manifest.json');
  if ((await stat(path).catch(() => null)) === null)
    throw new InvalidInput(`${first} is a directory without a manifest.json`);
  const {
    schema: _,
    parameters: __,
    scores,
    families,
    assignment,
    commitment,
    plan,
    ...rest
  } = await readDocument(path, manifestSchema, 'manifest');
  const beside = (file: string) => join(first, file);
  const fromManifest: Partial<Options> = JSON.parse(
    JSON.stringify({ ...rest, ...(rest.lowerIsIn ? {} : { lowerIsIn: undefined }), family: families }),
  );
  // Typed confidence takes the place of the manifest's significance.
  if (options.confidence !== undefined) delete fromManifest.tau;
  const merged: Options = {
    ...fromManifest,
    ...(assignment === undefined ? {} : { assignment: beside(assignment) }),
    ...(commitment === undefined ? {} : { commitment: beside(commitment) }),
    ...(plan === undefined ? {} : { plan: beside(plan) }),
    ...options,
  };
  return {
    paths: [beside(scores)],
    options: plan === undefined || options.plan !== undefined ? merged : await withPlan(merged),
  };
}

function auditOptions(options: Options): AuditOptions {
  const { claim, family, method, guesses, sides, lowerIsIn, seed, atLeast, violation, delta } = options;
  const given = { claim, families: family, guesses, sides, lowerIsIn, seed, atLeast, violation, delta };
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const plots = options.report !== undefined || options.plots !== undefined;
  return { ...stated, methods: method, tau: significance(options), plots };
}

async function readRuns(paths: readonly string[], options: Options): Promise<AuditRun[]> {
  if ((options.in === undefined) !== (options.out === undefined))
    throw new InvalidInput('--in and --out go together: the scores of members and of others');
  if (options.in !== undefined && options.out !== undefined) {
    if (paths.length > 0) throw new InvalidInput('--in and --out take the place of score files');
    return [await readRunPair(await fileSource(options.in), await fileSource(options.out))];
  }
  if (paths.length === 0)
    throw new InvalidInput('no scores; name a file, a run directory, or - for standard input');
  if (paths.length > 1 && options.assignment !== undefined)
    throw new InvalidInput('--assignment goes with one run: with several, put included into each file');
  const assignment = options.assignment === undefined ? undefined : await fileSource(options.assignment);
  if (options.commitment !== undefined) await checkCommitment(options.commitment, options.assignment);
  const runs: AuditRun[] = [];
  for (const path of paths) {
    const source = path === '-' ? await standardInput() : await fileSource(path);
    const run = await readRun(source, {
      ...(assignment === undefined ? {} : { assignment }),
      ...(options.options === undefined ? {} : { options: options.options }),
      columns: {
        ...(options.scoreColumn === undefined ? {} : { score: options.scoreColumn }),
        ...(options.includedColumn === undefined ? {} : { included: options.includedColumn }),
        ...(options.idColumn === undefined ? {} : { id: options.idColumn }),
      },
      onProgress: byteProgress(`reading ${source.name}`),
    });
    progressDone();
    runs.push(run);
  }
  return runs;
}

async function standardInput(): Promise<ByteSource> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return bytesSource('standard input', Buffer.concat(chunks));
}

async function checkCommitment(path: string, assignment: string | undefined): Promise<void> {
  if (assignment === undefined)
    throw new InvalidInput('--commitment needs --assignment, the file that was committed to');
  const { hash, salt } = await readDocument(path, commitmentSchema, 'commitment');
  if (commit(salt, await readFile(assignment)) !== hash)
    throw new InvalidInput(
      `${assignment} is not the assignment that ${path} commits to: the audit would be of other coins`,
    );
}
