import type { AuditResult } from '../../../audit/index.ts';
import { quotedPath } from '../../../quote.ts';
import { auditWords } from '../audit/audit-words.ts';
import { scriptOutcome } from '../audit/script-outcome.ts';
import { auditText } from '../audit/text.ts';
import { type JunitCase, type JunitEnd, junitXml } from './junit-xml.ts';

const SUITE = 'onerun audit';

/** One audit as a test suite: one case, the claim. */
export function auditJunit(result: AuditResult): string {
  const { claim, tests, delta } = result;
  const words = auditWords(result);
  const outcome = scriptOutcome(result);
  const power = claim?.power ?? null;
  const one: JunitCase = {
    name: `${claim?.stated ?? 'no claim'}: ${filesOf(result)}`,
    end: endOf(result),
    type: outcome,
    message: [words.mark, words.warning ?? words.verdictClause ?? words.plain].join(': '),
    properties: [
      ['verdict', result.verdict],
      ...tests.map(({ method, guesses, pValue }) => [`p-value ${method} ${guesses}`, `${pValue}`] as const),
      ...(power === null ? [] : [[`power against ${power.violation}`, `${power.probability}`] as const]),
      ...result.results.map(
        ({ family, method, epsilon, assumption }) =>
          [`epsilon at ${delta}, ${family}, ${method} (${assumption})`, `${epsilon}`] as const,
      ),
    ],
    text: auditText(result),
  };
  return junitXml(SUITE, [one]);
}

/** An audit that did not take place: one case that is an error. */
export function failedJunit(name: string, message: string): string {
  return junitXml(SUITE, [{ name, end: 'error', type: 'failed', message, properties: [] }]);
}

/** Agrees with the exit code: 0 passed or skipped, 1 failure, 2 error. */
function endOf({ verdict, claim }: AuditResult): JunitEnd {
  if (verdict === 'refuted') return 'failure';
  if (verdict === 'no-verdict') return 'error';
  return verdict === 'not-refuted' && claim?.refutable === true ? 'passed' : 'skipped';
}

function filesOf({ runs }: AuditResult): string {
  const names = [...new Set(runs.flatMap(({ inputs }) => inputs).map(({ file, name }) => file ?? name))];
  const more = names.length > 1 ? ` and ${names.length - 1} more` : '';
  return `${quotedPath(names[0] ?? 'scores')}${more}`;
}
