import type { AuditRow } from '../../../audit/index.ts';
import type { ManyAudits } from '../many/many-words.ts';
import { rowWords } from '../many/row-words.ts';
import { type JunitCase, type JunitEnd, junitXml } from './junit-xml.ts';

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
    end: endOfRow(row),
    type: typeOfRow(row),
    message: [verdict, ...notes].join('. '),
    properties: facts.filter(([, value]) => value !== ''),
  };
}

/** Whether a pass of this audit, among so many, could have been anything else. */
const couldNotice = ({ summary, refutableAlone }: AuditRow) =>
  summary?.refutable === true && refutableAlone !== false;

function endOfRow(row: AuditRow): JunitEnd {
  if (row.outcome === 'refuted') return 'failure';
  if (row.outcome === 'error' || row.outcome === 'no-verdict') return 'error';
  return row.outcome === 'not-refuted' && couldNotice(row) ? 'passed' : 'skipped';
}

function typeOfRow(row: AuditRow): string {
  if (row.outcome === 'error') return 'failed';
  return row.outcome === 'not-refuted' && !couldNotice(row) ? 'could-not-have-noticed' : row.outcome;
}
