import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  BENCH_CSS,
  EVIDENCE_CSS,
  EvidenceFigure,
  evidenceCsv,
  evidenceSvg,
  RUNS_CSS,
} from '../../../../src/bench/index.ts';
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
import { SectionBox, VerdictBox } from '../../parts/report-pieces.tsx';
import { saveAsFile } from '../../parts/save.ts';
import { SaveButtons, SaveChoices } from '../../parts/save-buttons.tsx';
import { CitationPart } from '../../parts/take/citation.tsx';
import { FigureMenu } from '../../parts/take/figure-menu.tsx';
import { CommandPart, LinkPart } from '../../parts/take/link.tsx';
import { type AskedFile, hashOfFile } from './asked-files.tsx';

const LOOKED_ROW = '.ledger-entries tbody tr';

interface LedgerProps {
  readonly report: LedgerReport;
  /** The ledger itself, for its hash. */
  readonly file: File | null;
  /** The address of the view with files that it asks for. */
  readonly link: (files: readonly AskedFile[]) => string;
  /** Called when a ledger stands in the page. */
  readonly onShown: () => void;
}

/** Where a ledger stands, with the words and tables of its HTML report and a live figure of its evidence. */
export function LedgerView({ report, file, link, onShown }: LedgerProps) {
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    setHash(null);
    if (file !== null) hashOfFile(file).then(setHash, () => {});
  }, [file]);
  useEffect(onShown, [report]);
  const command = shellCommand(['onerun', 'ledger', 'show', report.file]);
  const sections = useMemo(() => ledgerSections(report, { command }), [report]);
  // A row for each run; those that were added in one call are one step.
  const stepsOfRows = report.state.steps.flatMap(({ runs }, step) => runs.map(() => step));
  const place = useRef<HTMLDivElement>(null);
  const around = useRef<HTMLDivElement>(null);
  const figure = useRef<EvidenceFigure | null>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const made = new EvidenceFigure(place.current, report, {
      onLook: (step) => {
        for (const [i, row] of rowsWithin(around.current).entries())
          row.classList.toggle('looked', stepsOfRows[i] === step);
      },
    });
    figure.current = made;
    return () => made.end();
  }, [report]);
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
  const lookAtRow = ({ target }: Event) => {
    const row = (target as Element).closest(LOOKED_ROW);
    const step = row === null ? undefined : stepsOfRows[rowsWithin(around.current).indexOf(row)];
    figure.current?.look(step ?? null);
  };
  return (
    <div ref={around}>
      <style>{BENCH_CSS}</style>
      <style>{RUNS_CSS}</style>
      <style>{EVIDENCE_CSS}</style>
      <VerdictBox verdict={ledgerVerdict(report)} />
      <SaveButtons onReport={() => void saveReport()} onJson={saveJson} />
      <div key={report.head} ref={place} />
      <div class="take-row">
        <FigureMenu
          name={`${name}-evidence`}
          label="the figure of the ledger"
          svg={() => evidenceSvg(report)}
          csv={() => evidenceCsv(report)}
        >
          <SaveChoices onReport={() => void saveReport()} onJson={saveJson} />
          {hash === null ? null : (
            <LinkPart
              link={(named) => link(named ? [{ name: report.file, sha256: hash }] : [])}
              files={[report.file]}
            />
          )}
          <CommandPart command={command} />
          <CitationPart />
        </FigureMenu>
      </div>
      {sections.map((section) => {
        const isEntries = section.pieces.some(({ kind }) => kind === 'pictures');
        // The figure stands in the place of the report's picture.
        const pieces = section.pieces.filter(({ kind }) => kind !== 'pictures');
        return (
          <div
            key={section.heading}
            class={isEntries ? 'ledger-entries' : undefined}
            onPointerOver={isEntries ? lookAtRow : undefined}
            onPointerLeave={isEntries ? () => figure.current?.look(null) : undefined}
          >
            <SectionBox section={{ ...section, pieces }} pictures={[]} />
          </div>
        );
      })}
    </div>
  );
}

function rowsWithin(root: HTMLElement | null): Element[] {
  return [...(root?.querySelectorAll(LOOKED_ROW) ?? [])];
}
