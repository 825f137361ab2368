import { useEffect, useMemo, useRef } from 'preact/hooks';
import {
  auditHtml,
  type BenchSource,
  type BenchState,
  figureCommand,
  modeOf,
  sourceOfAudit,
  viewOf,
} from '../../../../src/bench/index.ts';
import type { AuditResult } from '../../../../src/index.ts';
import {
  auditData,
  auditSections,
  auditVerdict,
  jsonText,
  loadPlots,
  trustPairs,
} from '../../../../src/report/index.ts';
import { Announced, verdictInBrief } from '../../parts/announced.tsx';
import { Bench } from '../../parts/bench.tsx';
import { usePictures } from '../../parts/pictures.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SectionBox, Terms, VerdictBox } from '../../parts/report-pieces.tsx';
import { saveAsFile } from '../../parts/save.ts';
import { SaveButtons, SaveChoices } from '../../parts/save-buttons.tsx';
import { BenchTake } from '../../parts/take/bench-take.tsx';
import { fetchReportScript } from '../../work/report-script.ts';
import { RunsPicture } from './runs-picture.tsx';

interface ReportProps {
  readonly result: AuditResult;
  readonly command: string;
  readonly outdated: boolean;
  readonly late: boolean;
  /** Called when a result stands in the page. */
  readonly onShown: () => void;
  /** Where the cuts of the figure stand at first, as an address has it. */
  readonly view: string;
  /** The address of this audit from its # on, with a view of the figure; own files where they are named. */
  readonly link: (view: string, named: boolean) => string;
  /** The user's own files. */
  readonly ownFiles: readonly string[];
}

/** Stands among the departures of the verdict, of its report and of its JSON. */
const LATE =
  'the design was changed after a verdict on the same scores had been seen, and that first verdict counts, not this one';

function withDeparture(result: AuditResult, departure: string): AuditResult {
  const { provenance } = result;
  return { ...result, provenance: { ...provenance, departures: [...provenance.departures, departure] } };
}

/** The live figure of a single run. */
function benchOf(result: AuditResult, isLate: boolean): BenchSource | null {
  const source = sourceOfAudit(result);
  return source === null ? null : { ...source, isLate };
}

/** What an audit found, with the words, tables and plots of the HTML report. */
export function AuditReport(props: ReportProps) {
  const { command, outdated, onShown, view } = props;
  // A link says where the design was changed after a verdict had been seen.
  const late = props.late || viewOf(view).isLate;
  const result = useMemo(
    () => (late ? withDeparture(props.result, LATE) : props.result),
    [props.result, late],
  );
  const state = useRef<BenchState | null>(null);
  useEffect(onShown, [result]);
  const { pictures, problem } = usePictures(result, (plots, found, page) => plots.auditPlots(found, page));
  const verdict = useMemo(() => auditVerdict(result), [result]);
  const bench = useMemo(() => benchOf(result, late), [result, late]);
  const sections = useMemo(() => auditSections(result, { command, date: null }), [result, command]);
  const name = result.runs[0].inputs[0].name.replace(/\..*$/, '') || 'audit';
  const saveReport = async () => {
    const [{ auditPlots }, script] = await Promise.all([loadPlots(), fetchReportScript()]);
    const page = auditHtml(result, {
      plots: auditPlots(result, document),
      command,
      date: new Date().toISOString(),
      version: __ONERUN_VERSION__,
      script,
      isLate: late,
    });
    saveAsFile(`${name}-report.html`, page, 'text/html');
  };
  const saveJson = () => saveAsFile(`${name}-audit.json`, jsonText(auditData(result)), 'application/json');
  return (
    <>
      {outdated ? (
        <p class="notice">The settings have changed since this verdict. Press Audit again for theirs.</p>
      ) : null}
      {late ? (
        <p class="notice">
          You had seen a verdict on these scores before you changed the design: what is guessed, by which
          scores, and at which level. The theorem is about a design that was fixed before: the first verdict
          counts, not this one.
        </p>
      ) : null}
      <Announced
        text={verdictInBrief(verdict.mark, verdict.outcome === 'no-verdict' ? [] : result.results)}
        about={result}
      />
      <VerdictBox verdict={verdict} />
      {bench === null ? null : (
        <>
          <Bench
            source={bench}
            view={view}
            onState={(drawn) => {
              state.current = drawn;
            }}
          />
          <BenchTake
            state={() => state.current}
            name={name}
            link={props.link}
            files={props.ownFiles}
            command={(drawn) => (modeOf(drawn) === 'fixed' ? command : figureCommand(drawn))}
          >
            <SaveChoices onReport={() => void saveReport()} onJson={saveJson} />
          </BenchTake>
        </>
      )}
      <RunsPicture result={result} isLate={late} />
      <section class="trust">
        <h2>What you must take on trust</h2>
        <Terms pairs={trustPairs(result)} />
      </section>
      <SaveButtons onReport={() => void saveReport()} onJson={saveJson} />
      <Problem text={problem} />
      {sections.map((section) => (
        <SectionBox
          key={section.heading}
          section={section}
          pictures={pictures}
          hasFigure={bench !== null || result.joint !== null}
        />
      ))}
    </>
  );
}
