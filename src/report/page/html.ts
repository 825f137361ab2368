import { escapeHtml } from '../escape.ts';
import { proseParts } from '../words/prose.ts';
import type { TableData } from '../words/table.ts';

/** A sentence of the report's own, in which backticks mark commands. */
export function proseHtml(prose: string): string {
  return proseParts(prose)
    .map(({ text, command }) => (command ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text)))
    .join('');
}

export function paragraphHtml(text: string, style = ''): string {
  return `<p${style === '' ? '' : ` class="${style}"`}>${escapeHtml(text)}</p>`;
}

/** A list of terms, each with its meaning. */
export function termsHtml(pairs: readonly (readonly [string, string])[]): string {
  const lines = pairs.map(([term, text]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>`);
  return lines.length === 0 ? '' : `<dl>\n${lines.join('\n')}\n</dl>`;
}

export function listHtml(items: readonly string[]): string {
  const lines = items.map((item) => `<li>${escapeHtml(item)}</li>`);
  return lines.length === 0 ? '' : `<ul>\n${lines.join('\n')}\n</ul>`;
}

/** A CSS class of a row, and where its heading leads. */
interface RowMark {
  readonly style: string;
  readonly href: string | null;
}

/**
 * A table in a region of its own that scrolls where it is too wide, with the keyboard too. On a phone each
 * row is a card, whose cells say the titles of their columns. The first column names its row; `styles` are
 * CSS classes of columns, by index; `marks` are of rows.
 */
export function tableHtml(
  caption: string,
  table: TableData,
  styles: Readonly<Record<number, string>> = {},
  marks: readonly RowMark[] = [],
): string {
  const style = table.columns.map(({ align }, j) => {
    const name = styles[j] ?? (align === 'right' ? 'number' : '');
    return name === '' ? '' : ` class="${name}"`;
  });
  const titles = table.columns.map(({ title }) => ` data-title="${escapeHtml(title)}"`);
  const head = table.columns.map(({ title }, j) => `<th scope="col"${style[j]}>${escapeHtml(title)}</th>`);
  const cell = (html: string, j: number) =>
    j === 0
      ? `<th scope="row"${style[j]}${titles[j]}>${html}</th>`
      : `<td${style[j]}${titles[j]}>${html}</td>`;
  const row = (cells: readonly string[], i: number) => {
    const [name, ...others] = cells.map(escapeHtml);
    const mark = marks[i];
    const linked = mark?.href ? `<a href="${escapeHtml(mark.href)}">${name}</a>` : name;
    const style = mark === undefined ? '' : ` class="${mark.style}"`;
    return `<tr${style}>${[linked, ...others].map(cell).join('')}</tr>`;
  };
  return `<div class="scroll" role="region" tabindex="0" aria-label="Table: ${escapeHtml(caption)}">
<table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${table.rows.map(row).join('\n')}
</tbody>
</table>
</div>`;
}
