import type { Observation } from '../../src/index.ts';
import { SparseProgram } from './sparse-program.ts';

/** fBar(x) <= slope x + delta. */
export interface Line {
  readonly slope: number;
  readonly delta: number;
}

export interface BestLaw {
  /** P[N = i], i = 0..c'; what is missing to 1 lies anywhere below `lowest`. */
  readonly law: Float64Array;
  /** For each line the largest price of its rows: 0 where the line does not matter. */
  readonly prices: number[];
  /** No law that keeps the lines has a larger P[N >= c]: by the prices, whatever the solver thought of them. */
  readonly bound: number;
}

/**
 * The linear program of the optimal test: the law with the largest P[N >= c] among those with, for each line,
 * sum_i (y_i - slope x_i)_+ <= delta. Counts below `lowest` - 1 are put together and nothing is asked of them, which can
 * only raise the value. Counts above `highest` are treated like `highest`, with the same weights:
 * the brackets of the certificate only fall from there on. Probabilities are in units of `size`, about the value, so that the solver's tolerances are
 * relative.
 */
export async function bestLawOf(
  { m, k, guesses, correct }: Observation,
  lines: readonly Line[],
  { lowest, highest }: { lowest: number; highest: number },
  size: number,
): Promise<BestLaw> {
  const n = highest - lowest + 1;
  const rest = n + 1;
  const gains = new Float64Array(n + 2 + lines.length * n);
  for (let i = correct; i <= highest; i++) gains[i - lowest + 1] = 1;
  // Of two laws that are as good, the one with less below c that is not at the lowest counts.
  gains[rest] = 1e-7;
  const program = new SparseProgram(gains);
  const states = Array.from({ length: n + 1 }, (_, t): [number, number] => [size, t]);
  program.row([...states, [1, rest]], 1, true);
  const yWeight = (i: number) => i / guesses;
  const xWeight = (i: number) => (guesses - i + 1) / ((k - 1) * guesses);
  const rows = lines.map(({ slope, delta }, g) => {
    const slack = (t: number) => n + 2 + g * n + t;
    const own = Array.from({ length: n }, (_, t) => {
      const i = lowest + t;
      const terms: [number, number][] = [
        [yWeight(i) - (i === highest ? slope * xWeight(i + 1) : 0), t + 1],
        [-slope * xWeight(i), t],
        [-1, slack(t)],
      ];
      return program.row(terms, 0);
    });
    program.row(
      own.map((_, t) => [1, slack(t)]),
      (delta * m) / guesses / size,
    );
    return own;
  });
  const read = async (presolve: 'on' | 'off'): Promise<BestLaw> => {
    const { variables, prices } = await program.maximise(presolve);
    const law = new Float64Array(guesses + 1);
    for (let t = 0; t <= n; t++) law[lowest - 1 + t] = Math.max(0, size * variables[t]);
    // The certificate of docs/theorems/certificates.md: phi_g(i) are the prices of the rows.
    const brackets = Float64Array.from({ length: n + 1 }, (_, t) => (lowest - 1 + t >= correct ? 1 : 0));
    let bound = 0;
    const most = lines.map(({ slope, delta }, g) => {
      const phi = rows[g].map((row) => Math.max(0, prices[row]));
      phi.forEach((price, t) => {
        brackets[t + 1] -= price * yWeight(lowest + t);
        brackets[t] += price * slope * xWeight(lowest + t);
        if (t === n - 1) brackets[n] += price * slope * xWeight(highest + 1);
      });
      const largest = Math.max(...phi);
      bound += (largest * delta * m) / guesses;
      return largest;
    });
    return { law, prices: most, bound: Math.min(1, bound + Math.max(0, ...brackets)) };
  };
  const first = await read('on');
  const attained = first.law.subarray(correct).reduce((sum, p) => sum + p, 0);
  if (first.bound <= attained * (1 + 1e-5)) return first;
  // Prices of rows that were taken out before solving can be off.
  const second = await read('off');
  return second.bound < first.bound ? second : first;
}
