import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { EXIT } from '../shell/outcome.ts';
import type { TaskFailure } from '../tasks/task.ts';

/** The tasks of a figure that failed for good. */
export interface SweepFailures {
  readonly figure: string;
  readonly log: string;
  readonly failures: readonly TaskFailure[];
}

/** How many failures a text names. */
const NAMED = 10;

const tasks = (count: number) => (count === 1 ? '1 task' : `${count} tasks`);

export function failuresText({ figure, log, failures }: SweepFailures): string {
  const named = failures.slice(0, NAMED).map((failure) => `  ${failureWords(failure)}`);
  const more = failures.length > NAMED ? [`  and ${failures.length - NAMED} more`] : [];
  const head = `${figure}: not drawn, ${tasks(failures.length)} failed; all others are in ${quotedPath(log)}.`;
  return `${[head, ...named, ...more].join('\n')}\n`;
}

function failureWords({ task, error }: TaskFailure): string {
  return `${quoted(task.name)}: ${quoted(error, 500)}`;
}

/** What `--json` says about a figure that is not drawn. */
export function failuresData({ figure, log, failures }: SweepFailures) {
  const failed = failures.map(({ task, error }) => ({ task: task.name, key: task.key, error }));
  return { figure, complete: false, log, failed };
}

/**
 * The exit code, and one sentence for standard error where tasks failed. Where nothing was done because all
 * was refused for one reason, that is the error.
 */
export function outcomeOfFailures(
  failed: readonly SweepFailures[],
  done: number,
): { code: number; problem?: string } {
  const failures = failed.flatMap((one) => one.failures);
  if (failures.length === 0) return { code: EXIT.consistent };
  const isInvalid = failures.every((failure) => failure.isInvalid);
  const [{ error }] = failures;
  if (isInvalid && done === 0 && failures.every((failure) => failure.error === error))
    throw new InvalidInput(error);
  const first = failureWords(failures[0]);
  return {
    code: isInvalid ? EXIT.invalid : EXIT.internal,
    problem:
      failures.length === 1
        ? `1 task failed: ${first}`
        : `${failures.length} tasks failed, the first: ${first}`,
  };
}
