import { InvalidInput } from './errors.ts';

/** Throws unless the value is a finite number above 0. */
export function checkPositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new InvalidInput(`invalid ${name}; must be above 0: ${value}`);
}

/** Throws unless the value is a whole number of at least `least`, and at most `most` where that is stated. */
export function checkWhole(name: string, value: number, least: number, most = Infinity): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range = most === Infinity ? `, ${least} or above` : ` from ${least} to ${shortNumber(most)}`;
  throw new InvalidInput(`invalid ${name}; must be a whole number${range}: ${value}`);
}

/** Throws unless the value lies in (0, 1]. */
export function checkShare(name: string, value: number): void {
  if (!(value > 0 && value <= 1)) throw new InvalidInput(`invalid ${name}; must be in (0, 1]: ${value}`);
}

/** Throws unless the value lies in [0, 1). */
export function checkBelowOne(name: string, value: number): void {
  if (!(value >= 0 && value < 1)) throw new InvalidInput(`invalid ${name}; must be in [0, 1): ${value}`);
}

/** Throws unless the value lies in (0, 1). */
export function checkProbability(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new InvalidInput(`invalid ${name}; must be in (0, 1): ${value}`);
}

/** Large limits as people write them: 2e7, not 20000000. */
function shortNumber(x: number): string {
  return x < 1e6 ? String(x) : x.toExponential().replace('+', '');
}
