import type { AuditResult } from '../../../audit/index.ts';
import { quotedPath } from '../../../quote.ts';
import { answerLine } from '../answer.ts';
import { auditWords } from '../audit/audit-words.ts';
import { auditText } from '../audit/text.ts';
import { type JunitCase, type JunitEnd, junitXml } from './junit-xml.ts';

const SUITE = 'onerun audit';

/** One audit as a test suite: one case, the claim. */
export function auditJunit(result: AuditResult): string {
  const { claim, tests, delta, outcome, power } = result;
  const { answer } = auditWords(result);
  const one: JunitCase = {
    name: `${claim?.stated ?? 'no claim'}: ${filesOf(result)}`,
    end: junitEnd(outcome, result),
    type: outcome,
    message: [answerLine(answer), answer.seen, ...answer.weakened].join(' '),
    properties: [
      ...tests.map(({ method, guesses, pValue }) => [`p-value ${method} ${guesses}`, `${pValue}`] as const),
      ...(power === null
        ? []
        : [
            [`power of the best attack against ${power.violation}`, `${power.best}`] as const,
            ...(power.thisAttack === null
              ? []
              : [
                  [
                    `power of this attack against ${power.violation} (estimate)`,
                    `${power.thisAttack}`,
                  ] as const,
                ]),
          ]),
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

/** Agrees with the exit code: 0 passed or skipped, 1 failure, 2 error, as of less power than was required. */
export function junitEnd(outcome: AuditResult['outcome'], result: AuditResult | null): JunitEnd {
  const isFailed = result?.checks.some(({ passed }) => !passed) === true;
  return outcome === 'could-not-have-noticed' && isFailed ? 'error' : ENDS[outcome];
}

/** What each outcome is to continuous integration. */
export const ENDS: Readonly<Record<AuditResult['outcome'], JunitEnd>> = {
  refuted: 'failure',
  'not-refuted': 'passed',
  'could-not-have-noticed': 'skipped',
  'no-verdict': 'error',
  none: 'skipped',
};

function filesOf({ runs }: AuditResult): string {
  const names = [...new Set(runs.flatMap(({ inputs }) => inputs).map(({ file, name }) => file ?? name))];
  const more = names.length > 1 ? ` and ${names.length - 1} more` : '';
  return `${quotedPath(names[0] ?? 'scores')}${more}`;
}
