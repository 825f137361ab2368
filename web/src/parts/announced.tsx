import { useEffect, useState } from 'preact/hooks';
import type { EmpiricalEpsilon } from '../../../src/index.ts';
import { formatLowerBound } from '../../../src/report/index.ts';

/** In milliseconds: a change is heard where the place was empty before, and the last of many quick ones. */
const PAUSE = 150;

interface AnnouncedProps {
  readonly text: string | null;
  /** What the text is about; another is announced even where it says the same. */
  readonly about?: unknown;
}

/** A result for those who hear the page: said once, when it is there. */
export function Announced({ text, about }: AnnouncedProps) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    setSaid(null);
    const timer = setTimeout(() => setSaid(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text, about]);
  return (
    <p class="heard" role="status">
      {said}
    </p>
  );
}

/** A verdict and the largest epsilon that holds for every mechanism, short enough to be heard. */
export function verdictInBrief(mark: string, results: readonly EmpiricalEpsilon[]): string {
  const proved = results
    .filter(({ assumption }) => assumption === 'worst-case')
    .map(({ epsilon }) => epsilon);
  if (proved.length === 0) return `Verdict: ${mark}.`;
  return `Verdict: ${mark}. Epsilon proved, worst-case: at least ${formatLowerBound(Math.max(...proved))}.`;
}
