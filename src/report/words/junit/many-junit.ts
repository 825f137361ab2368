import type { AuditRow } from '../../../audit/index.ts';
import type { ManyAudits } from '../many/many-words.ts';
import { rowWords } from '../many/row-words.ts';
import { ENDS } from './audit-junit.ts';
import { type JunitCase, junitXml } from './junit-xml.ts';

/** Many audits as a test suite: a case for each, judged together with the others. */
export function manyJunit(many: ManyAudits): string {
  return junitXml(
    'onerun audit-all',
    many.rows.map((row) => caseOf(row, many)),
  );
}

function caseOf(row: AuditRow, many: ManyAudits): JunitCase {
  const { name, verdict, claim, pValue, adjusted, right, worstCase, notes } = rowWords(row, many);
  const facts: [string, string][] = [
    ['claim', claim],
    ['p-value', pValue],
    ['corrected p-value', adjusted],
    ['right guesses', right],
    ['epsilon at least', worstCase],
    ['report', row.report ?? ''],
  ];
  return {
    name: claim === '' ? name : `${claim}: ${name}`,
    end: row.outcome === 'error' ? 'error' : ENDS[row.outcome],
    type: row.outcome === 'error' ? 'failed' : row.outcome,
    message: [verdict, ...notes].join('. '),
    properties: facts.filter(([, value]) => value !== ''),
  };
}
