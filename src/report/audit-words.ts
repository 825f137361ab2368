import type { AuditResult } from '../audit/index.ts';
import type { Observation } from '../types.ts';
import { count, percent, value } from './format.ts';

/** The sentences of an audit, the same in the terminal, in Markdown and on the page. */

export type Outcome = 'refuted' | 'not-refuted' | 'not-refutable' | 'void' | 'no-claim';

export function outcome({ claim, refuted, refutable }: AuditResult): Outcome {
  if (claim === null) return 'no-claim';
  if (refuted === null) return 'void';
  if (refuted) return 'refuted';
  return refutable === false ? 'not-refutable' : 'not-refuted';
}

/** The verdict in a few words. */
export const MARKS: Readonly<Record<Outcome, string>> = {
  refuted: 'REFUTED',
  'not-refuted': 'Not refuted',
  'not-refutable': 'Not refuted, and it could not have been',
  void: 'No verdict',
  'no-claim': 'No claim tested',
};

/** 95%; never rounded up to certainty. */
export function confidence(tau: number): string {
  const short = percent(1 - tau);
  return short === '100%' ? `100% less ${value(100 * tau, 2)}%` : short;
}

/** What must be known before anything else is read; null where there is nothing. */
export function warning({ claim, refutable }: AuditResult): string | null {
  if (claim === null || refutable !== false) return null;
  return `This design could not have refuted ${claim}: with every guess right it would still pass. A pass here means nothing; use more canaries or guesses.`;
}

export function claimed(result: AuditResult): string {
  const { claim, tested, delta, plots } = result;
  if (claim === null) return 'Nothing was claimed; the scores are asked what they prove.';
  const allowed =
    plots.claimEpsilon === null
      ? ''
      : `, which allows ${epsilonOf(plots.claimEpsilon)} at delta ${value(delta)}`;
  return tested === null || tested === claim
    ? `${claim}${allowed}.`
    : `${claim}${allowed}. The game compares one candidate with another, so what the claim implies for such an exchange was tested: ${tested}.`;
}

function epsilonOf(x: number): string {
  return x === Infinity ? 'any epsilon' : `epsilon ${value(x)}`;
}

/** Whether one candidate is compared with another, rather than a canary in with the same canary out. */
export function isReconstruction({ observation, claim, tested }: AuditResult): boolean {
  return observation.k > 2 || tested !== claim || /relation\s*=\s*replace/.test(claim ?? '');
}

/** How many runs: each has every number of guesses once. */
export function runs({ observations }: AuditResult): number {
  return observations.length / new Set(observations.map(({ guesses }) => guesses)).size;
}

/** What was seen; several runs or numbers of guesses go to a table and are only counted here. */
export function seen(result: AuditResult): string {
  const { observation, observations } = result;
  const { m, k } = observation;
  const what = isReconstruction(result)
    ? `${count(m)} buckets of ${count(k)} candidates`
    : `${count(m)} canaries`;
  if (observations.length === 1)
    return `${what}, ${count(observation.guesses)} guesses, ${count(observation.correct)} right${share(observation)}. Blind guessing gets about ${count(Math.round(observation.guesses / k))} (${percent(1 / k)}) right.`;
  const several =
    runs(result) > 1 ? `${runs(result)} independent runs` : `${observations.length} numbers of guesses`;
  return `${what}, ${several}. Blind guessing gets about ${percent(1 / k)} right.`;
}

/** Behind a number of right guesses: how many of all that is. */
export function share({ guesses, correct }: Observation): string {
  return guesses === 0 ? '' : ` (${percent(correct / guesses)})`;
}

/** The verdict behind its mark, as a clause; null where nothing was claimed. */
export function verdictClause(result: AuditResult): string | null {
  const { claim, tau } = result;
  const at = `at ${confidence(tau)} confidence`;
  switch (outcome(result)) {
    case 'refuted':
      return `${claim} does not hold, ${at}.`;
    case 'not-refuted':
      return `the scores are consistent with ${claim} ${at}. That does not prove the claim.`;
    case 'not-refutable':
      return `no outcome of this design could have refuted ${claim} ${at}.`;
    case 'void':
      return 'a check that the theorem rests on failed, so the numbers say nothing about the claim.';
    case 'no-claim':
      return null;
  }
}

/** The same as a sentence of its own; a claim keeps its first letter. */
export function verdictSentence(result: AuditResult): string | null {
  return (
    verdictClause(result)?.replace(/^(the|no|a) /, (word) => word[0].toUpperCase() + word.slice(1)) ?? null
  );
}

/** Bonferroni's correction, in a sentence, where one was made. */
export function correction({ tau, tauEach }: AuditResult): string | null {
  if (tauEach === tau) return null;
  const tries = Math.round(tau / tauEach);
  return `${tries} numbers of guesses were fixed in advance and share the significance of ${value(tau)} evenly (Bonferroni): each test refutes at a p-value of ${value(tauEach, 3)} or less, so that all together mislead with probability at most ${value(tau)}.`;
}

export function next(result: AuditResult): string {
  const { results, power: chance } = result;
  const found = outcome(result);
  if (result.checks.some(({ passed }) => !passed))
    return 'Mend what the failed check names, then audit again; nothing in this report can be relied on before that.';
  if (found === 'refuted')
    return 'Look for too little noise, a missing clip or a wrong sampling rate; then audit again with fresh coins.';
  if (found === 'not-refutable')
    return 'Plan the next run before training: `onerun plan` says how many canaries and guesses can refute this claim.';
  if (results.length > 0 && results.every(({ epsilon }) => epsilon === 0))
    return 'Plant more canaries, or guess fewer of them and only the surest; fix the number before the next run.';
  if (chance !== null && chance < 0.8)
    return 'A pass says little, for this design misses the stated violation too often: plant more canaries in the next run (`onerun plan`).';
  return found === 'no-claim'
    ? 'Compare these with what you promise: name it with `--claim` for a verdict.'
    : 'Keep this report with the model; a stronger attack or more canaries in a further run would test the claim harder.';
}

/** Ends with one full stop, whoever wrote it. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
