import { type AuditSettings, withLimit } from './settings.ts';

interface LargerLimitProps {
  readonly problem: string;
  readonly settings: AuditSettings;
  /** Takes what is to stand in the field of limits. */
  readonly onRaise: (limits: string) => void;
}

/** Offers to read a file again with ten times the limit that it reached; a message ends in that limit. */
export function LargerLimit({ problem, settings, onRaise }: LargerLimitProps) {
  const [, name, value] = /^limit reached in .*\(limit (\w+): ([\d.e+]+)\)$/s.exec(problem) ?? [];
  if (name === undefined) return null;
  const larger = 10 * Number(value);
  return (
    <p class="larger">
      <button type="button" onClick={() => onRaise(withLimit(settings, name, larger))}>
        Read it with a limit of {larger}
      </button>
    </p>
  );
}
