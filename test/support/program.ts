import type { Observation, TradeOff } from '../../src/index.ts';
import { maximise, type Row } from './linear-program.ts';

/** The largest P[N >= c] over laws of the count that keep the guarantees of f at the given epsilons: a bound from outside. */
export async function bestLaw(
  { m, k, guesses, correct }: Observation,
  f: TradeOff,
  epsilons: readonly number[],
): Promise<number> {
  const counts = Array.from({ length: guesses + 1 }, (_, i) => i);
  const rows: Row[] = [{ terms: counts.map((i) => [1, `p${i}`]), limit: 1, equal: true }];
  // In units of c' / m, which are nearer to 1.
  epsilons.forEach((epsilon, g) => {
    for (const i of counts.slice(1))
      rows.push({
        terms: [
          [i / guesses, `p${i}`],
          [(-Math.exp(epsilon) * (guesses - i + 1)) / ((k - 1) * guesses), `p${i - 1}`],
          [-1, `s${g}_${i}`],
        ],
        limit: 0,
      });
    rows.push({
      terms: counts.slice(1).map((i) => [1, `s${g}_${i}`]),
      limit: (f.delta(epsilon) * m) / guesses,
    });
  });
  return maximise(
    counts.slice(correct).map((i) => [1, `p${i}`]),
    rows,
  );
}
