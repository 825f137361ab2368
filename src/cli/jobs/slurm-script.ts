import { arrayRanges } from './array-ranges.ts';
import type { JobResources } from './job-options.ts';
import { aboutJob, type JobPlan } from './job-plan.ts';
import { flagWith, shellWords, wrappedCommand } from './part-words.ts';

/** The folder, within that of the logs, for what SLURM writes about each element. */
export const SLURM_FOLDER = 'slurm';

/** Array indices above this one many clusters refuse (SLURM's MaxArraySize is 1001 unless it is set). */
const USUAL_LAST_INDEX = 1000;

/** How the batch script of an array job differs from its plan: where it runs and what it may use. */
export interface SlurmSetting {
  /** The folder in which the job runs: the one in which it was written. */
  readonly folder: string;
  readonly partition: string | null;
  readonly resources: JobResources;
}

/** An array job for SLURM, one part of the sweep for each element. */
export function slurmScript(plan: JobPlan, { folder, partition, resources }: SlurmSetting): string {
  const { figure, parts, missing, words, out } = plan;
  const { cpus, memory, time } = resources;
  const logs = `${out.replace(/\/+$/, '')}/${SLURM_FOLDER}/${figure}`.replaceAll('%', '%%');
  const command = wrappedCommand(
    [
      'exec "$ONERUN"',
      ...shellWords(words),
      ...['--shard', `"$SLURM_ARRAY_TASK_ID/${parts}"`],
      ...['--workers', `"\${SLURM_CPUS_PER_TASK:-1}"`],
      ...shellWords(flagWith('out', out)),
    ],
    '',
  );
  const many =
    (missing.at(-1) ?? 0) > USUAL_LAST_INDEX
      ? ['# Many clusters allow indices up to 1000 only: scontrol show config | grep MaxArraySize']
      : [];
  return `${[
    ...aboutJob(plan, 'element of the array').map((line) => `# ${line}`.trimEnd()),
    '',
    `#SBATCH --job-name=onerun-${figure}`,
    `#SBATCH --chdir=${directive(folder)}`,
    ...many,
    `#SBATCH --array=${arrayRanges(missing)}`,
    `#SBATCH --output=${directive(`${logs}-%A_%a.log`)}`,
    '#SBATCH --open-mode=append',
    `#SBATCH --cpus-per-task=${cpus}`,
    `#SBATCH --mem=${memory}`,
    // With two marks a directive does not count: it is there to be changed.
    time === null ? '##SBATCH --time=1:00:00' : `#SBATCH --time=${time}`,
    partition === null ? '##SBATCH --partition=NAME' : `#SBATCH --partition=${partition}`,
    '',
    'set -euo pipefail',
    '',
    '# The program, if it is not found by this name: ONERUN=/path/to/onerun sbatch ...',
    `ONERUN="\${ONERUN:-onerun}"`,
    `if [ -z "\${SLURM_ARRAY_TASK_ID:-}" ]; then`,
    "  echo 'this is an array job: submit it with sbatch' >&2",
    '  exit 2',
    'fi',
    '',
    command,
  ].join('\n')}\n`;
}

/** A value of a directive. Within its quotes sbatch takes a backslash before a quote or another backslash. */
function directive(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
