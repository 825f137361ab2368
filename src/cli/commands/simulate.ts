import { type Command, Option } from 'commander';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { scoreText } from '../../io/index.ts';
import { frequency, simulateScores, testDesign } from '../../mechanisms/index.ts';
import { quotedPath } from '../../quote.ts';
import { playedText, repeatedText } from '../../report/index.ts';
import { Outputs, UNIQUE } from '../output/index.ts';
import { number, significance } from '../shell/options.ts';
import { EXIT, type Outcome } from '../shell/outcome.ts';
import { clearProgress, shareProgress } from '../shell/progress.ts';
import { MECHANISMS, type SubjectOptions, subjectOf } from '../shell/subjects.ts';

interface Options extends SubjectOptions {
  canaries: number;
  claim?: string;
  violation?: string;
  guesses?: number;
  tau?: number;
  confidence?: number;
  repeat?: number;
  seed: string;
  out?: string;
  digits?: number;
  force?: true;
  json?: true;
}

/** Of one game; more would not fit into a text. */
const MOST_SCORES = 1e7;
/** Some minutes of one game. */
const MOST_WORK = 1e10;

const EXAMPLES = `
Examples:
  $ onerun simulate --mechanism gaussian-sum --sigma 1 -m 10000 --out scores.csv
  $ onerun simulate --mechanism gaussian-sum --sigma 1 -m 1000 --bug half-noise | onerun audit - --claim "gaussian(sigma=1)"
  $ onerun simulate --mechanism laplace-sum --scale 0.5 -m 1000 --repeat 1000
  $ onerun simulate --mechanism randomized-response --epsilon 1 --options 4 -m 2000 --repeat 100 --json
  $ onerun simulate --mechanism dpsgd --noise 1 --rate 0.02 --steps 1000 -m 1000 --bug half-noise --repeat 20

Without --out and --repeat the score file goes to standard output. The exit code is never 1: a simulation has no verdict.`;

/** Adds `onerun simulate`: games with the built-in mechanisms, sound or broken. */
export function addSimulate(program: Command, report: (outcome: Outcome) => void): void {
  program
    .command('simulate')
    .description('play games with built-in mechanisms, sound or broken, under the best attack')
    .addOption(new Option('--mechanism <name>', 'what to audit').choices(MECHANISMS).makeOptionMandatory())
    .requiredOption('-m, --canaries <n>', 'canaries, or buckets of candidates', number('canaries'))
    .option('-k, --options <n>', 'options per canary (default: 2, in or out)', number('options'))
    .option('--sigma <x>', 'gaussian-sum: the noise', number('sigma'))
    .option('--scale <x>', 'laplace-sum: the scale of the noise', number('scale'))
    .option('--epsilon <x>', 'randomized-response: its epsilon', number('epsilon'))
    .option('--noise <x>', 'dpsgd: the noise multiplier', number('noise'))
    .option('--rate <p>', 'dpsgd: the probability that a record is in a batch', number('rate'))
    .option('--steps <n>', 'dpsgd: steps', number('steps'))
    .option('--score <name>', 'dpsgd: llr, sum, fitted, spread or schedule (default: llr)')
    .option('--bug <name>', 'break it on purpose: see docs/zoo.md')
    .option(
      '--canary-size <x>',
      'size of a canary before clipping, in clip norms (default: 1)',
      number('canary-size'),
    )
    .option('--claim <claim>', 'what is claimed (default: what a sound mechanism may claim)')
    .option('--violation <claim>', 'what the guesses are planned against')
    .option('-g, --guesses <n>', 'guesses (default: planned from canaries and claim)', number('guesses'))
    .option('--confidence <p>', 'confidence of each audit (default: 0.95)', number('confidence'))
    .option('--tau <p>', 'the same as significance, 1 - confidence', number('tau'))
    .option('--repeat <n>', 'play so many games and tell how often the claim is refuted', number('repeat'))
    .option('--seed <seed>', 'the same seed plays the same games', '0')
    .option('--out <file>', 'write the score file (CSV) here')
    .option('--digits <n>', 'digits after the decimal point (default: all)', number('digits'))
    .option('--force', 'replace a file that exists')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => report(await simulated(options)));
}

async function simulated(options: Options): Promise<Outcome> {
  const { canaries: m, repeat, out, json } = options;
  checkWhole('canaries', m, 1, 1e7);
  const { digits } = options;
  if (digits !== undefined) checkWhole('digits', digits, 0, 20);
  const { subject, name } = subjectOf(options);
  const numbers = m * (subject.k === 2 ? 1 : subject.k);
  if (numbers > MOST_SCORES)
    throw new InvalidInput(`invalid options; there must be at most ${MOST_SCORES} scores: ${numbers}`);
  const work = numbers * (options.steps ?? 1);
  if (work > MOST_WORK)
    throw new InvalidInput(
      `invalid steps; scores times steps must come to at most ${MOST_WORK}: ${numbers} times ${options.steps}`,
    );
  const claim = options.claim ?? subject.claim;
  if (repeat !== undefined) {
    if (out !== undefined) throw new InvalidInput('--repeat keeps no scores: leave --out or --repeat out');
    checkWhole('repeat', repeat, 1);
    const design = testDesign(claim, {
      m,
      k: subject.k,
      tau: significance(options),
      ...(options.guesses === undefined ? {} : { guesses: options.guesses }),
      ...(options.violation === undefined ? {} : { violation: options.violation }),
    });
    const progress = shareProgress('playing');
    const found = {
      mechanism: name,
      bug: options.bug ?? null,
      claim: design.claim,
      m,
      k: subject.k,
      guesses: design.guesses,
      tau: design.tau,
      ...(await frequency(subject, design, repeat, options.seed, (done) => progress(done, repeat))),
    };
    clearProgress();
    return json === undefined
      ? { code: EXIT.consistent, text: repeatedText(found) }
      : { code: EXIT.consistent, json: found };
  }
  const outputs = await Outputs.collect({ files: [[out, UNIQUE]], force: options.force });
  const { assignment, scores } = await simulateScores(subject, m, options.seed);
  const text = scoreText(scores, subject.k, { assignment, ...(digits === undefined ? {} : { digits }) });
  if (out !== undefined) outputs.put(out, text);
  await outputs.place();
  if (json === undefined)
    return {
      code: EXIT.consistent,
      text: out === undefined ? text : `${playedText(name, m, subject.k, out)}\n${nextCommand(out, claim)}`,
    };
  const played = { mechanism: name, bug: options.bug ?? null, claim, m, k: subject.k, seed: options.seed };
  return {
    code: EXIT.consistent,
    json:
      out === undefined
        ? { ...played, assignment: [...assignment], scores: [...scores] }
        : { ...played, scores: out },
  };
}

function nextCommand(file: string, claim: string): string {
  return `Next: onerun audit ${quotedPath(file)} --claim "${claim}"\n`;
}
