import type { Standing } from '../../audit/index.ts';
import { chance } from '../../chance.ts';
import { formatCount } from './format.ts';

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
  const { couldNot, violation, power } = standing;
  const { design = designWords(m, runs) } = given;
  switch (couldNot) {
    case null:
      return null;
    case 'never-refutes':
      return `${design} cannot refute ${claim}, not even with ${runs === 1 ? 'every guess right' : 'every run counted'}.`;
    case 'little-power':
      return `${design} are too few for ${claim}: even the best attack finds ${violation} with probability ${chance(power ?? 0)} only.`;
    case 'like-blind':
      return violation === null
        ? `the best attack on ${claim} is blind guessing, so that scores can refute it and never let it stand.`
        : `${design} are too few for ${claim}: even the best attack on it looks like blind guessing.`;
  }
}

/** Why runs that are right often enough together could not have shown a violation: some of them are blind. */
export function blindRunsSentence({ standing }: NotRefuted, each: readonly number[]): string {
  const { eachFrom = 0, runsSeeing = 0 } = standing;
  const blind = each.filter((right) => right < eachFrom).length;
  return `${formatCount(blind)} of ${formatCount(each.length)} runs ${blind === 1 ? 'has' : 'have'} fewer than ${formatCount(eachFrom)} right guesses, as if by tossing a coin, and at least ${formatCount(runsSeeing)} runs have to show an attack. The attack on ${blind === 1 ? 'that run' : 'those runs'} is weak or wired wrongly.`;
}

/** Why an attack with so many right guesses could not have shown a violation. */
export function blindAttackSentence({ claim, standing }: NotRefuted, right: number): string {
  const { expected, standsFrom } = standing;
  return `${formatCount(right)} right guesses are too few for "not refuted": the best attack on ${claim} gets ${formatCount(Math.round(expected))}, and from ${formatCount(standsFrom ?? 0)} on the claim would have stood. The attack is weak or wired wrongly, or the mechanism leaks far less than claimed: these scores cannot tell which.`;
}
