import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IJob, Job } from 'kubernetes-models/batch/v1/Job';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { kubernetesManifest } from '../../../src/cli/jobs/kubernetes-manifest.ts';
import { askedWords } from '../../../src/cli/jobs/part-words.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const plan = {
  figure: 'gaussian',
  tasks: 24,
  parts: 8,
  missing: [1, 2, 3, 4, 5, 6, 7, 8],
  seconds: 5,
  words: ['reproduce', 'gaussian', '--simulate'],
  out: 'out',
  submit: 'kubectl create -f job.yaml',
  merge: 'onerun reproduce gaussian --merge --out out',
};
const setting = {
  image: 'registry.example/onerun:1.0',
  volumeClaim: 'onerun-out',
  resources: { cpus: 2, memory: '2G', time: '2:30:00' },
};

/** Throws unless the manifest is a Job by the schema of Kubernetes. */
function validated(manifest: string): IJob {
  const data = parse(manifest) as IJob;
  new Job(data).validate();
  return data;
}

test('a manifest is an indexed Job by the schema of batch/v1', () => {
  const manifest = kubernetesManifest(plan, setting);
  const { metadata, spec } = validated(manifest);
  expect(metadata).toEqual({ generateName: 'onerun-gaussian-' });
  expect(spec).toMatchObject({
    completionMode: 'Indexed',
    completions: 8,
    parallelism: 8,
    backoffLimitPerIndex: 3,
    template: {
      spec: {
        restartPolicy: 'Never',
        activeDeadlineSeconds: 9000,
        containers: [
          {
            image: 'registry.example/onerun:1.0',
            resources: { requests: { cpu: 2, memory: '2Gi' }, limits: { memory: '2Gi' } },
            volumeMounts: [{ name: 'out', mountPath: '/onerun-out' }],
          },
        ],
        volumes: [{ name: 'out', persistentVolumeClaim: { claimName: 'onerun-out' } }],
      },
    },
  });
  expect(manifest).toContain('# Untested on a cluster');
  // The schema can refuse.
  expect(() => validated(manifest.replace('completions: 8', 'completions: eight'))).toThrow();
  expect(() => validated(manifest.replace('restartPolicy: Never', 'containers: none'))).toThrow();
});

/** As Kubernetes does within arguments: $(NAME) is a variable, unless there is none; $$ is a dollar sign. */
function expanded(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (all, name) => (all === '$$' ? '$' : (variables[name] ?? all)));
}

/** The words that the program gets in the pod of an index. */
function wordsOf(manifest: string, index: number): string[] {
  const [container] = validated(manifest).spec?.template.spec?.containers ?? [];
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'onerun'), '#!/bin/sh\nprintf "%s\\0" "$@" > words\n', { mode: 0o755 });
  const variables = { JOB_COMPLETION_INDEX: String(index), HOME: '/root' };
  const [program, ...args] = [...(container?.command ?? []), ...(container?.args ?? [])];
  const env = { PATH: `${folder}:${process.env.PATH}`, ...variables };
  const ended = spawnSync(
    program ?? '',
    args.map((word) => expanded(word, variables)),
    { cwd: folder, env, encoding: 'utf8' },
  );
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  return readFileSync(join(folder, 'words'), 'utf8').split('\0').slice(0, -1);
}

test('each index runs its part, with every word as it was typed', () => {
  const seeds = [
    "it's",
    '$(HOME)',
    '$$',
    '$((1))',
    '"x" # y: z',
    '- |',
    '',
    'größe',
    '\\',
    ': {a}',
    '%',
    '-1',
  ];
  const words = seeds.flatMap((seed) => askedWords('gaussian', { seed }, []));
  const manifest = kubernetesManifest({ ...plan, words }, setting);
  const rest = (part: string) => ['--shard', part, '--workers', '2', '--out', '/onerun-out'];
  expect(wordsOf(manifest, 0)).toEqual([...words, ...rest('1/8')]);
  expect(wordsOf(manifest, 7)).toEqual([...words, ...rest('8/8')]);
});

test('where some parts are done, the indices count the others', () => {
  const manifest = kubernetesManifest({ ...plan, missing: [3, 7, 8] }, setting);
  expect(validated(manifest).spec).toMatchObject({ completions: 3, parallelism: 3 });
  expect([0, 1, 2].map((index) => wordsOf(manifest, index)[4])).toEqual(['3/8', '7/8', '8/8']);
});

test('so many missing parts that no argument could hold each are listed in ranges, or all of them run', () => {
  const every = Array.from({ length: 100_000 }, (_, i) => i + 1);
  const but = (done: (part: number) => boolean) =>
    kubernetesManifest({ ...plan, parts: 100_000, missing: every.filter((part) => !done(part)) }, setting);
  const one = but((part) => part === 777);
  expect([775, 776, 99_998].map((index) => wordsOf(one, index)[4])).toEqual([
    '776/100000',
    '778/100000',
    '100000/100000',
  ]);
  const half = but((part) => part % 2 === 0);
  expect(half).toContain('completions: 100000\n');
  expect(half).toContain('# There are too many parts to list those that are not done');
  expect(wordsOf(half, 4)[4]).toBe('5/100000');
});
