import { quoted, quotedPath } from '../../quote.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { duration } from '../shell/progress.ts';
import { arrayRanges } from './array-ranges.ts';
import { type JobRequest, secondsOfTime } from './job-options.ts';
import { counted, type JobPlan } from './job-plan.ts';

/** How much of a list of missing parts is shown. */
const LIST_LENGTH = 200;

/** What the command says about the job that it wrote, or did not have to write. */
export function jobOutcome(
  request: JobRequest,
  plan: JobPlan,
  { notes, asData }: { readonly notes: readonly string[]; readonly asData: boolean },
): CommandOutcome {
  const { missing, submit, merge } = plan;
  const isDone = missing.length === 0;
  const all = [...remarks(request, plan), ...notes];
  if (asData)
    return {
      code: EXIT.consistent,
      json: {
        script: isDone ? null : request.file,
        tasks: plan.parts,
        array: isDone ? null : arrayRanges(missing),
        missing,
        submit: isDone ? null : submit,
        merge,
        notes: all,
      },
    };
  const lines = isDone
    ? [`${plan.figure}: nothing is missing of ${counted(plan.parts, 'part')}, and no job is written.`]
    : [`${quotedPath(request.file)}: ${dealtWords(plan)}.`, `  submit   ${submit}`];
  return { code: EXIT.consistent, text: `${[...lines, `  merge    ${merge}`, ...all].join('\n')}\n` };
}

/** 24 tasks of gaussian in 8 parts, of which 3 are not done (2,7-8) */
function dealtWords({ figure, tasks, parts, missing }: JobPlan): string {
  const dealt = `${counted(tasks, 'task')} of ${figure} in ${counted(parts, 'part')}`;
  if (missing.length === parts) return dealt;
  const list = quoted(arrayRanges(missing), LIST_LENGTH);
  return `${dealt}, of which ${missing.length} ${missing.length === 1 ? 'is' : 'are'} not done (${list})`;
}

/** What a user might not expect of the job. */
function remarks({ kind, tasks, resources }: JobRequest, plan: JobPlan): string[] {
  const { parts, missing } = plan;
  const found: string[] = [];
  if (parts < tasks)
    found.push(
      `There is no more to deal than ${counted(plan.tasks, 'task')}: ${counted(parts, 'part')} instead of ${tasks}.`,
    );
  if (missing.length === 0) return found;
  const { time, cpus } = resources;
  if (time !== null && plan.seconds / cpus > secondsOfTime(time))
    found.push(
      `A part takes about ${duration(plan.seconds / cpus)}, longer than ${time}: give more --tasks, --cpus or --time, or submit again for the rest.`,
    );
  if (kind === 'kubernetes') found.push('Untested on a cluster: its form is checked, and nothing more.');
  return found;
}
