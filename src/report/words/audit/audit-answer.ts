import type { AuditResult } from '../../../audit/index.ts';
import { ONE_PER_RUN } from '../../../audit-choices.ts';
import { chance } from '../../../chance.ts';
import {
  type AnswerWords,
  allowedEpsilon,
  assumedClause,
  claimWarnings,
  namedClaim,
  provedWords,
  pValueWords,
  VERDICT_MARKS,
} from '../answer.ts';
import { blindAttackSentence, blindDesignSentence, blindRunsSentence, whyBlind } from '../blind.ts';
import { gameSize } from '../counts.ts';
import { formatConfidence, formatCount, formatPercent } from '../format.ts';
import { findsClause } from '../violation-words.ts';
import { calledRuns } from './classical-words.ts';
import { nextStep } from './next-step.ts';
import { seenClause } from './seen.ts';

/** What an audit comes to, for whoever reads no further. */
export function auditAnswer(result: AuditResult): AnswerWords {
  const { outcome, claim, proved, tau } = result;
  const voided = outcome === 'no-verdict';
  return {
    outcome,
    mark: VERDICT_MARKS[outcome],
    verdict: verdictClause(result),
    seen: [capital(seenClause(result)), ...worth(result)].join(' '),
    weakened: weakened(result),
    proved: voided
      ? null
      : provedWords({
          proved,
          tau,
          evidence: 'scores',
          isSure: outcome === 'refuted' || outcome === 'not-refuted',
          ...(claim === null ? {} : { claimed: allowedEpsilon(claim.epsilon) }),
          refutedEpsilon: outcome === 'refuted' ? (claim?.epsilon ?? 0) : 0,
        }),
    next: nextStep(result),
  };
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

/** The verdict behind its mark. */
function verdictClause(result: AuditResult): string {
  const { outcome, claim, tau, pValue, checks } = result;
  const name = namedClaim(claim?.stated ?? '');
  const assumed = assumedClause(result.decidedBy?.assumes);
  const sure = `(${formatConfidence(tau)} confidence, ${pValueWords(pValue ?? 1, tau)})`;
  const failed = checks.filter(({ passed }) => !passed).map(({ message }) => message);
  switch (outcome) {
    case 'refuted':
      return `${name} does not hold${assumed} ${sure}.`;
    case 'not-refuted':
      return `${name} stands${assumed} ${sure}.`;
    case 'no-verdict':
      return asSentence(
        failed.length === 0 ? 'a check that the theorem rests on failed' : failed.join('; and '),
      );
    case 'none':
      return 'nothing was claimed; this is what the scores prove by themselves.';
    case 'could-not-have-noticed':
      return whyBlind(result) === 'power'
        ? `that ${name} is not refuted says less than was asked for.`
        : (blindDesign(result) ?? `this attack says nothing about ${name}.`);
  }
}

function blindDesign(result: AuditResult): string | null {
  const { claim, standing, runs, fixed, classical, game } = result;
  if (claim === null || standing === null) return null;
  const [{ m, k }] = runs[0].observations;
  const size = gameSize(m, k, game === 'reconstruction');
  const stated = `${formatCount(standing.guesses)} guesses about ${size}`;
  return blindDesignSentence({
    ...{ claim: claim.stated, m, runs: runs.length, standing },
    ...(game === 'reconstruction' && runs.length === 1 ? { design: size } : {}),
    ...(fixed.guesses.from === 'stated' && runs.length === 1 ? { design: stated } : {}),
    ...(classical === undefined ? {} : { design: calledRuns(classical) }),
  });
}

/** What the verdict is worth, or why there is none, in sentences. */
function worth(result: AuditResult): string[] {
  const { outcome, standing, attack, power, checks, runs } = result;
  if (outcome === 'no-verdict') return ['Nothing in this result can be relied on.'];
  if (standing === null) return [];
  if (outcome === 'not-refuted') return power === null ? [] : [strengthSentence(result)];
  if (outcome !== 'could-not-have-noticed') return [];
  const why = whyBlind(result);
  if (why === 'power')
    return checks.flatMap(({ name, passed, message }) =>
      name === 'power' && !passed ? [asSentence(capital(message))] : [],
    );
  if (why !== 'attack') return [];
  if ((attack.right ?? 0) < (standing.standsFrom ?? 0)) return [blindAttackSentence(standing)];
  const each = runs.flatMap(({ observations }) =>
    observations.filter(({ guesses }) => guesses === standing.guesses).map(({ correct }) => correct),
  );
  return [blindRunsSentence(standing, each)];
}

/** How strong the attack was beside the best one, and what it would have found: an estimate. */
function strengthSentence({ power, attack, standing }: AuditResult): string {
  if (power === null || standing === null) return '';
  const { strength, right } = attack;
  const { expected, weakBelow, isRough, model } = standing;
  const finds = findsClause(model, power.violation, power.thisAttack ?? power.best);
  if (power.thisAttack === null || strength === null) return `The best attack would have found ${finds}.`;
  const beside = `the best one on this claim (${formatCount(Math.round(expected))} expected)`;
  const best = strength === 1 ? `The attack was as good as ${beside}` : '';
  const less =
    (right ?? 0) < weakBelow
      ? `The attack was weaker than ${beside}, of ${isRough ? 'roughly ' : ''}${formatPercent(Number(strength.toPrecision(2)))} its strength`
      : `The attack was about as good as ${beside}`;
  return `${best || less}, and would have found ${finds}${chance(power.thisAttack) === chance(power.best) ? '' : ` (the best one: ${chance(power.best)})`}.`;
}

/** What `onePerRun` states, and no data show. */
export const ONE_RUN_EACH =
  'that each row is a run of its own, with a fair coin and fresh randomness, rests on your word.';

/** How the note begins that speaks against the assumption. */
const HANG_TOGETHER = 'the scores of neighbouring rows hang together';

/** How many departures a first screen names. */
const MOST_DEPARTURES = 2;

/** What makes a verdict say less than it seems to. */
function weakened({ provenance: { departures }, ties, notes, decidedBy }: AuditResult): string[] {
  const more = departures.length - MOST_DEPARTURES;
  const decided = ties.find(({ decides }) => decides);
  return [
    ...(departures.length === 0
      ? []
      : [
          `Weakened: it departs from what was fixed in advance: ${departures.slice(0, MOST_DEPARTURES).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
        ]),
    ...(decided === undefined
      ? []
      : [
          `Weakened: equal scores decided it: ${formatCount(decided.least)} to ${formatCount(decided.most)} right, as the draw among them falls.`,
        ]),
    ...(notes.includes(ONE_PER_RUN) ? [`Weakened: ${ONE_RUN_EACH}`] : []),
    ...claimWarnings(notes),
    ...(decidedBy?.assumes === undefined
      ? []
      : notes
          .filter((note) => note.startsWith(HANG_TOGETHER))
          .map((note) => `Weakened: ${asSentence(note)}`)),
  ];
}

/** A message as a sentence: with a full stop, unless it has one. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
