import { independentCanaries } from '../../bounds/index.ts';
import { gaussianCurve } from '../../claims/index.ts';
import { mechanismLaw } from './mechanism-law.ts';
import { type AimedOptions, checkedRequest, guessesToTry } from './request.ts';

/** Enough to tell numbers of guesses apart. */
const ROUGHLY = 1e-3;

/**
 * The number of guesses that proves most of an honest run where canaries do not influence each other, which
 * is more of them than the worst case likes; from the claim alone. Null where a plan has no such number:
 * several runs, a choice among candidates, or a number that is stated.
 */
export function guessesForIndependent(options: AimedOptions): number | null {
  const { m, k, runs, tau, model, played, game } = checkedRequest(options);
  if (k > 2 || runs > 1 || options.guesses !== undefined) return null;
  const law = mechanismLaw(played, model);
  const proved = guessesToTry(options).map((guesses) => {
    const correct = Math.min(guesses, Math.round(law.mean(guesses)));
    const shift = independentCanaries.threshold(
      { ...game(guesses), correct },
      (mu) => gaussianCurve(mu, 'add-remove', `gaussian(mu=${mu})`),
      tau,
      { tolerance: ROUGHLY, most: MOST_SHIFT },
    );
    return { guesses, shift: shift ?? 0 };
  });
  return m === 1 ? 1 : proved.reduce((a, b) => (b.shift > a.shift ? b : a)).guesses;
}

/** Shifts beyond this leave nothing to guess wrong. */
const MOST_SHIFT = 40;
