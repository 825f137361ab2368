import type { AuditsTogether } from '../../audit/index.ts';
import { escapeHtml } from '../escape.ts';
import { leadSentence, levelSentence, manyNotes, manyTable, worstFirst } from '../words/many/many-words.ts';
import { listHtml, paragraphHtml, tableHtml } from './html.ts';
import { pageFrame } from './page-frame.ts';

/** Verdicts that ask for something: refuted, without an answer, or of an audit that could not notice. */
const CSS = `
tr.refuted td:nth-child(2){color:var(--bad)}
tr:is(.error,.no-verdict,.could-not-have-noticed) td:nth-child(2){color:var(--open)}
`;

/** Many audits as one HTML page: a table with links to the reports. */
export function manyPage(many: AuditsTogether, version: string, date: string): string {
  const rows = worstFirst(many);
  const lead = leadSentence(many);
  const marks = rows.map(({ report, outcome }) => ({ style: outcome, href: report }));
  const body = `<main>
<h1>Privacy audits, judged together</h1>
<section class="verdict ${rows[0].outcome}">
<h2 class="mark">${escapeHtml(lead)}</h2>
${paragraphHtml(levelSentence(many))}
</section>
${tableHtml('All audits', manyTable(many), {}, marks)}
${listHtml(manyNotes(many))}
</main>
<footer>${paragraphHtml(`Made by onerun ${version}, ${date}. Each epsilon holds with the confidence of its own audit.`)}</footer>`;
  return pageFrame(lead, version, body, { css: CSS, script: null });
}
