import { orthogonalExchangeMu, parseClaim, type TradeOff, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { expectedFraction, idealFraction } from '../../games/index.ts';
import { LastUsed } from '../../last-used.ts';
import { binomialTail } from '../../numerics/index.ts';
import { quoted } from '../../quote.ts';
import type { Side, Sides } from '../../types.ts';
import { exchangeCurve } from '../resolve-claim.ts';
import { FEW, type RightMass, tabulated, tailsOfFew } from './few-canaries.ts';

/**
 * The curve that is tested, and what to expect of the guesses under the model and under the violation: the
 * fraction that is right as the number of canaries grows, and for several runs, where small errors add up,
 * the chance that at least so many are right in one run.
 */
export interface Design {
  readonly tested: TradeOff;
  fraction(guesses: number): number;
  violationFraction(guesses: number): number;
  chance(guesses: number, atLeast: number): number;
  violationChance(guesses: number, atLeast: number): number;
}

/** The texts that a design is made from: the claim is tested, the two mechanisms say what to expect. */
export interface Hypotheses {
  readonly claim: string;
  readonly model: string;
  readonly violation: string;
}

export function membership(
  m: number,
  { claim, model, violation }: Hypotheses,
  sides: Sides = 'both',
): Design {
  const [expected, broken] = [rankedGuesses(m, model, sides), rankedGuesses(m, violation, sides)];
  return {
    tested: tradeOff(claim),
    fraction: expected.fraction,
    violationFraction: broken.fraction,
    chance: expected.chance,
    violationChance: broken.chance,
  };
}

/**
 * Guesses by rank on m independent canaries. Each is as good as its order of neighbours allows: the record in
 * against it out, or the reverse.
 *
 * Of n guesses at one end, given the score of the canary next to them, each is right with the same chance,
 * independently: that of the end beyond this score. Its share of all scores has the law Beta(n + 1, m - n).
 * So the number of right ones is binomial with a chance that varies a little, which three nodes with the
 * weights of Gauss and Hermite stand for. Of few canaries it varies more, and that of one end with that of
 * the other: there the law is worked out.
 */
function rankedGuesses(m: number, text: string, sides: Sides) {
  const f = tradeOff(text);
  const atShare = (side: Side, share: number) => {
    const one = f.oneWay?.(side) ?? f;
    return expectedFraction((x) => one.fBar(x), share, 'one');
  };
  const ends: readonly Side[] = sides === 'both' ? ['in', 'out'] : [sides];
  const few = new Map<number, readonly number[]>();
  const ofFew = (guesses: number) => {
    const top = sides === 'both' ? Math.ceil(guesses / 2) : sides === 'in' ? guesses : 0;
    const tails = few.get(guesses) ?? tailsOfFew(m, top, guesses - top, rightMass(text, atShare));
    few.set(guesses, tails);
    return tails;
  };
  const chances = new Map<number, readonly [mean: number, spread: number]>();
  const varying = (guesses: number) => {
    const n = guesses / ends.length;
    const share = (n + 1) / (m + 1);
    const step = Math.sqrt((3 * share * (1 - share)) / (m + 2));
    let [mean, variance] = [0, 0];
    for (const side of ends) {
      const at = (x: number) => atShare(side, Math.min(1, Math.max(x, 0.01 * share)));
      const [low, middle, high] = [at(share - step), at(share), at(share + step)];
      const average = (low + 4 * middle + high) / 6;
      mean += average / ends.length;
      const meanSquare = (low * low + 4 * middle * middle + high * high) / 6;
      variance += Math.max(0, meanSquare - average * average) / (ends.length * ends.length);
    }
    return [mean, Math.sqrt(3 * variance)] as const;
  };
  return {
    fraction: (guesses: number) => {
      const share = guesses / ends.length / m;
      return ends.reduce((sum, side) => sum + atShare(side, share), 0) / ends.length;
    },
    chance: (guesses: number, atLeast: number) => {
      if (m <= FEW && m > 1) return ofFew(guesses)[atLeast] ?? 0;
      const [mean, spread] = chances.get(guesses) ?? varying(guesses);
      chances.set(guesses, [mean, spread]);
      const at = (p: number) => binomialTail(guesses, Math.min(1, Math.max(0, p)), atLeast);
      return (at(mean - spread) + 4 * at(mean) + at(mean + spread)) / 6;
    },
  };
}

/** How likely at least so many guesses by rank are right: the best attack, canaries that do not interact. */
export function chanceOfRight(
  m: number,
  mechanism: string,
  sides: Sides = 'both',
): (guesses: number, atLeast: number) => number {
  return rankedGuesses(m, mechanism, sides).chance;
}

/** Sizes of one plan, and of those that look for a size, ask for the same. */
const masses = new LastUsed<string, RightMass>(10);

function rightMass(text: string, atShare: (side: Side, share: number) => number): RightMass {
  return masses.get(text, () => {
    const of = (side: Side) => tabulated((share) => (share === 0 ? 0 : share * atShare(side, share)));
    const [inside, outside] = [of('in'), of('out')];
    return (side, share) => (side === 'in' ? inside : outside)(share);
  });
}

/** Candidates that are orthogonal in a noisy sum. */
export function reconstruction(m: number, k: number, { claim, model, violation }: Hypotheses): Design {
  const fraction = (text: string) => {
    const mu = orthogonalExchangeMu(parseClaim(text));
    if (mu === null)
      throw new InvalidInput(
        `cannot plan a choice among ${k} candidates for ${quoted(text)}; how many guesses are right is known for Gaussian claims only: state a Gaussian model and violation`,
        ['model', 'violation'],
      );
    if (mu === 0) return 1 / k;
    return idealFraction({ sigma: 1 / mu, m, guesses: m, k });
  };
  const [right, broken] = [fraction(model), fraction(violation)];
  return {
    tested: exchangeCurve(tradeOff(claim)),
    fraction: () => right,
    violationFraction: () => broken,
    chance: (guesses, atLeast) => binomialTail(guesses, right, atLeast),
    violationChance: (guesses, atLeast) => binomialTail(guesses, broken, atLeast),
  };
}
