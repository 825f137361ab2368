import { tradeOff } from '../accounting/index.ts';
import { InvalidInput } from '../errors.ts';
import { expectedFraction, idealFraction } from '../games/index.ts';
import { quoted } from '../quote.ts';
import { gaussianMu, parseClaim, type TradeOff, toReplace } from '../tradeoff/index.ts';

/** The curve that is tested, and the expected fractions of right guesses under the claim and under the violation. */
export interface Design {
  readonly tested: TradeOff;
  fraction(guesses: number): number;
  violationFraction(guesses: number): number;
}

export function membership(m: number, claim: string, violation: string): Design {
  const [f, broken] = [tradeOff(claim), tradeOff(violation)];
  return {
    tested: f,
    fraction: (guesses) => expectedFraction((x) => f.fBar(x), guesses / m),
    violationFraction: (guesses) => expectedFraction((x) => broken.fBar(x), guesses / m),
  };
}

/** Candidates that are orthogonal in a noisy sum: an exchange moves it by sqrt(2) times what adding one does. */
export function reconstruction(m: number, k: number, claim: string, violation: string): Design {
  const fraction = (text: string) => {
    const parsed = parseClaim(text);
    const mu = gaussianMu(parsed);
    if (mu === null || mu === 0)
      throw new InvalidInput(
        `cannot plan a choice among ${k} candidates for ${quoted(text)}; how many guesses are right is known for Gaussian claims only`,
      );
    const exchanged = parsed.relation === 'replace' ? mu : Math.SQRT2 * mu;
    return idealFraction({ sigma: 1 / exchanged, m, guesses: m, k });
  };
  const [right, broken] = [fraction(claim), fraction(violation)];
  return { tested: toReplace(tradeOff(claim)), fraction: () => right, violationFraction: () => broken };
}
