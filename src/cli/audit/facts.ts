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

/** A result that is words alone, with the title of its page. */
export interface PageWords {
  readonly schema: 'onerun-words/1';
  readonly title: string;
  readonly text: string;
}

/** What such a text holds: an audit, or words. */
export function readFacts(text: string): AuditResult | PageWords {
  try {
    const found = JSON.parse(text);
    if (found?.schema === 'onerun-audit/1' && Array.isArray(found.runs)) return found;
    if (found?.schema === 'onerun-words/1' && [found.title, found.text].every((x) => typeof x === 'string'))
      return found;
  } catch {
    // Said below.
  }
  throw new InvalidInput('invalid facts; must be what a verb handed to the Python package');
}
