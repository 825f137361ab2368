import { useMemo } from 'preact/hooks';
import { BENCH_CSS, RUNS_CSS, runsMarkup, sourceOfRuns } from '../../../../src/bench/index.ts';
import type { AuditResult } from '../../../../src/index.ts';

interface RunsPictureProps {
  readonly result: AuditResult;
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly isLate: boolean;
}

/** Several runs, one row each, as in the report, which escapes every text in it; nothing for one run. */
export function RunsPicture({ result, isLate }: RunsPictureProps) {
  const html = useMemo(() => {
    const source = sourceOfRuns(result);
    return source === null ? null : runsMarkup({ ...source, isLate });
  }, [result, isLate]);
  if (html === null) return null;
  return (
    <>
      <style>{BENCH_CSS}</style>
      <style>{RUNS_CSS}</style>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
