import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SweepLog } from '../../../src/cli/sweep/log.ts';
import { type RunIdentity, readCheckpoint, writeCheckpoint } from '../../../src/cli/train/checkpoint.ts';
import { RunFolder } from '../../../src/cli/train/run-folder.ts';
import { settingHash } from '../../../src/cli/train/setting-file.ts';
import type { Random } from '../../../src/numerics/index.ts';
import { alteredText, damaged } from '../alter.ts';
import { fuzzedJson } from '../json.ts';
import { checkSame, command, endingOf, reading } from '../promises.ts';
import { size, type Target, times } from '../target.ts';
import { samples } from './samples.ts';

/** Quick: one method, one family. */
const QUICK = ['--method', 'paper', '--family', 'gaussian'];

export const plans: Target = {
  name: 'plans',
  async make(random) {
    const { scores, plan } = await samples();
    return {
      files: { 'scores.csv': scores, 'plan.json': fuzzedJson(random, plan) },
      run: async (folder) =>
        endingOf(
          await command(['audit', join(folder, 'scores.csv'), '--plan', join(folder, 'plan.json'), ...QUICK]),
        ),
    };
  },
};

export const manifests: Target = {
  name: 'manifests',
  async make(random) {
    const { blind, assignment, manifest } = await samples();
    return {
      files: {
        'run/scores.csv': blind,
        'run/canaries.csv': assignment,
        'run/manifest.json': fuzzedJson(random, manifest),
      },
      run: async (folder) => endingOf(await command(['audit', join(folder, 'run'), ...QUICK])),
    };
  },
};

/** A manifest holds the hashes of its files. */
export const manifestChecksum: Target = {
  name: 'manifest-checksum',
  async make(random) {
    const { blind, assignment, manifest } = await samples();
    const bytes = new TextEncoder().encode(random.bernoulli(0.5) ? blind : assignment);
    const name = bytes.length === blind.length ? 'scores.csv' : 'canaries.csv';
    const changed = damaged(random, bytes);
    return {
      files: {
        'run/scores.csv': blind,
        'run/canaries.csv': assignment,
        [`run/${name}`]: changed,
        'run/manifest.json': JSON.stringify(manifest),
      },
      async run(folder) {
        const { code } = await command(['audit', join(folder, 'run'), ...QUICK]);
        if (code !== 2 && !Buffer.from(changed).equals(bytes))
          throw new Error('another file than the manifest names');
        return code === 2 ? 'refused' : 'read';
      },
    };
  },
};

export const commitments: Target = {
  name: 'commitments',
  async make(random) {
    const { blind, assignment, commitment } = await samples();
    const coins = new TextEncoder().encode(assignment);
    const [changed, committed] = random.bernoulli(0.4)
      ? [damaged(random, coins), JSON.stringify(commitment)]
      : [coins, fuzzedJson(random, commitment)];
    const args = ['--claim', 'gaussian(sigma=1)', '-g', '20', ...QUICK];
    return {
      files: { 'scores.csv': blind, 'canaries.csv': changed, 'commitment.json': committed },
      async run(folder) {
        const [scores, coinsFile, file] = ['scores.csv', 'canaries.csv', 'commitment.json'].map((name) =>
          join(folder, name),
        );
        const { code } = await command([
          'audit',
          scores,
          '--assignment',
          coinsFile,
          '--commitment',
          file,
          ...args,
        ]);
        if (code !== 2 && !Buffer.from(changed).equals(coins))
          throw new Error('other coins than were committed to');
        return code === 2 ? 'refused' : 'read';
      },
    };
  },
};

/** A certificate has a checksum, and is a proof besides. */
export const certificates: Target = {
  name: 'certificates',
  async make(random) {
    const { certificate } = await samples();
    const text = JSON.stringify(certificate);
    return {
      files: { 'whole.json': text, 'changed.json': fuzzedJson(random, certificate) },
      async run(folder) {
        const whole = await command(['verify', join(folder, 'whole.json'), '--json']);
        if (whole.code !== 0) throw new Error('the certificate was refused before it was altered');
        const changed = await command(['verify', join(folder, 'changed.json'), '--json']);
        if (changed.code === 2) return 'refused';
        checkSame(whole.out, changed.out);
        return 'read';
      },
    };
  },
};

const RUN: RunIdentity = { setting: 'a'.repeat(64), assignment: 'b'.repeat(64), data: 'c'.repeat(64) };

async function checkpointOf(folder: string, random: Random): Promise<string> {
  const path = join(folder, 'checkpoint.json');
  const weights = Float32Array.from({ length: size(random, 0, 30) }, () => random.normal());
  await writeCheckpoint(path, RUN, {
    step: random.integer(1000),
    loss: random.bernoulli(0.1) ? Number.NaN : random.uniform(),
    weights,
    average: random.bernoulli(0.5) ? null : weights,
    memory: times(size(random, 0, 3), () => Float64Array.of(random.normal())),
  });
  return path;
}

/** A checkpoint that was altered is refused, or holds the same. */
export const checkpoints: Target = {
  name: 'checkpoints',
  make(random) {
    return {
      files: {},
      async run(folder) {
        const path = await checkpointOf(folder, random);
        const whole = JSON.stringify(await readCheckpoint(path, RUN));
        writeFileSync(path, fuzzedJson(random, JSON.parse(readFileSync(path, 'utf8'))));
        const state = await reading(() => readCheckpoint(path, RUN));
        if (state === null) return 'refused';
        checkSame(whole, JSON.stringify(state));
        return 'read';
      },
    };
  },
};

const SETTING = {
  schema: 'onerun-setting/1',
  data: { data: 'mnist', limit: 100 },
  delta: 1e-5,
  setting: {
    ...{
      noise: 1,
      rate: 0.5,
      steps: 6,
      clip: 1,
      hidden: [3],
      learningRate: 0.1,
      schedule: 'constant',
      ema: null,
    },
    ...{
      canaries: 40,
      options: 2,
      attack: 'white-box',
      score: 'llr',
      canarySize: 1,
      canaryKind: 'mislabelled',
    },
    ...{ bug: null, seed: '1' },
  },
};

/** What an unfinished run goes on with. */
export const settings: Target = {
  name: 'settings',
  make: (random) => ({
    files: { 'run/setting.json': fuzzedJson(random, SETTING) },
    async run(folder) {
      const run = await reading(() => new RunFolder(join(folder, 'run')).resume());
      if (run === null) return 'refused';
      if (!/^[0-9a-f]{64}$/.test(settingHash(run.run))) throw new Error('a setting without a hash');
      return 'read';
    },
  }),
};

const KEY = '0123456789abcdef0123456789abcdef';
const RESULT = '[{"epsilon":0.5}]';
const CHECK = createHash('sha256')
  .update(KEY + RESULT)
  .digest('hex')
  .slice(0, 16);
const LOG = [
  '{"schema":"onerun-sweep/1","figure":"gaussian"}',
  `{"key":"${KEY}","task":{"m":1},"result":${RESULT},"check":"${CHECK}"}`,
  `{"wrote":"gaussian.csv","sha256":"${'0'.repeat(64)}"}`,
];

/** The log of a sweep: damaged lines are dropped, a foreign file is left alone. */
export const logs: Target = {
  name: 'logs',
  make: (random) => ({
    files: { 'gaussian.jsonl': alteredText(random, `${LOG.join('\n')}\n`) },
    async run(folder) {
      const log = await reading(() => quietly(() => SweepLog.open(join(folder, 'gaussian.jsonl'))));
      if (log === null) return 'refused';
      const result = log.get(KEY);
      if (result !== undefined) checkSame(RESULT, JSON.stringify(result));
      return 'read';
    },
  }),
};

/** Without what is said about damaged lines. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { write } = process.stderr;
  process.stderr.write = () => true;
  try {
    return await work();
  } finally {
    process.stderr.write = write;
  }
}
