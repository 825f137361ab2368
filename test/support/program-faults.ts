import { optimal } from '../../src/bounds/index.ts';
import type { Bracket } from './linear-program-p-value.ts';
import { curveOfCase, type ProgramCase } from './program-cases.ts';

/** What is wrong with the optimal p-value of a case, given the linear programs' bracket; null where it is right. */
export function programFault(one: ProgramCase, { low, high }: Bracket): string | null {
  const { claim, exchanged, m, k, guesses, correct } = one;
  const p = optimal.pValue({ m, k, guesses, correct }, curveOfCase(one));
  if (p >= low * (1 - 1e-6) && p <= high * (1 + 1e-3)) return null;
  const side =
    p < low
      ? `below ${low} by ${(1 - p / low).toPrecision(2)}`
      : `above ${high} by ${(p / high - 1).toPrecision(2)}`;
  const curve = exchanged ? `${claim} exchanged` : claim;
  return `${curve}, ${correct} of ${guesses}, m = ${m}, k = ${k}: ${p} is ${side}`;
}
