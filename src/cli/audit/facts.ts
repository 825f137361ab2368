import type { AuditResult } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';

/** Stands for an infinite number until the text is made; no text that a user states holds this character. */
const INFINITE = '\u0000infinite';

/**
 * The whole result of an audit as JSON text, what plots are drawn from and infinite numbers included: a page
 * is made of it later, without a second audit.
 */
export function auditFacts(result: AuditResult): string {
  const marked = (_: string, value: unknown) =>
    value === Infinity || value === -Infinity ? `${INFINITE}${value < 0 ? '-' : ''}` : value;
  // JSON has no infinity, but a number too large for a double is read as one.
  return JSON.stringify(result, marked).replace(
    /"\\u0000infinite(-?)"/g,
    (_, sign: string) => `${sign}1e999`,
  );
}

/** The result that such a text holds. */
export function auditOfFacts(text: string): AuditResult {
  try {
    const result = JSON.parse(text);
    if (result?.schema === 'onerun-audit/1' && Array.isArray(result.runs)) return result;
  } catch {
    // Said below.
  }
  throw new InvalidInput('invalid facts; must be what an audit handed to the Python package');
}

/** A result that is words alone, with the title of its page; null where the text holds something else. */
export function wordsOfFacts(text: string): { readonly title: string; readonly text: string } | null {
  if (!text.startsWith('{"schema": "onerun-words/1"')) return null;
  const found = JSON.parse(text);
  return { title: String(found.title), text: String(found.text) };
}
