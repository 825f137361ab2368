import { InvalidInput } from '../errors.ts';

/** Throws unless the value is a finite number above 0. */
export function positive(name: string, value: number): number {
  if (!(value > 0 && value < Infinity)) throw new InvalidInput(`invalid ${name}; must be above 0: ${value}`);
  return value;
}

/** Throws unless the value is a whole number of at least `least`. */
export function whole(name: string, value: number, least: number): number {
  if (!(Number.isSafeInteger(value) && value >= least))
    throw new InvalidInput(`invalid ${name}; must be a whole number, ${least} or above: ${value}`);
  return value;
}

/** Throws unless the value lies in (0, 1]. */
export function share(name: string, value: number): number {
  if (!(value > 0 && value <= 1)) throw new InvalidInput(`invalid ${name}; must be in (0, 1]: ${value}`);
  return value;
}
