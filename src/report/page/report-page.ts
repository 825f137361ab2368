import { escapeHtml } from '../escape.ts';
import type { Picture } from '../plots/sheet/frame.ts';
import type { ReportOrigin, ReportSection, SectionPiece, VerdictWords } from '../words/audit/sections.ts';
import { listHtml, paragraphHtml, proseHtml, tableHtml, termsHtml, WORDS_LINK } from './html.ts';
import { inlineSvg } from './inline-svg.ts';
import { type PageExtras, pageFrame } from './page-frame.ts';
import { shortPaths } from './short-paths.ts';

/** What a page shows besides words, and who made it. */
export interface PageOptions extends ReportOrigin {
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
  readonly title: (mark: string) => string;
  readonly verdict: VerdictWords;
  readonly figure?: PageFigure | null;
  readonly sections: readonly ReportSection[];
}

/** A report as one HTML page that loads nothing. */
export function reportPage(
  { heading, title, verdict, figure = null, sections }: PageWords,
  options: PageOptions,
): string {
  const made = [`Made by onerun ${options.version}`, ...(options.date === null ? [] : [options.date])].join(
    ', ',
  );
  const below = sections.map((section) => sectionHtml(section, options.plots));
  const body = `<header>
<h1>${escapeHtml(heading)}</h1>
${paragraphHtml(made, 'quiet')}
${WORDS_LINK}
</header>
<main>
${[verdictHtml(verdict), figureHtml(figure), ...below].filter((part) => part !== '').join('\n')}
</main>
<footer>${paragraphHtml(`${made}. A proved epsilon is rounded down, never up.`)}</footer>`;
  return pageFrame(title(verdict.mark), options.version, body, figure ?? undefined);
}

function figureHtml(figure: PageFigure | null): string {
  if (figure === null) return '';
  return `<section>
<h2>${escapeHtml(figure.heading)}</h2>
${paragraphHtml(figure.words)}
${shortPaths(figure.html)}
</section>`;
}

function verdictHtml({ outcome, mark, sentences, next }: VerdictWords): string {
  const lines = sentences.map(({ text, warning }) => paragraphHtml(text, warning ? 'warning' : ''));
  return `<section class="verdict ${outcome}">
<h2 class="mark">${escapeHtml(mark)}</h2>
${lines.join('\n')}
<p><strong>Next:</strong> ${proseHtml(next)}</p>
</section>`;
}

function sectionHtml({ heading, pieces }: ReportSection, plots: readonly Picture[]): string {
  const body = pieces
    .map((piece) => pieceHtml(piece, plots))
    .filter((part) => part !== '')
    .join('\n');
  return body === ''
    ? ''
    : `<section${heading === 'Words' ? ' id="words"' : ''}>\n<h2>${escapeHtml(heading)}</h2>\n${body}\n</section>`;
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
      return pictures(
        plots.filter(({ small = false }) => small === (piece.small ?? false)),
        piece.small ?? false,
      );
  }
}

/** The pictures of the audit; the caption of each says in words what it shows. */
function pictures(plots: readonly Picture[], small: boolean): string {
  if (plots.length === 0) return '';
  const figures = plots.map(
    (picture) =>
      `<figure aria-label="${escapeHtml(picture.title)}">\n${shortPaths(inlineSvg(picture, picture.name))}<figcaption>${escapeHtml(picture.alt)}</figcaption>\n</figure>`,
  );
  return `<div class="plots${small ? ' small' : ''}">\n${figures.join('\n')}\n</div>`;
}
