import { orthogonalExchangeMu, parseClaim, type TradeOff, tradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { expectedFraction, idealFraction } from '../../games/index.ts';
import { quoted } from '../../quote.ts';
import type { Side, Sides } from '../../types.ts';
import { exchangeCurve } from '../resolve-claim.ts';

/**
 * The curve that is tested, and the expected fractions of right guesses under the model and under the
 * violation.
 */
export interface Design {
  readonly tested: TradeOff;
  fraction(guesses: number): number;
  violationFraction(guesses: number): number;
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
  // Each guess is as good as its order of neighbours allows: the record in against it out, or the reverse.
  const expected = (text: string) => {
    const f = tradeOff(text);
    const at = (side: Side, guesses: number) => {
      const one = f.oneWay?.(side) ?? f;
      return expectedFraction((x) => one.fBar(x), guesses / m, 'one');
    };
    return (guesses: number) =>
      sides === 'both' ? 0.5 * (at('in', 0.5 * guesses) + at('out', 0.5 * guesses)) : at(sides, guesses);
  };
  return { tested: tradeOff(claim), fraction: expected(model), violationFraction: expected(violation) };
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
  return { tested: exchangeCurve(tradeOff(claim)), fraction: () => right, violationFraction: () => broken };
}
