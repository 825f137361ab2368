import type { AuditResult } from '../../audit/index.ts';
import type { Picture } from '../plots/frame.ts';
import {
  auditSections,
  auditVerdict,
  type Making,
  type Piece,
  type Section,
  type Verdict,
} from '../words/audit/sections.ts';
import { CSS } from './audit-css.ts';
import { escapeHtml, list, paragraph, prose, tableHtml, terms } from './html.ts';

interface AuditHtmlOptions extends Making {
  readonly plots: readonly Picture[];
  readonly version: string;
}

/** Nothing may be fetched or run, whatever the data contain. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** The whole report as one page that needs nothing else. */
export function auditHtml(result: AuditResult, options: AuditHtmlOptions): string {
  const subject = result.claim?.stated ?? 'scores without a claim';
  const made = [`Made by onerun ${options.version}`, ...(options.date === null ? [] : [options.date])].join(
    ', ',
  );
  const verdict = auditVerdict(result);
  const sections = auditSections(result, options).map((section) => sectionHtml(section, options.plots));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="generator" content="onerun ${escapeHtml(options.version)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${verdict.mark}: privacy audit of ${subject}`)}</title>
<style>${CSS}</style>
</head>
<body>
<header>
<h1>Privacy audit of ${escapeHtml(subject)}</h1>
${paragraph(made, 'quiet')}
</header>
<main>
${[verdictHtml(verdict), ...sections].filter((part) => part !== '').join('\n')}
</main>
<footer>${paragraph(`${made}. A lower bound on epsilon is cut, never rounded up.`)}</footer>
</body>
</html>
`;
}

function verdictHtml({ outcome, mark, sentences, next }: Verdict): string {
  const lines = sentences.map(({ text, warning }) => paragraph(text, warning ? 'warning' : ''));
  return `<section class="verdict ${outcome}">
<h2 class="mark">${escapeHtml(mark)}</h2>
${lines.join('\n')}
<p><strong>Next:</strong> ${prose(next)}</p>
</section>`;
}

function sectionHtml({ heading, pieces }: Section, plots: readonly Picture[]): string {
  const body = pieces
    .map((piece) => pieceHtml(piece, plots))
    .filter((part) => part !== '')
    .join('\n');
  return body === '' ? '' : `<section>\n<h2>${escapeHtml(heading)}</h2>\n${body}\n</section>`;
}

function pieceHtml(piece: Piece, plots: readonly Picture[]): string {
  switch (piece.kind) {
    case 'words':
      return paragraph(piece.text);
    case 'list':
      return list(piece.items);
    case 'terms':
      return terms(piece.pairs);
    case 'code':
      return `<pre><code>${escapeHtml(piece.text)}</code></pre>`;
    case 'table':
      return tableHtml(piece.caption, piece.rows, piece.styles);
    case 'pictures':
      return pictures(plots);
  }
}

/** The key and the title are in the picture; the caption says in words what it shows. */
function pictures(plots: readonly Picture[]): string {
  if (plots.length === 0) return '';
  const figures = plots.map(
    ({ svg, alt }) => `<figure>\n${svg}<figcaption>${escapeHtml(alt)}</figcaption>\n</figure>`,
  );
  return `<div class="plots">\n${figures.join('\n')}\n</div>`;
}
