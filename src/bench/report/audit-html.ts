import type { AuditResult } from '../../audit/index.ts';
import {
  auditPage,
  formatCount,
  type PageFigure,
  type PageOptions,
  type PageScript,
} from '../../report/index.ts';
import { benchMarkup } from '../markup.ts';
import { runsMarkup } from '../runs/runs-markup.ts';
import { sourceOfRuns } from '../runs/runs-source.ts';
import { RUNS_CSS } from '../runs/runs-style.ts';
import { type BenchSource, sourceOfAudit } from '../source.ts';
import { BENCH_CSS } from '../style.ts';
import { packSource, unpackSource } from './packed-source.ts';
import { REPORT_DATA, REPORT_FIGURE } from './places.ts';

/** How the report of an audit is made. */
export interface AuditHtmlOptions extends PageOptions {
  /** What makes the figure live, dist/report-script.js; null or left out, it stands still. */
  readonly script?: PageScript | null;
  /** Whether the design was changed after a verdict on the same scores had been seen. */
  readonly isLate?: boolean;
}

/** The picture whose place the figure takes. */
const REPLACED = 'scores';

/** The whole report of an audit as one HTML page, with the figure of the audit right below the verdict. */
export function auditHtml(
  result: AuditResult,
  { script = null, isLate = false, ...options }: AuditHtmlOptions,
): string {
  const figure = figureOf(result, script, isLate);
  const plots = figure === null ? options.plots : options.plots.filter(({ name }) => name !== REPLACED);
  return auditPage(result, figure ?? runsFigureOf(result, isLate), { ...options, plots });
}

/** Null for several runs, for guesses without confidence, and where a failed check voids all numbers. */
function figureOf(result: AuditResult, script: PageScript | null, isLate: boolean): PageFigure | null {
  const found = result.outcome === 'no-verdict' ? null : sourceOfAudit(result);
  if (found === null) return null;
  const source = isLate ? { ...found, isLate } : found;
  const data = packSource(source);
  const isMembership = source.field.game === 'membership';
  const all = isMembership
    ? 'Every canary on the axis of its score: those that were in above the line, those out below it.'
    : 'Every guess on the axis of its confidence: right ones above the line, wrong ones below it.';
  const some =
    source.field.m === unpackSource(data).field.dots.rank.length
      ? ''
      : ' There are too many to draw each: both ends are drawn one by one, the rest as areas.';
  const still = withinReach(benchMarkup(unpackSource(data), REPORT_FIGURE));
  return {
    heading: 'The audit in one figure',
    words: `${all}${some} The cuts select the guesses${isLate ? '' : ', as fixed in advance'}${numbersWords(source)}. Below: their errors, how many of them are right${honestWords(result)}, and the epsilon they prove.`,
    html:
      script === null
        ? still
        : `<script type="application/json" id="${REPORT_DATA}">${data}</script>\n${still}\n${hint(isLate)}`,
    css: `${BENCH_CSS}${STILL_CSS}${script === null ? '' : LIVE_CSS}`,
    script,
  };
}

/** What the dots beside the right guesses are. */
function honestWords({ plots, standing }: AuditResult): string {
  if (plots.honest === undefined || standing === null) return '';
  return ` (the dots: ${formatCount(plots.honest[0].length)} games of the best attack on ${standing.model}; an attack far to their left is blind)`;
}

/** Which of several numbers of guesses is drawn. */
function numbersWords({ fixed, claim, answer }: BenchSource): string {
  if (answer?.mostOf === undefined) return '';
  const why = claim === null ? 'the first' : 'which say the most about the claim';
  return `: of ${answer.mostOf.map(formatCount).join(', ')} guesses the ${formatCount(fixed?.observation.guesses ?? 0)} are drawn, ${why}`;
}

/** On a narrow screen a drawing that stands still scrolls sideways, with the keyboard too. */
function withinReach(html: string): string {
  return html.replace(
    '<div class="bench-field">',
    '<div class="bench-field" role="region" tabindex="0" aria-label="Canaries on the axis of their scores">',
  );
}

/** Of several runs a figure that stands still: one row each. */
function runsFigureOf(result: AuditResult, isLate: boolean): PageFigure | null {
  const found = sourceOfRuns(result);
  if (found === null) return null;
  const source = isLate ? { ...found, isLate } : found;
  return {
    heading: 'All runs in one figure',
    words: `The verdict rests on how many runs reached the number of right guesses${isLate ? '' : ' that was fixed in advance'}. One run alone is not the evidence.`,
    html: runsMarkup(source),
    css: `${BENCH_CSS}${RUNS_CSS}${STILL_CSS}`,
    script: null,
  };
}

/** Shown once the figure is live; its place is kept until then. */
function hint(isLate: boolean): string {
  const cuts = isLate ? 'the cuts that are drawn first' : 'the cuts fixed in advance';
  return `<p class="bench-hint">Drag the cuts, or move them with the arrow keys, to see what other guesses would have come to. That is exploring: the verdict stays that of ${cuts}.</p>`;
}

/** Without a script drawings keep their size: on narrow screens the canaries can be moved sideways. */
const STILL_CSS = `@media screen{.bench:not(.bench-live) .bench-field{overflow:auto hidden}.bench:not(.bench-live) .bench-field>svg{min-width:60rem}}
@media print{.bench{margin:.6rem 0}}
`;
const LIVE_CSS = `.bench{overflow-x:clip}.bench-hint{visibility:hidden;font-size:.9rem;color:var(--quiet);margin-top:0}.bench-live+.bench-hint{visibility:visible}
@media print{.bench-hint{display:none}}
`;
