import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { SweepLog } from '../../../src/cli/sweep/log.ts';
import { alteredText, damaged } from '../alter.ts';
import { fuzzedJson } from '../json.ts';
import { checkSame, command, endingOf, reading } from '../promises.ts';
import type { Target } from '../target.ts';
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
