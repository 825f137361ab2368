import { type AnswerWords, provedSentence, verdictSentence } from './answer.ts';
import { proseParts, sectionsText } from './prose.ts';
import type { TableData } from './table.ts';

/**
 * Text from data on one line, with nothing in it that Markdown would read as markup, a column or a mention.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_~|[\]#]/g, '\\$&')
    .replaceAll('@', '&#64;');
}

export function escaped(text: string | null): string | null {
  return text === null ? null : escapeMarkdown(text);
}

function proseMarkdown(prose: string): string {
  return proseParts(prose)
    .map(({ text, command }) => (command ? `\`${text}\`` : escapeMarkdown(text)))
    .join('');
}

/** A line of a list; null where there is nothing to say. */
export function item(label: string, text: string | null): string | null {
  return text === null ? null : `- ${label}: ${escapeMarkdown(text)}`;
}

export function list(items: readonly (string | null)[]): string {
  return items.filter((line) => line !== null).join('\n');
}

export function tableMarkdown(table: TableData | null): string | null {
  if (table === null) return null;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(table.columns.map(({ title }) => escapeMarkdown(title))),
    line(table.columns.map(({ align }) => (align === 'right' ? '--:' : '---'))),
    ...table.rows.map((row) => line(row.map(escapeMarkdown))),
  ].join('\n');
}

/** What is read first: the mark and the claim as a heading, then the sentences of the first screen. */
export function answerMarkdown(what: string, claim: string | null, answer: AnswerWords): string {
  const { mark, seen, weakened, proved, next } = answer;
  const heading = [`**${mark}**`, ...(claim === null ? [] : [escapeMarkdown(claim)])].join(': ');
  return sectionsText([
    `## ${what}: ${heading}`,
    escapeMarkdown(verdictSentence(answer)),
    escapeMarkdown(seen),
    ...weakened.map((sentence) => `> **Warning:** ${escapeMarkdown(sentence)}`),
    escaped(provedSentence(proved)),
    next === null ? null : `**Next:** ${proseMarkdown(next)}`,
  ]).trimEnd();
}
