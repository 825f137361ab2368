import { chance } from '../../chance.ts';
import { namedClaim } from './answer.ts';

/** A parameter that is the amount of noise of a mechanism. */
const NOISE = /\b(sigma|noise|scale)=([\d.e+-]+)/g;

/** A violation in a few words: half the noise of the mechanism, where it is just that; else its name. */
export function violationWords(model: string, violation: string): string {
  return isHalfNoise(model, violation) ? 'half the noise' : namedClaim(violation);
}

export function isHalfNoise(model: string, violation: string): boolean {
  return missingNoise(model, violation) === 0.5;
}

/** The share of the model's noise that is missing, to four digits; null where something else is wrong. */
export function missingNoise(model: string, violation: string): number | null {
  const noises = (text: string) => [...text.matchAll(NOISE)].map(([, , value]) => Number(value));
  const [whole, left] = [noises(model), noises(violation)];
  const rest = (text: string) => text.replace(NOISE, '$1');
  const missing = 1 - left[0] / whole[0];
  const isOne =
    rest(model) === rest(violation) &&
    whole.length > 0 &&
    whole.every((noise, i) => Math.abs(1 - left[i] / noise - missing) < 1e-4);
  return isOne && missing > 0 ? Math.round(missing * 1e4) / 1e4 : null;
}

/** finds half the noise with probability 99.8%. */
export function findsClause(model: string, violation: string, power: number): string {
  return `${violationWords(model, violation)} with probability ${chance(power)}`;
}
