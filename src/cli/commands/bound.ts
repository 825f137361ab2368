import { type Command, Option } from 'commander';
import { bound as computeBound, usualFamilies } from '../../audit/index.ts';
import { family } from '../../claims/index.ts';
import { checkDelta, checkTau } from '../../levels.ts';
import { observationOf } from '../../observation.ts';
import { boundData, boundText } from '../../report/index.ts';
import type { Method, Sides } from '../../types.ts';
import {
  certificateNote,
  checkCertificate,
  claimCertificate,
  epsilonCertificate,
} from '../audit/certificate.ts';
import { CERTIFICATE, Outputs } from '../output/index.ts';
import { definedOnly } from '../shell/defined-only.ts';
import { methods, number, numbers, repeated, significance } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { clearProgress, withSearchProgress } from '../shell/progress.ts';

interface Options {
  canaries: number;
  guesses?: number;
  correct: number;
  options: number;
  sides?: Sides;
  tau?: number;
  confidence?: number;
  delta?: number[];
  method: Method[];
  claim?: string;
  family?: string[];
  certificate?: string;
  force?: true;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun bound -m 100000 -g 1500 -c 1429
  $ onerun bound -m 1000 -c 691 --claim "gaussian(sigma=2)"
  $ onerun bound -m 1000 -g 100 -c 90 --sides in
  $ onerun bound -m 1000 -g 100 -c 90 --family "approx-dp(delta=1e-6)" --confidence 0.99 --json

Exit codes: 0 nothing refuted, 1 the claim is refuted, 2 bad input, 3 internal error.`;

/** Adds `onerun bound`: from counts to lower bounds on epsilon and p-values. */
export function addBound(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('bound')
    .description('what the counts of one game prove: lower bounds on epsilon, and p-values of a claim')
    .requiredOption('-m, --canaries <n>', 'canaries, or buckets of candidates', number('canaries'))
    .option(
      '-g, --guesses <n>',
      'guesses made, fixed before the run (default: all canaries)',
      number('guesses'),
    )
    .requiredOption('-c, --correct <n>', 'guesses that were right', number('correct'))
    .option('-k, --options <n>', 'options per canary: 2 for in or out', number('options'), 2)
    .addOption(
      new Option(
        '--sides <sides>',
        'in or out where every guess said that, as fixed before the run (default: both)',
      ).choices(['in', 'out', 'both']),
    )
    .option('--confidence <p>', 'confidence of what is reported (default: 0.95)', number('confidence'))
    .option('--tau <p>', 'the same as significance, 1 - confidence', number('tau'))
    .option('--delta <list>', 'deltas at which epsilon is wanted (default: 1e-5)', numbers('delta'))
    .option('--method <name>', 'paper, optimal, steinke or all', methods, methods('all'))
    .option('--claim <claim>', 'a guarantee to test, such as "approx-dp(epsilon=8, delta=1e-5)"')
    .option(
      '--family <family>',
      'curves to search, may repeat (default: gaussian and approx-dp(delta=DELTA))',
      repeated,
    )
    .option(
      '--certificate <file>',
      'write the proof behind the optimal test: of the claim, or of the first epsilon where a family is named or nothing is claimed',
    )
    .option('--force', 'replace a file that is not a certificate')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => report(await boundCommand(options)));
}

async function boundCommand(options: Options): Promise<CommandOutcome> {
  const { canaries: m, options: k, guesses, correct, sides } = options;
  const observation = observationOf({ m, k, correct, ...definedOnly({ guesses, sides }) });
  checkCertificate(options);
  const { certificate, force } = options;
  const outputs = await Outputs.collect({ files: [[certificate, CERTIFICATE]], force });
  const tau = significance(options);
  checkTau(tau);
  const deltas = options.delta ?? [1e-5];
  deltas.forEach(checkDelta);
  const families = (options.family ?? usualFamilies(null, deltas)).map((text) => family(text));
  const found = computeBound(observation, {
    ...definedOnly({ claim: options.claim }),
    families: families.map(withSearchProgress),
    methods: options.method,
    tau,
    deltas,
  });
  clearProgress();
  const code = found.verdict?.refuted ? EXIT.refuted : EXIT.consistent;
  const notes = [...found.notes];
  if (certificate !== undefined) {
    const { text, about } =
      options.claim === undefined || options.family !== undefined
        ? epsilonCertificate([observation], found.results, { tau, numbers: 1, runs: 1, successes: 1 })
        : claimCertificate(observation, options.claim);
    outputs.put(certificate, text);
    notes.push(certificateNote(certificate, about));
  }
  await outputs.place();
  const report = { ...found, notes };
  return options.json === undefined ? { code, text: boundText(report) } : { code, json: boundData(report) };
}
