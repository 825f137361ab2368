import { randomBytes } from 'node:crypto';
import { tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits, scoreText } from '../../io/index.ts';
import { dpsgdClaim } from '../../mechanisms/index.ts';
import { trainedText } from '../../report/index.ts';
import {
  calibratedLosses,
  checkSetting,
  countOf,
  evaluate,
  sliceRecords,
  splitData,
  Trainer,
} from '../../training/index.ts';
import { commitmentFileOf, committedFromSeed } from '../audit/commitment.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { sha256Of } from '../input/sha256.ts';
import { loadJax } from '../shell/optional.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { clearProgress } from '../shell/progress.ts';
import { readCommitted } from './assignment.ts';
import { type Dataset, readDataset } from './dataset.ts';
import { runManifest } from './manifest.ts';
import { newRunSetting, type RunSetting, type TrainOptions } from './options.ts';
import { trainProgress } from './progress.ts';
import { beginRun } from './run-folder.ts';

/** What a user may type for `onerun train`. */
export type TrainCommand = TrainOptions & {
  readonly assignment?: string;
  readonly out: string;
  readonly inputLimit?: Partial<Limits>;
  readonly force?: true;
  readonly json?: true;
};

/** Trains to the end, and writes scores and manifest. */
export async function train(command: TrainCommand): Promise<CommandOutcome> {
  const { out, force = false, json, assignment: given, inputLimit, ...typed } = command;
  const run = newRunSetting(typed, () => randomBytes(16).toString('hex'));
  const { setting, delta } = run;
  checkSetting(setting);
  const { jax, version } = await loadJax();
  const dataset = await limitedDataset(run, { ...DEFAULT_LIMITS, ...inputLimit });
  const split = splitData(dataset.train, dataset.classes, setting);
  const epsilon = tradeOff(dpsgdClaim(setting, setting.steps)).epsilon(delta);
  const { canaries: m, options: k } = setting;
  const coins =
    given === undefined ? committedFromSeed(m, k, setting.seed) : await readCommitted(given, m, k);
  const trainer = new Trainer(jax, setting, split.data, coins.assignment);
  // All that can be refused was refused before anything is written.
  const inputs = [...dataset.files, ...(given === undefined ? [] : [given, commitmentFileOf(given)])];
  const begun = await beginRun(out, { run, coins, given, inputs, force });
  if (given === undefined && process.stderr.isTTY)
    process.stderr.write(`committed to the canaries: ${coins.hash}\n`);
  const progress = trainProgress(setting, delta);
  try {
    while (!trainer.done) {
      const records = await trainer.next();
      progress(trainer.step, trainer.loss, records);
    }
  } finally {
    clearProgress();
  }
  const { accuracy } = await evaluate(trainer.network, trainer.weights, dataset.test);
  const scores =
    trainer.scores() ?? (await calibratedLosses(jax, trainer.network, trainer.weights, split, setting));
  // Among candidates the largest score is guessed, so losses change their sign.
  const lossAmongCandidates = setting.attack === 'black-box' && k > 2;
  const text = scoreText(lossAmongCandidates ? scores.map((loss) => -loss) : scores, k);
  const hashes = { scores: sha256Of(text), assignment: sha256Of(coins.text) };
  const found = runManifest(run, dataset, split, { accuracy, epsilon }, hashes, version);
  await begun.finish(text, found);
  return json === undefined
    ? { code: EXIT.consistent, words: trainedText({ folder: out, ...found.parameters, claim: found.claim }) }
    : { code: EXIT.consistent, json: found };
}

/** The data of a run, cut to its first records where the run says so. */
async function limitedDataset({ data: { data, limit } }: RunSetting, limits: Limits): Promise<Dataset> {
  const dataset = await readDataset(data, limits).catch((error: unknown) => {
    throw withLimitFlag(error, '--input-limit');
  });
  if (limit === undefined) return dataset;
  const n = countOf(dataset.train);
  if (limit > n) throw new InvalidInput(`invalid limit; must be at most the records (${n}): ${limit}`);
  return { ...dataset, train: sliceRecords(dataset.train, 0, limit) };
}
