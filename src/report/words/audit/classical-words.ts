import type { AuditResult, ClassicalAudit, ErrorRate } from '../../../audit/index.ts';
import {
  formatConfidence,
  formatCount,
  formatLowerBound,
  formatNumber,
  formatPValue,
  formatRounded,
} from '../format.ts';

/** What the classical audit found, as (term, fact) pairs; none where it was not made. */
export function classicalPairs(result: AuditResult): (readonly [term: string, fact: string])[] {
  const { classical, claim } = result;
  if (classical === undefined) return [];
  const { falsePositives, falseNegatives } = classical;
  return [
    ['Threshold', thresholdFact(result, classical)],
    [
      'False positives',
      `${errorFact(falsePositives)} without the canary are called in${limitOf(falsePositives)}`,
    ],
    [
      'False negatives',
      `${errorFact(falseNegatives)} with the canary are called out${limitOf(falseNegatives)}`,
    ],
    [
      'Confidence',
      `both limits hold together at ${formatConfidence(classical.tau)}, each at ${formatConfidence(classical.tau / 2)} (Clopper and Pearson).`,
    ],
    ...(classical.results.length === 0 ? [] : [['Proves', provedFact(classical)] as const]),
    ...(claim === null || classical.pValue === null
      ? []
      : [['The claim', claimFact(claim.stated, classical.pValue, classical)] as const]),
  ];
}

const CHOSEN: Readonly<Record<ClassicalAudit['chosenBy'], (runs: number) => string>> = {
  stated: () => 'as stated; it must have been fixed before the scores were seen',
  'first-runs': (runs) => `chosen by the first ${formatCount(runs)} of the runs, which are not counted below`,
  'other-runs': (runs) => `chosen by ${formatCount(runs)} other ${runs === 1 ? 'run' : 'runs'}`,
};

function thresholdFact(
  { provenance }: AuditResult,
  { threshold, chosenBy, choosingRuns }: ClassicalAudit,
): string {
  const side = provenance.direction === 'lower-is-in' ? 'at or below' : 'at or above';
  return `${threshold}, ${CHOSEN[chosenBy](choosingRuns)}. A run whose score is ${side} it is called in.`;
}

function errorFact({ runs, wrong }: ErrorRate): string {
  return `${formatCount(wrong)} of the ${formatCount(runs)} runs`;
}

function limitOf({ runs, limit }: ErrorRate): string {
  if (runs === 0) return ', since there is none: nothing limits this error.';
  return `; in truth at most ${formatRounded(100 * limit, 'up')}%.`;
}

/** The largest epsilon of each kind, and mu of the Gaussians. */
function provedFact({ results }: ClassicalAudit): string {
  return `${results
    .map(({ family, parameter, epsilon, delta, assumption }) => {
      const mu = family === 'gaussian' ? `mu is at least ${formatLowerBound(parameter ?? 0)}, ` : '';
      return `${mu}epsilon is at least ${formatLowerBound(epsilon)} at delta ${formatNumber(delta)} (${assumption}, ${family})`;
    })
    .join('; ')}.`;
}

function claimFact(claim: string, pValue: number, { refuted, refutable }: ClassicalAudit): string {
  const could = refutable === false ? ', and no outcome of so few runs could have refuted it' : '';
  const verdict = refuted === true ? 'refuted' : `not refuted${could}`;
  return `${claim} is ${verdict} by these limits (p-value ${formatPValue(pValue)}).`;
}

/** Whether the classical test alone was made: it then has all of the significance. */
export function isClassicalAlone({ classical, tau }: AuditResult): boolean {
  return classical !== undefined && classical.tau === tau;
}

/** What was seen, where that is only what the classical test looks at. */
export function seenRuns({ runs }: AuditResult, { falsePositives, falseNegatives }: ClassicalAudit): string {
  const counted = falsePositives.runs + falseNegatives.runs;
  return `${formatCount(runs[0].inputs.length)} runs of one canary each; of the ${formatCount(counted)} that are tested, ${formatCount(falseNegatives.runs)} with the canary and ${formatCount(falsePositives.runs)} without it.`;
}

/** Which tests share the significance where the classical one is among them; null where it is not. */
export function sharedSentence({ classical, tests, results, tau }: AuditResult): string | null {
  if (classical === undefined || classical.tau === tau) return null;
  const what = tests.length > 0 ? 'each test refutes at a p-value of' : 'each is asked at a significance of';
  const others = [...tests, ...results].some(({ method }) => method !== 'classical');
  return others
    ? `The runs are asked twice, as one game and by the classical test, which share the significance of ${formatNumber(tau)} evenly (Bonferroni): ${what} ${formatNumber(classical.tau, 3)}${tests.length > 0 ? ' or less' : ''}, so that all together mislead with probability at most ${formatNumber(tau)}.`
    : null;
}

/** How the errors of a threshold were smaller than the claim allows. */
export function beatenByErrors({ falsePositives, falseNegatives, tau }: ClassicalAudit): string {
  return `of ${formatCount(falsePositives.runs)} runs without the canary ${formatCount(falsePositives.wrong)} and of ${formatCount(falseNegatives.runs)} with it ${formatCount(falseNegatives.wrong)} were called wrongly, and errors so small happen with probability at most ${formatNumber(tau, 3)} under any mechanism that keeps it.`;
}
