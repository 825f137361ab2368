import type { AuditsTogether } from '../../../audit/index.ts';
import { OUTCOMES, rowNotes } from '../many/many-words.ts';
import { junitEnd } from './audit-junit.ts';
import { junitXml } from './junit-xml.ts';

/** Many audits as a test suite: a case for each, judged together with the others. */
export function manyJunit(many: AuditsTogether): string {
  const cases = many.rows.map((row) => {
    const { name, outcome, result, adjusted, report } = row;
    return {
      name: result?.claim ? `${result.claim.stated}: ${name}` : name,
      end: outcome === 'error' ? 'error' : junitEnd(outcome, result),
      type: outcome === 'error' ? 'failed' : outcome,
      message: [OUTCOMES[outcome], ...rowNotes(row, many)].join('; '),
      properties: [
        ['corrected p-value', `${adjusted ?? ''}`],
        ['report', report ?? ''],
      ] as const,
    };
  });
  return junitXml('onerun audit-all', cases);
}
