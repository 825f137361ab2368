import { InvalidInput } from '../errors.ts';
import { expectedFraction, idealFraction } from '../games/index.ts';
import { gaussianMu, parseClaim, type TradeOff, toReplace } from '../tradeoff/index.ts';
import { knownCurve } from './known-curve.ts';

/** The curve that is tested, and the expected fractions of right guesses under the model and under the violation. */
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

export function membership(m: number, { claim, model, violation }: Hypotheses): Design {
  const [right, broken] = [knownCurve(model), knownCurve(violation)];
  return {
    tested: knownCurve(claim),
    fraction: (guesses) => expectedFraction((x) => right.fBar(x), guesses / m),
    violationFraction: (guesses) => expectedFraction((x) => broken.fBar(x), guesses / m),
  };
}

/** Candidates that are orthogonal in a noisy sum: an exchange moves it by sqrt(2) times what adding one does. */
export function reconstruction(m: number, k: number, { claim, model, violation }: Hypotheses): Design {
  const fraction = (text: string) => {
    const parsed = parseClaim(text);
    const mu = gaussianMu(parsed);
    if (mu === null)
      throw new InvalidInput(
        `cannot plan a choice among ${k} candidates for ${text}; how many guesses are right is known for Gaussian claims only: state a Gaussian with --model and --violation`,
      );
    if (mu === 0) return 1 / k;
    const exchanged = parsed.relation === 'replace' ? mu : Math.SQRT2 * mu;
    return idealFraction({ sigma: 1 / exchanged, m, guesses: m, k });
  };
  const [right, broken] = [fraction(model), fraction(violation)];
  return { tested: toReplace(knownCurve(claim)), fraction: () => right, violationFraction: () => broken };
}
