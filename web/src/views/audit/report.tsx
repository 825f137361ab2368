import { useMemo } from 'preact/hooks';
import type { AuditResult } from '../../../../src/index.ts';
import {
  auditData,
  auditHtml,
  auditSections,
  auditVerdict,
  jsonText,
  loadPlots,
} from '../../../../src/report/index.ts';
import { usePictures } from '../../parts/pictures.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SectionBox, VerdictBox } from '../../parts/report-pieces.tsx';
import { saveAsFile } from '../../parts/save.ts';

interface ReportProps {
  readonly result: AuditResult;
  readonly command: string;
  readonly outdated: boolean;
  readonly late: boolean;
}

/** What an audit found, with the words, tables and plots of the HTML report. */
export function AuditReport({ result, command, outdated, late }: ReportProps) {
  const { pictures, problem } = usePictures(result, (plots, found, page) => plots.auditPlots(found, page));
  const sections = useMemo(() => auditSections(result, { command, date: null }), [result, command]);
  const name = result.runs[0].inputs[0].name.replace(/\..*$/, '') || 'audit';
  const saveReport = async () => {
    const { auditPlots } = await loadPlots();
    const page = auditHtml(result, {
      plots: auditPlots(result, document),
      command,
      date: new Date().toISOString(),
      version: __ONERUN_VERSION__,
    });
    saveAsFile(`${name}-report.html`, page, 'text/html');
  };
  return (
    <>
      {outdated ? (
        <p class="notice">The settings have changed since this verdict. Press Audit again for theirs.</p>
      ) : null}
      {late ? (
        <p class="notice">
          You had seen a verdict on these scores before you changed how they are guessed. The theorem is about
          a design that was fixed before: at this confidence the first verdict counts, not this one.
        </p>
      ) : null}
      <VerdictBox verdict={auditVerdict(result)} />
      <p class="downloads">
        <button type="button" onClick={() => void saveReport()}>
          Download the report (HTML)
        </button>
        <button
          type="button"
          onClick={() => saveAsFile(`${name}-audit.json`, jsonText(auditData(result)), 'application/json')}
        >
          Download JSON
        </button>
      </p>
      <Problem text={problem} />
      {sections.map((section) => (
        <SectionBox key={section.heading} section={section} pictures={pictures} />
      ))}
    </>
  );
}
