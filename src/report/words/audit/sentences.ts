import type { AuditOutcome, AuditResult, WhyBlind } from '../../../audit/index.ts';
import { blindAttackSentence, blindDesignSentence, blindRunsSentence } from '../blind.ts';
import { countsSentence, gameSize, sidesClause } from '../counts.ts';
import {
  formatAllowedEpsilon,
  formatConfidence,
  formatCount,
  formatNumber,
  formatPercent,
  formatPValue,
} from '../format.ts';
import { enoughClause, insteadClauses } from '../more-canaries.ts';
import { observationsOf } from '../observations.ts';
import { beatenByErrors, calledRuns, seenRuns } from './classical-words.ts';

/** The verdict in a few words. */
export const VERDICT_MARKS: Readonly<Record<AuditOutcome, string>> = {
  refuted: 'REFUTED',
  'not-refuted': 'Not refuted',
  'could-not-have-noticed': 'Could not have noticed',
  'no-verdict': 'No verdict',
  none: 'No claim tested',
};

/** The outcome for a reader who knows no mathematics. */
export function plainSentence(result: AuditResult): string {
  const secret = isReconstruction(result)
    ? 'which of the candidates went in'
    : result.classical === undefined
      ? 'which of the planted records (canaries) were in'
      : 'in which the planted record (canary) was';
  switch (result.outcome) {
    case 'refuted':
      return `The privacy claim does not hold: whoever sees the outcome of ${result.runs[0].inputs.length > 1 || result.runs.length > 1 ? 'these runs' : 'this run'} can tell ${secret}, and is right more often than the claim allows.`;
    case 'not-refuted':
      return 'The privacy claim stands: this attack was strong enough to notice a clear violation, and was not right so often that the claim is refuted. A claim that stands is not proved.';
    case 'could-not-have-noticed':
      return BLIND[whyBlind(result)];
    case 'no-verdict':
      return 'This audit has no verdict: something that it rests on does not hold.';
    case 'none':
      return 'Nothing was claimed, so there is no verdict; this is how much the scores give away.';
  }
}

const TOO_SMALL =
  'This audit says nothing about the privacy claim: it was too small to notice a violation, however well the attack did.';

const BLIND: Readonly<Record<'attack' | 'power' | WhyBlind, string>> = {
  attack: 'This attack says nothing about the privacy claim: it would not have noticed a violation either.',
  power: 'This audit says less about the privacy claim than was asked of it.',
  'never-refutes': TOO_SMALL,
  'little-power': TOO_SMALL,
  'like-blind': TOO_SMALL,
};

/**
 * What an audit that could not have noticed a violation failed by: its attack, its design, or a power asked
 * for.
 */
function whyBlind({ standing, attack, checks }: AuditResult): 'attack' | 'power' | WhyBlind {
  if (standing?.couldNot) return standing.couldNot;
  const lacksPower = checks.some(({ name, passed }) => name === 'power' && !passed);
  return lacksPower && (attack.right ?? 0) >= (standing?.standsFrom ?? 0) ? 'power' : 'attack';
}

/** Said before anything else where a violation could not have been noticed; null otherwise. */
export function warningSentence(result: AuditResult): string | null {
  const { claim, outcome, standing, runs, attack, checks, classical, fixed } = result;
  if (claim === null || standing === null || outcome !== 'could-not-have-noticed') return null;
  const { m } = observationsOf(result)[0];
  const stated = `${formatCount(standing.guesses)} guesses about ${formatCount(m)} canaries`;
  const found = {
    ...{ claim: claim.stated, m, runs: runs.length, standing },
    ...(fixed.guesses.from === 'stated' && runs.length === 1 ? { design: stated } : {}),
    ...(classical === undefined ? {} : { design: calledRuns(classical) }),
  };
  if (whyBlind(result) === 'power')
    return `${asSentence(checks.find(({ name }) => name === 'power')?.message ?? '')} That ${claim.stated} is not refuted says too little.`;
  const right = attack.right ?? 0;
  if (standing.couldNot === null && right >= (standing.standsFrom ?? 0))
    return blindRunsSentence(found, rightOfRuns(result));
  return blindDesignSentence(found) ?? blindAttackSentence(found, right);
}

/** The right guesses of each run, at the number of guesses that the standing is about. */
function rightOfRuns({ runs, standing }: AuditResult): number[] {
  return runs.flatMap(({ observations }) =>
    observations.filter(({ guesses }) => guesses === standing?.guesses).map(({ correct }) => correct),
  );
}

/**
 * How many canaries would be enough, and which claims would do with these, as clauses; null where neither is
 * known.
 */
function remedyOf(result: AuditResult): string | null {
  const { claim, runs } = result;
  const { m } = observationsOf(result)[0];
  const canaries = claim?.enough?.canaries ?? Infinity;
  const enough =
    claim?.enough === undefined
      ? []
      : [
          canaries <= m
            ? 'as many canaries are enough with the planned number of guesses'
            : enoughClause(claim.enough, runs.length),
        ];
  return [...insteadClauses(claim?.instead ?? []), ...enough].join('; ') || null;
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
  if (result.classical !== undefined) return seenRuns(result.classical);
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
  switch (result.outcome) {
    case 'refuted':
      return `${claim} does not hold, ${at}. ${beaten(result)}${reservations}`;
    case 'not-refuted':
      return `${claim} stands ${at} (p = ${formatPValue(result.pValue ?? 1)}). A claim that stands is not proved.${reservations}`;
    case 'could-not-have-noticed':
      return `${warningSentence(result)}${reservations}`;
    case 'no-verdict':
      return `${failed(result)}, so the numbers say nothing about the claim.${reservations}`;
    case 'none':
      return null;
  }
}

function failed({ checks }: AuditResult): string {
  const messages = checks.filter(({ passed }) => !passed).map(({ message }) => message);
  return messages.length === 0 ? 'a check that the theorem rests on failed' : messages.join('; and ');
}

/** How the attack did better than the claim's curve allows. */
function beaten(result: AuditResult): string {
  const { runs, claim, decidedBy: best, tau, tauEach, classical } = result;
  const [{ observations }] = runs;
  const whole =
    'The whole trade-off curve (false negatives against false positives) was tested, not one epsilon';
  if (best === null) return `${whole}.`;
  if (classical !== undefined) return `${whole}: ${beatenByErrors(classical, tau)}`;
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
  if (tauEach === tau) return null;
  const tries = Math.round(tau / tauEach);
  return `${tries} numbers of guesses were fixed in advance and share tau, the significance of ${formatNumber(tau)}, evenly (Bonferroni): each test refutes at a p-value of ${formatNumber(tauEach, 3)} or less, so that a true claim is refuted with probability at most ${formatNumber(tau)}.`;
}

/** What to do where the attack was too weak. */
export const STRONGER_ATTACK =
  'Check that each score belongs to its canary and which way scores point; then use a stronger score (see `onerun score`). More canaries do not help.';

export function nextStep(result: AuditResult): string {
  const { results, outcome } = result;
  const remedy = remedyOf(result);
  const small = 'plant more canaries, or guess fewer of them and only the surest';
  if (outcome === 'no-verdict')
    return 'Mend what the failed check names, then audit again; nothing in this report can be relied on before that.';
  if (outcome === 'refuted')
    return 'Look for too little noise, a missing clip or a wrong sampling rate; then audit again with fresh coins.';
  if (outcome === 'could-not-have-noticed' && whyBlind(result) === 'attack') return STRONGER_ATTACK;
  if (outcome === 'could-not-have-noticed' && result.standing?.violation === null)
    return 'To have a claim that can stand, state how much the mechanism may leak.';
  if (outcome === 'could-not-have-noticed' || remedy !== null)
    return `Plan the next run before training (\`onerun plan\`): ${remedy ?? small}.`;
  if (results.length > 0 && results.every(({ epsilon }) => epsilon === 0))
    return `To prove more, ${small}; fix the number before the next run.`;
  return outcome === 'none'
    ? 'For a verdict, state a claim: what the privacy is said to be.'
    : 'Keep this report with the model; a stronger attack or more canaries in a further run would test the claim harder.';
}

/** A message as a sentence: with a full stop, unless it has one. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
