import { duration } from '../shell/progress.ts';

/** What a job file is about: a sweep that is dealt over parts, and those that have something to do. */
export interface JobPlan {
  readonly figure: string;
  /** Tasks of all parts together. */
  readonly tasks: number;
  /** Into how many parts they are dealt. */
  readonly parts: number;
  /** The parts that lack tasks, rising. */
  readonly missing: readonly number[];
  /** Rough seconds of one core that an element takes. */
  readonly seconds: number;
  /** What asks a part for its tasks, without the program, the part and the folder. */
  readonly words: readonly string[];
  /** The folder of the logs. */
  readonly out: string;
  /** The lines that submit the job and that merge the parts. */
  readonly submit: string;
  readonly merge: string;
}

/** A number as people read it: 12,345. */
export const counted = (count: number, what: string) =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

/** The first lines of every job file, without marks of comments. */
export function aboutJob(plan: JobPlan, element: string): string[] {
  const { figure, tasks, parts, missing, seconds } = plan;
  const rest =
    missing.length === parts
      ? 'each has its own log'
      : `each has its own log; ${missing.length} of them are not done yet`;
  return [
    `${figure}: ${counted(tasks, 'task')} in ${counted(parts, 'part')}, one for each ${element}; ${rest}.`,
    `A part takes about ${duration(seconds)} of one core, as estimated beforehand.`,
    '',
    `  submit   ${plan.submit}`,
    `  merge    ${plan.merge}`,
    '',
    'A part that is stopped loses the tasks that it was at and no others. Submitted again, parts that are',
    'done end at once and the others go on; written again, this file has those alone that are not done.',
  ];
}
