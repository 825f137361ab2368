import type { AuditResult } from '../../../audit/index.ts';
import { countsSentence, gameSize, sidesClause } from '../counts.ts';
import {
  formatAllowedEpsilon,
  formatConfidence,
  formatCount,
  formatNumber,
  formatPercent,
} from '../format.ts';
import { enoughClause } from '../more-canaries.ts';
import { observationsOf } from '../observations.ts';
import { beatenByErrors, isClassicalAlone, seenRuns, sharedSentence } from './classical-words.ts';

/** What an audit came to: its verdict, and where the claim was not refuted, whether it could have been. */
export type AuditOutcome = 'refuted' | 'not-refuted' | 'not-refutable' | 'no-verdict' | 'no-claim';

export function auditOutcome({ verdict, claim }: AuditResult): AuditOutcome {
  if (verdict === 'none') return 'no-claim';
  return verdict === 'not-refuted' && claim?.refutable === false ? 'not-refutable' : verdict;
}

/** The verdict in a few words. */
export const VERDICT_MARKS: Readonly<Record<AuditOutcome, string>> = {
  refuted: 'REFUTED',
  'not-refuted': 'Not refuted',
  'not-refutable': 'Not refuted, and it could not have been',
  'no-verdict': 'No verdict',
  'no-claim': 'No claim tested',
};

/** The outcome for a reader who knows no mathematics. */
export function plainSentence(result: AuditResult): string {
  const secret = isReconstruction(result)
    ? 'which of the candidates went in'
    : 'which of the planted records (canaries) were in';
  switch (auditOutcome(result)) {
    case 'refuted':
      return `The privacy claim does not hold: whoever sees the outcome of ${result.runs.length > 1 ? 'these runs' : 'this run'} can tell ${secret}, and is right more often than the claim allows.`;
    case 'not-refuted':
      return 'Nothing here speaks against the privacy claim: this attack did no better than the claim allows. That does not prove the claim.';
    case 'not-refutable':
      return 'This audit says nothing about the privacy claim: it was too small to refute it, however well the attack did.';
    case 'no-verdict':
      return 'This audit has no verdict: something that it rests on does not hold.';
    case 'no-claim':
      return 'Nothing was claimed, so there is no verdict; this is how much the scores give away.';
  }
}

/** Said before anything else where the design could not have refuted the claim; null otherwise. */
export function warningSentence(result: AuditResult): string | null {
  const { claim, runs } = result;
  if (claim === null || claim.refutable) return null;
  const [most, usual] =
    runs.length > 1
      ? [
          'every run counted',
          'use more runs or more canaries, or let a run count only with more right guesses',
        ]
      : ['every guess right', 'use more canaries or guesses'];
  return `This design could not have refuted ${claim.stated}: with ${most} the claim would still not be refuted. That it is not refuted means nothing here; ${enoughFor(result) ?? usual}.`;
}

/** How many canaries would be enough, as a clause; null where that is not known. */
function enoughFor({ claim, runs }: AuditResult): string | null {
  return claim?.enough === undefined ? null : enoughClause(claim.enough, runs.length);
}

/** Behind the first epsilon and delta of a report. */
const EPSILON_MEANING =
  'That is: one record may make an outcome e^epsilon times as likely, and more only with probability delta.';

export function claimedSentence(result: AuditResult): string {
  const { claim, delta } = result;
  if (claim === null) return 'nothing; the scores are asked what they prove.';
  const { stated, tested } = claim;
  const allowed = `, which allows ${formatAllowedEpsilon(claim.epsilon)} at delta ${formatNumber(delta)}`;
  return tested === stated
    ? `${stated}${allowed}. ${EPSILON_MEANING}`
    : `${stated}${allowed}. ${EPSILON_MEANING} The game compares one candidate with another, so what the claim implies for such an exchange was tested: ${tested}.`;
}

/** Whether one candidate is compared with another, rather than a canary in with the same canary out. */
export function isReconstruction({ game }: AuditResult): boolean {
  return game === 'reconstruction';
}

/** What was seen. Several runs or numbers of guesses are only counted here: a table lists them. */
export function seenSentence(result: AuditResult): string {
  const { classical } = result;
  if (classical !== undefined && isClassicalAlone(result)) return seenRuns(result, classical);
  const observations = observationsOf(result);
  const [observation] = observations;
  const { m, k } = observation;
  if (observations.length === 1) return countsSentence(observation, isReconstruction(result));
  const several =
    result.runs.length > 1
      ? `${result.runs.length} independent runs`
      : `${observations.length} numbers of guesses`;
  return `${gameSize(m, k, isReconstruction(result))}, ${several}. Blind guessing gets about ${formatPercent(1 / k)} right.${sidesClause(observation)}`;
}

/** The verdict behind its mark, as a clause; null where nothing was claimed. */
export function verdictClause(result: AuditResult): string | null {
  const { tau } = result;
  const claim = result.claim?.stated;
  const at = `at ${formatConfidence(tau)} confidence`;
  const reservations = reservationsOf(result)
    .map((text) => ` ${text}`)
    .join('');
  switch (auditOutcome(result)) {
    case 'refuted':
      return `${claim} does not hold, ${at}. ${beaten(result)}${reservations}`;
    case 'not-refuted':
      return `the scores are consistent with ${claim} ${at}. That does not prove the claim.${reservations}`;
    case 'not-refutable':
      return `no outcome of this design could have refuted ${claim} ${at}.${reservations}`;
    case 'no-verdict':
      return `${failed(result)}, so the numbers say nothing about the claim.${reservations}`;
    case 'no-claim':
      return null;
  }
}

function failed({ checks }: AuditResult): string {
  const messages = checks.filter(({ passed }) => !passed).map(({ message }) => message);
  return messages.length === 0 ? 'a check that the theorem rests on failed' : messages.join('; and ');
}

/** How the attack did better than the claim's curve allows. */
function beaten(result: AuditResult): string {
  const { runs, claim, tests, tauEach, classical } = result;
  const [{ observations }] = runs;
  const whole =
    'The whole trade-off curve (false negatives against false positives) was tested, not one epsilon';
  const best = tests.reduce((a, b) => (b.pValue < a.pValue ? b : a));
  if (best.method === 'classical' && classical !== undefined) return `${whole}: ${beatenByErrors(classical)}`;
  if (runs.length > 1)
    return `${whole}: so many runs with so many right guesses happen with probability at most ${formatNumber(best.pValue, 3)} under any mechanism that keeps the claim.`;
  const i = observations.findIndex(({ guesses }) => guesses === best.guesses);
  const { guesses, correct } = observations[i];
  const least = claim?.critical[i];
  if (least === null || least === undefined || least > correct)
    return `${whole}: ${formatCount(correct)} of ${formatCount(guesses)} right guesses are more than the claim allows.`;
  return `${whole}: the attack got ${formatCount(correct)} of ${formatCount(guesses)} guesses right; under any mechanism that keeps the claim, ${formatCount(least)} or more are right with probability at most ${formatNumber(tauEach, 3)}.`;
}

/** Sentences about what weakens a verdict. */
function reservationsOf({ provenance, ties }: AuditResult): string[] {
  const { departures } = provenance;
  return [
    ...(departures.length === 0
      ? []
      : [`It departs from what was fixed in advance: ${departures.join('; ')}.`]),
    ...(ties.some(({ decides }) => decides)
      ? ['Equal scores decided it: another draw among them could have changed this verdict.']
      : []),
  ];
}

/** The same as a sentence with a capital letter; a claim that begins it keeps its own. */
export function verdictSentence(result: AuditResult): string | null {
  return (
    verdictClause(result)?.replace(/^(the|no|a|this) /, (word) => word[0].toUpperCase() + word.slice(1)) ??
    null
  );
}

/** Bonferroni's correction, in a sentence, where one was made. */
export function correctionSentence(result: AuditResult): string | null {
  const { tau, tauEach } = result;
  const shared = sharedSentence(result);
  if (shared !== null) return shared;
  if (tauEach === tau) return null;
  const tries = Math.round(tau / tauEach);
  return `${tries} numbers of guesses were fixed in advance and share tau, the significance of ${formatNumber(tau)}, evenly (Bonferroni): each test refutes at a p-value of ${formatNumber(tauEach, 3)} or less, so that a true claim is refuted with probability at most ${formatNumber(tau)}.`;
}

export function nextStep(result: AuditResult): string {
  const { results, claim } = result;
  const found = auditOutcome(result);
  const enough = enoughFor(result);
  if (result.checks.some(({ name, passed }) => name === 'power' && !passed))
    return enough === null
      ? 'Plant more canaries in the next run (`onerun plan` says how many), or state a violation that this design can catch.'
      : `Plan the next run for that power (\`onerun plan\`): ${enough}. Or state a violation that this design can catch.`;
  if (found === 'no-verdict')
    return 'Mend what the failed check names, then audit again; nothing in this report can be relied on before that.';
  if (found === 'refuted')
    return 'Look for too little noise, a missing clip or a wrong sampling rate; then audit again with fresh coins.';
  if (found === 'not-refutable')
    return enough === null
      ? 'Plan the next run before training: `onerun plan` says how many canaries and guesses can refute this claim.'
      : `Plan the next run before training (\`onerun plan\`): ${enough}.`;
  if (results.length > 0 && results.every(({ epsilon }) => epsilon === 0))
    return enough === null
      ? 'Plant more canaries, or guess fewer of them and only the surest; fix the number before the next run.'
      : `Plant more canaries, or guess fewer of them and only the surest; ${enough}. Fix the number before the next run.`;
  if (claim !== null && claim.power !== null && claim.power.probability < 0.8)
    return enough === null
      ? 'That the claim is not refuted says little, for this design misses the stated violation too often: plant more canaries in the next run (`onerun plan`).'
      : `That the claim is not refuted says little, for this design misses the stated violation too often: plan the next run for more power (\`onerun plan\`); ${enough}.`;
  return found === 'no-claim'
    ? 'For a verdict, state a claim: what the privacy is said to be.'
    : 'Keep this report with the model; a stronger attack or more canaries in a further run would test the claim harder.';
}

/** A message as a sentence: with a full stop, unless it has one. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
