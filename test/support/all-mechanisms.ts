import type { Side } from '../../src/index.ts';
import { maximise, type Row } from './linear-program.ts';

/**
 * The largest P[N >= c] over ALL mechanisms and attacks whatsoever that keep every (epsilon, delta) guarantee for every two
 * neighbours: one variable for each probability of an output given an assignment. An output may as well be the attack's
 * answers: exactly c' guesses, the rest abstentions. With a side, all guesses are on it, and the guarantees hold in one
 * order only: what is likely with a record on that side (or on the side of `order`), by what is likely with it on the
 * other. Nothing is promised of the reverse, which allows more mechanisms than both orders do.
 */
export async function bestOfAll(
  m: number,
  k: number,
  guesses: number,
  correct: number,
  guarantees: readonly (readonly [epsilon: number, delta: number])[],
  side?: Side,
  order = side,
): Promise<number> {
  return mostPaidOfAll(m, k, guesses, (right) => (right >= correct ? 1 : 0), guarantees, side, order);
}

/** The same of what right guesses pay on average. */
export async function mostPaidOfAll(
  m: number,
  k: number,
  guesses: number,
  pays: (right: number) => number,
  guarantees: readonly (readonly [epsilon: number, delta: number])[],
  side?: Side,
  order = side,
): Promise<number> {
  const inputs = words(m, k);
  const letterOf = (one: Side | undefined) => (one === undefined ? null : one === 'in' ? 1 : 0);
  const [own, upper] = [letterOf(side), letterOf(order)];
  const outputs = words(m, k + 1).filter(
    (word) =>
      word.filter((letter) => letter < k).length === guesses &&
      (own === null || word.every((letter) => letter === own || letter === k)),
  );
  const name = (input: readonly number[], output: readonly number[]) =>
    `p_${input.join('')}_${output.join('')}`;
  const objective: [number, string][] = [];
  const rows: Row[] = [];
  for (const input of inputs) {
    rows.push({ terms: outputs.map((output) => [1, name(input, output)]), limit: 1, equal: true });
    for (const output of outputs) {
      const right = output.filter((letter, i) => letter === input[i]).length;
      if (pays(right) > 0) objective.push([pays(right) / inputs.length, name(input, output)]);
    }
    for (let i = 0; i < m; i++) {
      for (let other = 0; other < k; other++) {
        if (other === input[i] || (upper !== null && input[i] !== upper)) continue;
        const neighbour = input.map((letter, j) => (j === i ? other : letter));
        guarantees.forEach(([epsilon, delta], g) => {
          const slack = (output: readonly number[]) => `s${g}_${name(input, output)}_${i}_${other}`;
          for (const output of outputs)
            rows.push({
              terms: [
                [1, name(input, output)],
                [-Math.exp(epsilon), name(neighbour, output)],
                [-1, slack(output)],
              ],
              limit: 0,
            });
          rows.push({ terms: outputs.map((output) => [1, slack(output)]), limit: delta });
        });
      }
    }
  }
  return objective.length === 0 ? 0 : maximise(objective, rows);
}

/** All words of so many letters. */
export function words(length: number, letters: number): number[][] {
  return length === 0
    ? [[]]
    : words(length - 1, letters).flatMap((word) =>
        Array.from({ length: letters }, (_, letter) => [...word, letter]),
      );
}
