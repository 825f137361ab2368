import { escapeHtml } from '../escape.ts';
import type { Picture } from '../plots/sheet/frame.ts';
import type { ReportOrigin, ReportSection, SectionPiece, VerdictWords } from '../words/audit/sections.ts';
import { listHtml, paragraphHtml, proseHtml, tableHtml, termsHtml } from './html.ts';
import { inlineSvg } from './inline-svg.ts';
import { type PageExtras, pageFrame } from './page-frame.ts';
import { shortPaths } from './short-paths.ts';

/** What a page shows besides words, and who made it. */
export interface PageOptions extends ReportOrigin {
  /** What the page is called, where it is not by what was audited. */
  readonly title?: string;
  readonly plots: readonly Picture[];
  readonly version: string;
}

/** A figure that stands right below the verdict. */
export interface PageFigure extends PageExtras {
  readonly heading: string;
  readonly words: string;
  readonly html: string;
}

/** What a page says. */
interface PageWords {
  readonly heading: string;
  /** What was audited, where the heading does not say it. */
  readonly about?: string | null;
  readonly verdict: VerdictWords;
  readonly figure?: PageFigure | null;
  /** What the reader has to believe, as terms and facts. */
  readonly trust?: readonly (readonly [term: string, fact: string])[];
  readonly sections: readonly ReportSection[];
}

/** A report as one HTML page that loads nothing: verdict, figure and trust are open, all else is folded. */
export function reportPage(
  { heading, about = null, verdict, figure = null, trust = [], sections }: PageWords,
  options: PageOptions,
): string {
  const { plots, version, date } = options;
  const made = [`Made by onerun ${version}`, ...(date === null ? [] : [date])].join(', ');
  // Where there is no figure the pictures stand in its place.
  const stands = ({ pieces }: ReportSection) =>
    figure === null && pieces.some((piece) => piece.kind === 'pictures');
  const body = (section: ReportSection) => sectionBody(section, plots);
  const parts = [
    verdictHtml(verdict),
    figureHtml(figure),
    ...sections.filter(stands).map((section) => sectionHtml(section.heading, body(section))),
    sectionHtml('What you must take on trust', termsHtml(trust), 'trust'),
    ...sections.filter((one) => !stands(one)).map((section) => foldHtml(section.heading, body(section))),
  ];
  const page = `<header>
<h1>${escapeHtml(heading)}</h1>
${about === null ? '' : paragraphHtml(about)}
${paragraphHtml(made, 'quiet')}
</header>
<main>
${parts.filter((part) => part !== '').join('\n')}
</main>
<footer>${paragraphHtml('A proved epsilon is rounded down, never up.')}</footer>`;
  return pageFrame(`${verdict.mark}: ${heading}`, version, page, figure ?? undefined);
}

function figureHtml(figure: PageFigure | null): string {
  if (figure === null) return '';
  return sectionHtml(figure.heading, `${paragraphHtml(figure.words)}\n${shortPaths(figure.html)}`);
}

function verdictHtml({ outcome, mark, sentences, next }: VerdictWords): string {
  const lines = sentences.map(({ text, warning }) => paragraphHtml(text, warning ? 'warning' : ''));
  return `<section class="verdict ${outcome}">
<h2 class="mark">${escapeHtml(mark)}</h2>
${lines.join('\n')}
<p><strong>Next:</strong> ${proseHtml(next)}</p>
</section>`;
}

function sectionHtml(heading: string, body: string, style = ''): string {
  if (body === '') return '';
  return `<section${style === '' ? '' : ` class="${style}"`}>\n<h2>${escapeHtml(heading)}</h2>\n${body}\n</section>`;
}

/** A section that opens when it is asked for. */
function foldHtml(heading: string, body: string): string {
  if (body === '') return '';
  return `<details class="fold">\n<summary><h2>${escapeHtml(heading)}</h2></summary>\n${body}\n</details>`;
}

function sectionBody({ pieces }: ReportSection, plots: readonly Picture[]): string {
  return pieces
    .map((piece) => pieceHtml(piece, plots))
    .filter((part) => part !== '')
    .join('\n');
}

function pieceHtml(piece: SectionPiece, plots: readonly Picture[]): string {
  switch (piece.kind) {
    case 'words':
      return paragraphHtml(piece.text);
    case 'list':
      return listHtml(piece.items);
    case 'terms':
      return termsHtml(piece.pairs);
    case 'code':
      return `<pre><code>${escapeHtml(piece.text)}</code></pre>`;
    case 'table':
      return tableHtml(piece.caption, piece.rows, piece.styles);
    case 'pictures':
      return pictures(plots);
  }
}

/** The pictures of the audit; the caption of each says in words what it shows. */
function pictures(plots: readonly Picture[]): string {
  if (plots.length === 0) return '';
  const figures = plots.map(
    (picture) =>
      `<figure aria-label="${escapeHtml(picture.title)}">\n${shortPaths(inlineSvg(picture, picture.name))}<figcaption>${escapeHtml(picture.alt)}</figcaption>\n</figure>`,
  );
  return `<div class="plots">\n${figures.join('\n')}\n</div>`;
}
