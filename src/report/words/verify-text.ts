import type { CertifiedNeighbours, EpsilonStatement } from '../../audit/index.ts';
import type { Observation } from '../../types.ts';
import { gameSize } from './counts.ts';
import { formatConfidence, formatCount, formatLowerBound, formatNumber } from './format.ts';
import { formatEvidence } from './ledger/ledger-words.ts';
import { TAKEN_AS } from './neighbours.ts';

/** The report of `onerun verify`. */
export function verifyText({
  claim,
  neighbours,
  observation: { m, k, guesses, correct, sides },
  bound,
  tangents,
  statement,
}: {
  readonly claim: string;
  readonly neighbours?: CertifiedNeighbours;
  readonly observation: Observation;
  readonly bound: number;
  readonly tangents: number;
  readonly statement?: EpsilonStatement;
}): string {
  const lines = `${formatCount(tangents)} ${tangents === 1 ? 'tangent lies' : 'tangents lie'}`;
  const about = neighbours === undefined ? '' : neighboursSentences(neighbours, statement !== undefined);
  return `${statement === undefined ? '' : `${epsilonSentences(statement, claim)}\n\n`}Valid: whatever mechanism has the curve of ${claim}, and whatever the attack, ${formatCount(correct)} or more of ${formatCount(guesses)} guesses${sides === undefined ? '' : ` that all say "${sides}"`} on ${gameSize(m, k)} are right with probability at most ${formatNumber(bound, 6)}.${about === '' ? '' : `\n${about}`}

Checked without a solver: ${lines} above the curve, no weight is negative, and the weights add up to the bound, every sum rounded up.
Not checked: that the counts were seen in an honest game. The probability is worst-case, over all mechanisms with this curve.
`;
}

/** The same for the evidence of a ledger. */
export function evidenceVerifyText({
  claim,
  tau,
  runs,
  mostLogEvidence,
  refuted,
  tangents,
  order,
}: {
  readonly claim: string;
  readonly tau: number;
  readonly runs: number;
  readonly mostLogEvidence: number;
  readonly refuted: boolean;
  readonly tangents: number;
  readonly order: string | null;
}): string {
  const verdict = refuted
    ? `which refutes ${claim} at ${formatConfidence(tau)} confidence`
    : `which does not refute ${claim}: ${formatNumber(1 / tau)} would`;
  return `Valid: what the ledger pays is evidence against ${claim}: whatever mechanism keeps it, a run is paid at most 1 on average. Over ${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'} the evidence reached ${formatEvidence(mostLogEvidence)}, ${verdict}.

Checked without a solver: ${formatCount(tangents)} tangents lie above the curve, no weight is negative, and the weights prove every payoff, each sum rounded up; what the runs reached was paid as stated.
Not checked: that the counts were seen in honest games with fresh coins, and that no run was left out.${order === null ? '' : ` The order of the runs rests on the word of who wrote the ledger: ${order}.`} The evidence is worst-case, over all mechanisms with this curve.
`;
}

/** Whom claim and epsilon are about, where the claim states other neighbours than the game compares. */
function neighboursSentences(
  { stated, relation, epsilonAbout }: CertifiedNeighbours,
  hasEpsilon: boolean,
): string {
  if (stated === relation) return '';
  if (epsilonAbout === relation) return `${TAKEN_AS[relation]}${hasEpsilon ? ' So is epsilon.' : ''}`;
  return `The claim is tested as what it implies for exchanging one candidate for another (replace).${hasEpsilon ? ' Epsilon is about a record added or removed (add-remove).' : ''}`;
}

/** What follows of epsilon, for whom, and at which level. */
function epsilonSentences(statement: EpsilonStatement, claim: string): string {
  const { family, delta, epsilon, assumption, tau, level, numbers, runs, successes } = statement;
  const whose =
    assumption === 'worst-case'
      ? 'This holds for every mechanism (worst-case).'
      : `This is a statement about ${family} (model-based): a mechanism outside this family can have a smaller epsilon.`;
  const spent = [
    ...(numbers > 1 ? [`${formatCount(numbers)} numbers of guesses share tau ${formatNumber(tau)}`] : []),
    ...(runs > 1 ? [`${formatCount(successes)} of ${formatCount(runs)} runs have so many right`] : []),
  ];
  const why = spent.length === 0 ? '' : ` (${spent.join('; ')})`;
  const size = epsilon === Infinity ? 'unbounded' : `at least ${formatLowerBound(epsilon)}`;
  return `Epsilon at delta ${formatNumber(delta)} is ${size}, at ${formatConfidence(tau)} confidence. ${whose}
It follows since ${claim} is refuted: the probability below is at most ${formatNumber(level, 6)}${why}. Every more private member of ${family} is refuted with it, for a mechanism that keeps such a curve keeps this one too.`;
}
