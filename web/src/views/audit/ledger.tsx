import { useEffect, useMemo } from 'preact/hooks';
import {
  jsonText,
  type LedgerReport,
  ledgerData,
  ledgerHtml,
  ledgerSections,
  ledgerVerdict,
  loadPlots,
  shellCommand,
} from '../../../../src/report/index.ts';
import { usePictures } from '../../parts/pictures.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SectionBox, VerdictBox } from '../../parts/report-pieces.tsx';
import { saveAsFile } from '../../parts/save.ts';
import { SaveButtons } from '../../parts/save-buttons.tsx';

interface LedgerProps {
  readonly report: LedgerReport;
  /** Called when a ledger stands in the page. */
  readonly onShown: () => void;
}

/** Where a ledger stands, with the words, tables and picture of its HTML report. */
export function LedgerView({ report, onShown }: LedgerProps) {
  useEffect(onShown, [report]);
  const command = shellCommand(['onerun', 'ledger', 'show', report.file]);
  const sections = useMemo(() => ledgerSections(report, { command }), [report]);
  const { pictures, problem } = usePictures(report, (plots, { state }, page) => [
    plots.evidencePlot(state, page),
  ]);
  const name = report.file.replace(/\..*$/, '') || 'ledger';
  const saveReport = async () => {
    const { evidencePlot } = await loadPlots();
    const page = ledgerHtml(report, {
      plots: [evidencePlot(report.state, document)],
      command,
      date: new Date().toISOString(),
      version: __ONERUN_VERSION__,
    });
    saveAsFile(`${name}-report.html`, page, 'text/html');
  };
  const saveJson = () => saveAsFile(`${name}-ledger.json`, jsonText(ledgerData(report)), 'application/json');
  return (
    <>
      <VerdictBox verdict={ledgerVerdict(report)} />
      <SaveButtons onReport={() => void saveReport()} onJson={saveJson} />
      <Problem text={problem} />
      {sections.map((section) => (
        <SectionBox key={section.heading} section={section} pictures={pictures} hasFigure={false} />
      ))}
    </>
  );
}
