import type { AuditRow } from '../../audit/index.ts';
import { escapeHtml } from '../escape.ts';
import { glossaryOf } from '../words/glossary.ts';
import { type ManyAudits, manyWords, outcomeRank } from '../words/many/many-words.ts';
import { type RowWords, rowWords } from '../words/many/row-words.ts';
import { listHtml, paragraphHtml, proseHtml, WORDS_LINK, wordsHtml } from './html.ts';
import { MANY_CSS } from './many-css.ts';
import { type PageScript, pageFrame } from './page-frame.ts';

/** A column of the table: its title, its text, and the number that it is sorted by. */
interface SortedColumn {
  readonly title: string;
  readonly text: (words: RowWords) => string;
  readonly value?: (row: AuditRow) => number | null;
}

function epsilonOf({ summary }: AuditRow, assumption: string): number | null {
  const found = summary?.proved.find((proved) => proved.assumption === assumption);
  return found === undefined ? null : (found.epsilon ?? Infinity);
}

function rightShareOf({ summary }: AuditRow): number | null {
  if (summary === null) return null;
  const { reached, runs, correct, guesses } = summary;
  return reached === null ? correct[0] / guesses[0] : reached / runs;
}

const COLUMNS: readonly SortedColumn[] = [
  { title: 'verdict', text: ({ verdict }) => verdict, value: outcomeRank },
  { title: 'claim', text: ({ claim }) => claim },
  { title: 'p-value', text: ({ pValue }) => pValue, value: ({ summary }) => summary?.pValue ?? null },
  { title: 'corrected', text: (words) => words.adjusted, value: ({ adjusted }) => adjusted },
  { title: 'right guesses', text: ({ right }) => right, value: rightShareOf },
  {
    title: 'epsilon at least',
    text: ({ worstCase }) => worstCase,
    value: (row) => epsilonOf(row, 'worst-case'),
  },
  {
    title: 'model-based',
    text: ({ modelBased }) => modelBased,
    value: (row) => epsilonOf(row, 'model-based'),
  },
];

/** The element that says to a screen reader how the table is sorted. */
const SAID = 'sorted';

/** Many audits as one HTML page with a table that sorts, where scripts run, and links to the reports. */
export function manyPage(
  many: ManyAudits,
  {
    version,
    date,
    script,
  }: { readonly version: string; readonly date: string; readonly script: PageScript | null },
): string {
  const words = manyWords(many);
  const made = `Made by onerun ${version}, ${date}`;
  const warnings = words.warnings.map((text) => paragraphHtml(text, 'warning'));
  const body = `<header>
<h1>Privacy audits, judged together</h1>
${paragraphHtml(made, 'quiet')}
${WORDS_LINK}
</header>
<main>
<section class="verdict ${words.outcome}">
<h2 class="mark">${escapeHtml(words.mark)}</h2>
${[paragraphHtml(words.lead), paragraphHtml(words.level, many.correction === 'none' ? 'warning' : ''), ...warnings].join('\n')}
<p><strong>Next:</strong> ${proseHtml(words.next)}</p>
</section>
<section>
<h2>All audits</h2>
${tableOf(many)}
</section>
<section>
<h2>What this rests on</h2>
${listHtml(words.notes)}
</section>
${wordsHtml(glossaryOf(JSON.stringify([words, COLUMNS])))}
</main>
<footer>${paragraphHtml(`${made}. A proved epsilon is rounded down, never up.`)}</footer>`;
  return pageFrame(`${words.mark}: privacy audits`, version, body, { css: MANY_CSS, script });
}

function tableOf(many: ManyAudits): string {
  const titles = ['audit', ...COLUMNS.map(({ title }) => title)];
  const head = titles.map(
    (title, i) =>
      `<th scope="col"${COLUMNS[i - 1]?.value === undefined ? '' : numberClass(title)}>${title}</th>`,
  );
  return `<p>Each audit links to its own report, which judges it alone. "Corrected" is the p-value once the number of audits is taken into account; "epsilon at least" holds for every mechanism, "model-based" within one kind of mechanism alone.</p>
<div class="scroll" role="region" tabindex="0" aria-label="Table: all audits">
<table class="sortable" data-said="${SAID}">
<caption>All audits</caption>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${many.rows.map((row) => rowHtml(row, rowWords(row, many))).join('\n')}
</tbody>
</table>
</div>
<p class="said" id="${SAID}" role="status"></p>`;
}

const numberClass = (title: string) => (title === 'verdict' ? '' : ' class="number"');

function rowHtml(row: AuditRow, words: RowWords): string {
  const name = escapeHtml(words.name);
  const linked = row.report === null ? name : `<a href="${escapeHtml(linkTo(row.report))}">${name}</a>`;
  const notes = words.notes.map((note) => paragraphHtml(note)).join('');
  const cells = COLUMNS.map(({ title, text, value }) => {
    const isVerdict = title === 'verdict';
    const style = isVerdict ? ' class="verdict-cell"' : value === undefined ? '' : ' class="number"';
    const number = value === undefined ? '' : ` data-value="${value(row) ?? ''}"`;
    const shown = escapeHtml(text(words));
    const body = isVerdict ? `<strong>${shown}</strong>${notes}` : shown;
    return `<td${style} data-title="${title}"${number}>${body}</td>`;
  });
  const { outcome } = row;
  const isPassed = outcome === 'not-refuted' || outcome === 'none';
  const state = outcome === 'refuted' ? 'refuted' : isPassed ? 'passed' : 'open';
  return `<tr class="row-${state}"><th scope="row" class="name" data-title="audit">${linked}</th>${cells.join('')}</tr>`;
}

/** A relative address: every part of the path as it may stand in one. */
function linkTo(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
