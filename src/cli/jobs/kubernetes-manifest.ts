import { arrayRanges } from './array-ranges.ts';
import { type JobResources, secondsOfTime } from './job-options.ts';
import { aboutJob, type JobPlan } from './job-plan.ts';
import { flagWith, shellWords, wrappedCommand } from './part-words.ts';

/** Where the volume with the logs is in every pod. */
const MOUNT = '/onerun-out';

/** Tries of each index, besides the first. */
const RETRIES = 3;

/** What an indexed Job needs besides its plan. */
export interface KubernetesSetting {
  readonly image: string;
  readonly volumeClaim: string;
  readonly resources: JobResources;
}

/** An indexed Job for Kubernetes, one part of the sweep for each index. */
export function kubernetesManifest(
  plan: JobPlan,
  { image, volumeClaim, resources }: KubernetesSetting,
): string {
  const { figure, parts, missing, words } = plan;
  const { cpus, memory, time } = resources;
  const amount = `${memory}i`;
  const own = partOfIndex(parts, missing);
  const script = [
    ...own.before,
    wrappedCommand(
      [
        'exec onerun',
        ...shellWords(words).map(kept),
        ...['--shard', `"${own.part}/${parts}"`],
        ...['--workers', String(cpus)],
        ...flagWith('out', MOUNT),
      ],
      '',
    ),
  ].join('\n');
  const deadline = time === null ? [] : [`      activeDeadlineSeconds: ${secondsOfTime(time)}`];
  return `${[
    ...aboutJob(plan, 'index of the Job').map((line) => `# ${line}`.trimEnd()),
    '#',
    `# The logs lie on the volume, ${MOUNT} in the pods: merge where it is mounted, or where they were copied to.`,
    ...own.remark,
    '# Untested on a cluster: the form of this file is checked against the schema of batch/v1, and nothing more.',
    '',
    'apiVersion: batch/v1',
    'kind: Job',
    'metadata:',
    `  generateName: onerun-${figure}-`,
    'spec:',
    '  completionMode: Indexed',
    `  completions: ${own.count}`,
    '  # How many run at once.',
    `  parallelism: ${own.count}`,
    `  backoffLimitPerIndex: ${RETRIES}`,
    '  template:',
    '    spec:',
    '      restartPolicy: Never',
    ...deadline,
    '      containers:',
    '        - name: onerun',
    `          image: ${JSON.stringify(image)}`,
    '          command: [/bin/sh, -euc]',
    '          args:',
    '            - |',
    ...script.split('\n').map((line) => `              ${line}`),
    '          resources:',
    '            requests:',
    `              cpu: ${cpus}`,
    `              memory: ${amount}`,
    '            limits:',
    `              memory: ${amount}`,
    '          volumeMounts:',
    '            - name: out',
    `              mountPath: ${MOUNT}`,
    '      volumes:',
    '        - name: out',
    '          persistentVolumeClaim:',
    `            claimName: ${JSON.stringify(volumeClaim)}`,
  ].join('\n')}\n`;
}

/** How the indices of a Job are given their parts. */
interface PartOfIndex {
  /** The number of indices. */
  readonly count: number;
  /** Lines of the shell that go before, and what then is the part. */
  readonly before: readonly string[];
  readonly part: string;
  readonly remark: readonly string[];
}

/** Characters of a list of parts that still fit into one argument of a program (131,071 bytes on Linux). */
const LONGEST_LIST = 100_000;

/** All parts in their order; or those that are missing, in ranges which an index counts through. */
function partOfIndex(parts: number, missing: readonly number[]): PartOfIndex {
  const ranges = arrayRanges(missing).replaceAll(',', ' ');
  const all = { count: parts, before: [], part: '$((JOB_COMPLETION_INDEX + 1))' };
  if (missing.length === parts) return { ...all, remark: [] };
  if (ranges.length > LONGEST_LIST)
    return {
      ...all,
      remark: ['# There are too many parts to list those that are not done: this file has all of them.'],
    };
  const before = [
    'left=$JOB_COMPLETION_INDEX',
    `for range in ${ranges}; do`,
    `  part=$((\${range%-*} + left))`,
    `  [ "$part" -gt "\${range#*-}" ] || break`,
    `  left=$((part - \${range#*-} - 1))`,
    'done',
  ];
  return { count: missing.length, before, part: '$part', remark: [] };
}

/** Kubernetes puts values in the place of $(NAME) within arguments, and reads $$ as a dollar sign. */
function kept(word: string): string {
  return word.replaceAll('$', '$$$$');
}
