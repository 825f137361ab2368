import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits, scoreText } from '../../io/index.ts';
import { dpsgdClaim } from '../../mechanisms/index.ts';
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
} from '../../training/index.ts';
import { type CommittedText, commitmentFileOf } from '../audit/commitment.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { sha256Of } from '../input/sha256.ts';
import { loadJax } from '../shell/optional.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { assignmentFromSeed, isOwnAssignment, readCommitted, resumeAssignment } from './assignment.ts';
import { dataHash, type RunIdentity, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { absolutePaths, type Dataset, readDataset } from './dataset.ts';
import { runManifest } from './manifest.ts';
import { checkRunSetting, checkUnchanged, newRunSetting, type TrainOptions } from './options.ts';
import { RunFolder } from './run-folder.ts';
import { type RunSetting, settingHash } from './setting-file.ts';
import { trainToEnd } from './train-to-end.ts';

/** What a user may type for `onerun train`. */
export type TrainCommand = TrainOptions & {
  readonly assignment?: string;
  readonly out: string;
  readonly checkpointEvery?: number;
  readonly inputLimit?: Partial<Limits>;
  readonly resume?: true;
  readonly force?: true;
  readonly json?: true;
};

/** Starts a run or resumes one, trains to the end, and writes scores and manifest. */
export async function train(command: TrainCommand): Promise<CommandOutcome> {
  const { out, resume, force, json, assignment: file, checkpointEvery = 60, inputLimit, ...rest } = command;
  if (!(checkpointEvery >= 0))
    throw new InvalidInput(`invalid checkpoint-every; must be seconds, 0 or above: ${checkpointEvery}`);
  const typed: TrainOptions = { ...rest, ...absolutePaths(rest) };
  const folder = new RunFolder(out);
  const resumed = resume === true ? await folder.resume() : null;
  if (resumed !== null) checkUnchanged(typed, resumed.run);
  const wanted = resumed?.run ?? newRunSetting(typed, () => randomBytes(16).toString('hex'));
  const { setting } = wanted;
  checkRunSetting(wanted);
  checkSetting(setting);
  const { jax, version } = await loadJax();
  const dataset = await limitedDataset(wanted, { ...DEFAULT_LIMITS, ...inputLimit });
  const split = splitData(dataset.train, dataset.classes, setting);
  const epsilon = tradeOff(dpsgdClaim(setting, setting.steps)).epsilon(wanted.delta);
  const given = file === undefined || resumed !== null ? null : await readGiven(file, wanted);
  const run = given?.run ?? wanted;
  const committed =
    given?.coins ??
    (resumed === null ? assignmentFromSeed(wanted) : await resumeAssignment(folder, resumed, file));
  const identity: RunIdentity = {
    setting: settingHash(run),
    assignment: committed.hash,
    data: dataHash(dataset.train),
  };
  const state =
    resumed?.hasCheckpoint === true ? await readCheckpoint(folder.checkpoint, identity) : undefined;
  const trainer = new Trainer(jax, setting, split.data, committed.assignment, state);
  // All that can be refused was refused before anything is written.
  const inputs = [...dataset.files, ...(file === undefined ? [] : [file, commitmentFileOf(file)])];
  if (resumed === null) {
    const inPlace = file !== undefined && (await isOwnAssignment(file, folder));
    await folder.start(run, inPlace ? null : committed, { inputs, force: force === true });
    if (file === undefined) process.stderr.write(`committed to the canaries: ${committed.hash}\n`);
  }
  const results = await folder.results(dataset.files);
  const save = async () => {
    await folder.checkOwn(identity.setting);
    await writeCheckpoint(folder.checkpoint, identity, trainer.state()).catch(async (error: unknown) => {
      // Another run may have taken the folder over at this very moment.
      await folder.checkOwn(identity.setting);
      throw error;
    });
  };
  if (!(await trainToEnd(trainer, run, save, 1000 * checkpointEvery))) {
    process.stderr.write(
      `interrupted after step ${trainer.step} of ${setting.steps}; to go on: onerun train --resume --out ${quotedPath(out)}\n`,
    );
    return { code: EXIT.interrupted, text: '' };
  }
  const { accuracy } = await evaluate(trainer.network, trainer.weights, dataset.test);
  const scores =
    trainer.scores() ?? (await calibratedLosses(jax, trainer.network, trainer.weights, split, setting));
  // Among candidates the largest score is guessed, so losses change their sign.
  const lossAmongCandidates = setting.attack === 'black-box' && setting.options > 2;
  const text = scoreText(lossAmongCandidates ? scores.map((loss) => -loss) : scores, setting.options);
  const hashes = { scores: sha256Of(text), assignment: sha256Of(committed.text) };
  const found = runManifest(run, dataset, split, { accuracy, epsilon }, hashes, version);
  await folder.checkOwn(identity.setting);
  await results.place(text, found).catch(async (error: unknown) => {
    // A checkpoint keeps what was trained for --resume.
    await save().catch(() => {});
    throw error;
  });
  return json === undefined
    ? { code: EXIT.consistent, text: trainedText({ folder: out, ...found.parameters, claim: found.claim }) }
    : { code: EXIT.consistent, json: found };
}

/** An assignment that is handed in, and the setting that names it. */
async function readGiven(
  file: string,
  wanted: RunSetting,
): Promise<{ run: RunSetting; coins: CommittedText }> {
  const { canaries: m, options: k } = wanted.setting;
  const coins = await readCommitted(file, m, k);
  return { run: { ...wanted, given: { file: resolve(file), commitment: coins.hash } }, coins };
}

/** The data of a run, cut to its first records where the run says so. */
async function limitedDataset({ data }: RunSetting, limits: Limits): Promise<Dataset> {
  const dataset = await readDataset(data, limits).catch((error: unknown) => {
    throw withLimitFlag(error, '--input-limit');
  });
  const { limit } = data;
  if (limit === undefined) return dataset;
  const n = countOf(dataset.train);
  if (limit > n) throw new InvalidInput(`invalid limit; must be at most the records (${n}): ${limit}`);
  return { ...dataset, train: sliceRecords(dataset.train, 0, limit) };
}
