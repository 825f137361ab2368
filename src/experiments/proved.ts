import { provedMember } from '../audit/index.ts';
import { BOUNDS } from '../bounds/index.ts';
import { family, printNumber } from '../claims/index.ts';
import type { Method, Observation } from '../types.ts';

/** The family in which a method is asked: the baseline knows (epsilon, delta) guarantees only. */
export function familyOf(method: Method, delta: number, k: number): string {
  if (method === 'steinke') return `approx-dp(delta=${printNumber(delta)})`;
  return k === 2 ? 'gaussian' : 'gaussian(relation=replace)';
}

export function assumptionOf(text: string): string {
  return family(text).assumption;
}

/** Whether a method has an answer for this game in its family. */
export function answers(method: Method, k: number): boolean {
  const observation = { m: 2, k, guesses: 1, correct: 1 };
  return BOUNDS[method].whyNot(observation, family(familyOf(method, 1e-5, k))) === null;
}

/**
 * The epsilons, at several deltas, that an observation proves within the method's families. One search per
 * family.
 */
export function proved(
  observation: Observation,
  method: Method,
  tau: number,
  deltas: readonly number[],
): number[] {
  const known = new Map<string, (delta: number) => number>();
  const epsilons: number[] = [];
  for (const delta of deltas) {
    const text = familyOf(method, delta, observation.k);
    const epsilon = known.get(text) ?? provedWithin(text, observation, method, tau);
    known.set(text, epsilon);
    epsilons.push(epsilon(delta));
  }
  return epsilons;
}

/** The same within any family. */
export function provedWithin(
  text: string,
  observation: Observation,
  method: Method,
  tau: number,
): (delta: number) => number {
  return provedMember(observation, family(text), method, tau).epsilon;
}
