import { basename, dirname, join, resolve } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { taskBytes, taskSeconds } from '../../experiments/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { shellCommand } from '../../report/index.ts';
import { JOB, makeFolders, markedJob, Outputs } from '../output/index.ts';
import { flagOf } from '../shell/flags.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import { FIGURE_NAMES } from '../sweep/figure-names.ts';
import { type DealtSweep, tasksToDeal } from '../sweep/parts/deal.ts';
import type { ReproduceOptions } from '../sweep/settings.ts';
import { threadsFor, threadsMemory } from '../tasks/threads.ts';
import { bytesOfMemory, JOB_OPTIONS, type JobRequest } from './job-options.ts';
import { jobOutcome } from './job-outcome.ts';
import { counted, type JobPlan } from './job-plan.ts';
import { kubernetesManifest } from './kubernetes-manifest.ts';
import { missingParts } from './missing-parts.ts';
import { askedWords, checkedWord, flagWith } from './part-words.ts';
import { SLURM_FOLDER, slurmScript } from './slurm-script.ts';

/** Options that say where a sweep runs, as the job itself does. */
const SET_BY_JOB = {
  shard: 'each element runs a part of its own',
  workers: '--cpus says how many threads an element has',
  queue: 'give one of them',
};

/**
 * Writes the job that does a sweep on a cluster, with the parts alone that are not done. Nothing is computed
 * here; where nothing is missing, nothing is written.
 */
export async function writeJob(
  request: JobRequest,
  asked: DealtSweep,
  options: ReproduceOptions,
  { inputs, notes }: { readonly inputs: readonly string[]; readonly notes: readonly string[] },
): Promise<CommandOutcome> {
  const { file, kind } = request;
  const { out, force } = options;
  for (const [option, why] of Object.entries(SET_BY_JOB))
    if (option in options) throw new InvalidInput(`${flagOf(option)} does not go with --${kind}: ${why}`);
  const { figure } = asked;
  for (const [option, text] of [
    [kind, file],
    ['out', out],
  ])
    checkedWord(option, text);
  checkJobFile(request, out);
  const tasks = tasksToDeal(asked);
  checkMemory(request, Math.max(0, ...new Set(tasks.map((task) => taskBytes(figure, task)))));
  const parts = Math.min(request.tasks, tasks.length);
  const plan: JobPlan = {
    figure: figure.name,
    tasks: tasks.length,
    parts,
    missing: await missingParts(asked, parts, out),
    seconds: tasks.reduce((sum, task) => sum + taskSeconds(figure, task), 0) / parts,
    words: askedWords(figure.name, options, JOB_OPTIONS),
    out,
    submit: shellCommand([...SUBMIT[kind], file.startsWith('-') ? `./${file}` : file]),
    merge: shellCommand(mergeWords(figure.name, options)),
  };
  if (plan.missing.length > 0) {
    const folder = { path: out, files: [] };
    const outputs = await Outputs.collect({ files: [[file, JOB]], folder, inputs, force });
    outputs.put(file, jobText(request, plan));
    // SLURM makes no folders: without this one its elements would end before they begin.
    if (kind === 'slurm') await makeFolders(join(out, SLURM_FOLDER));
    await outputs.place();
  }
  return jobOutcome(request, plan, { notes, asData: options.json === true });
}

const SUBMIT = { slurm: ['sbatch'], kubernetes: ['kubectl', 'create', '-f'] } as const;

/** What merges the parts. Recorded runs are read again there. */
function mergeWords(figure: string, { recorded, limit, out }: ReproduceOptions): string[] {
  return ['onerun', ...askedWords(figure, { recorded, limit }, []), '--merge', ...flagWith('out', out)];
}

function jobText(request: JobRequest, plan: JobPlan): string {
  if (request.kind === 'kubernetes') return markedJob(kubernetesManifest(plan, request));
  const folder = checkedWord('folder', process.cwd());
  // In the names of its own files SLURM takes a backslash for something else.
  if (plan.out.includes('\\'))
    throw new InvalidInput(
      `invalid out; SLURM takes no backslash in the names of folders: ${quotedPath(plan.out)}`,
    );
  return markedJob(slurmScript(plan, { ...request, folder }), '#!/bin/bash\n');
}

/** Refuses the name of a log or a figure in the folder of the sweep, which its parts would come upon. */
function checkJobFile({ file, kind }: JobRequest, out: string): void {
  const ofSweep = new RegExp(`^(${FIGURE_NAMES.join('|')})\\.(csv|svg|png|(shard-\\d+-of-\\d+\\.)?jsonl)$`);
  if (resolve(dirname(file)) === resolve(out) && ofSweep.test(basename(file)))
    throw new InvalidInput(
      `invalid ${kind}; ${quotedPath(file)} is the name of what the sweep writes itself: choose another`,
    );
}

/** Refuses less memory than the threads of an element may take. */
function checkMemory({ resources }: JobRequest, bytes: number): void {
  const { cpus, memory } = resources;
  const threads = threadsFor(cpus, bytes);
  const least = Math.ceil(threadsMemory(threads, bytes) / 2 ** 20);
  if (bytesOfMemory(memory) < least * 2 ** 20)
    throw new InvalidInput(
      `invalid memory; must be at least ${least}M for ${counted(threads, 'thread')} of this sweep: ${quoted(memory)}`,
    );
}
