import type { AuditResult, Standing, WhyBlind } from '../../audit/index.ts';
import { namedClaim } from './answer.ts';
import { formatCount } from './format.ts';
import { findsClause } from './violation-words.ts';

/** A claim that is not refuted, and the design that says what this is worth. */
export interface NotRefuted {
  readonly claim: string;
  readonly m: number;
  readonly runs?: number;
  readonly standing: Standing;
  /** What to call the design, where it is not so many canaries. */
  readonly design?: string;
}

const designWords = (m: number, runs: number) =>
  `${formatCount(m)} canaries${runs === 1 ? '' : ` in each of ${formatCount(runs)} runs`}`;

/** Why no scores of a design could have shown a violation; null where they could. */
export function blindDesignSentence({ claim, m, runs = 1, standing, ...given }: NotRefuted): string | null {
  const { couldNot, model, violation, power } = standing;
  const { design = designWords(m, runs) } = given;
  const name = namedClaim(claim);
  switch (couldNot) {
    case null:
      return null;
    case 'never-refutes':
      return `${design} cannot refute ${name}, not even with ${runs === 1 ? 'every guess right' : 'every run counted'}.`;
    case 'little-power':
      return `${design} are too few for ${name}: even the best attack finds ${findsClause(model, violation ?? '', power ?? 0)}.`;
    case 'like-blind':
      return violation === null
        ? `the best attack on ${name} is blind guessing, so that scores can refute it and never let it stand.`
        : `${design} are too few for ${name}: even the best attack on it looks like blind guessing.`;
  }
}

/** Why runs that are right often enough together could not have shown a violation: some of them are blind. */
export function blindRunsSentence(
  { eachFrom = 0, runsSeeing = 0 }: Standing,
  each: readonly number[],
): string {
  const blind = each.filter((right) => right < eachFrom).length;
  return `${formatCount(blind)} of ${formatCount(each.length)} runs ${blind === 1 ? 'has' : 'have'} fewer than ${formatCount(eachFrom)} right guesses, as if by tossing a coin, and at least ${formatCount(runsSeeing)} runs have to show an attack. The attack on ${blind === 1 ? 'that run' : 'those runs'} is weak or wired wrongly.`;
}

/** What the best attack gets, and from how many right guesses on "not refuted" would have stood. */
export function bestAttackClause({ expected, standsFrom }: Standing): string {
  return `the best attack on the claimed mechanism gets ${formatCount(Math.round(expected))}; from ${formatCount(standsFrom ?? 0)} on the claim would have stood.`;
}

/** Why an attack with too few right guesses could not have shown a violation. */
export function blindAttackSentence(standing: Standing): string {
  return `The ${bestAttackClause(standing).slice('the '.length)} The attack is weak or wired wrongly, or the mechanism leaks far less than claimed: these scores cannot tell which.`;
}

/**
 * What an audit that could not have noticed a violation failed by: its attack, its design, or a power asked
 * for.
 */
export function whyBlind({ standing, attack, checks }: AuditResult): 'attack' | 'power' | WhyBlind {
  if (standing?.couldNot) return standing.couldNot;
  const lacksPower = checks.some(({ name, passed }) => name === 'power' && !passed);
  return lacksPower && (attack.right ?? 0) >= (standing?.standsFrom ?? 0) ? 'power' : 'attack';
}
