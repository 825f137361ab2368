import { formatCount } from '../../../../src/report/index.ts';
import type { AuditWork } from './audit-work.ts';
import { choiceFields } from './more-settings.tsx';
import type { AuditSettings } from './settings.ts';

/** How many runs the files hold, as far as it is known. */
export function runCount({ files, contents }: AuditWork): number {
  const read = (contents ?? []).reduce((sum, { runs }) => sum + runs, 0);
  return Math.max(read, files.filter(({ role }) => role === 'scores').length);
}

interface SeveralRunsProps {
  readonly runs: number;
  /** Whether each run has one canary: those are one game. */
  readonly single: boolean;
  readonly settings: AuditSettings;
  readonly onInput: (change: Partial<AuditSettings>) => void;
}

/** What an audit of several runs has to know beyond their scores. */
export function SeveralRuns({ runs, single, settings, onInput }: SeveralRunsProps) {
  const choice = choiceFields(settings, onInput);
  return (
    <section class="several" aria-label="Several runs">
      {single ? (
        <p>
          {formatCount(runs)} runs of one canary each are one game. If it is the same canary in all, a
          threshold of the score, fixed before, makes it the classical test: More settings has it.
        </p>
      ) : (
        <>
          <p>
            {formatCount(runs)} runs are judged together by how many of them had enough right guesses. How
            many are enough must have been fixed before the scores were seen; Plan finds it for a number of
            runs.
          </p>
          {choice('atLeast', { placeholder: 'needed' })}
        </>
      )}
    </section>
  );
}
