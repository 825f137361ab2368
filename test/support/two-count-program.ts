import { SparseProgram } from './sparse-program.ts';

/** Guarantees at one epsilon for both directions: with the record against without it, and the opposite. */
export interface DirectedLine {
  readonly epsilon: number;
  readonly remove: number;
  readonly add: number;
}

/** A game of m canaries with fixed numbers of guesses "in" and "out". */
export interface SidedGame {
  readonly m: number;
  readonly ins: number;
  readonly outs: number;
  readonly correct: number;
}

/**
 * The largest P[right in all >= c] over the laws of (right among the guesses "in", right among the guesses "out") that the
 * two directions allow. With a canary guessed "in" and (i, j) right, the probabilities are 2 i p_ij / m if it is in and
 * 2 (a - i + 1) p_{i-1,j} / m if it is out; with one guessed "out", 2 j p_ij / m if it is out and 2 (b - j + 1) p_{i,j-1} / m
 * if it is in. Nothing is asked of states with fewer than `lowest` right in all, which can only raise the value.
 */
export async function bestTwoCounts(
  { m, ins, outs, correct }: SidedGame,
  lines: readonly DirectedLine[],
  lowest = 1,
  size = 0.05,
): Promise<number> {
  const states = new Map<string, number>();
  for (let i = 0; i <= ins; i++)
    for (let j = 0; j <= outs; j++) if (i + j >= lowest - 1) states.set(`${i} ${j}`, states.size);
  const state = (i: number, j: number) => states.get(`${i} ${j}`) ?? -1;
  const pairs: { high: [number, number]; low: [number, number]; isIn: boolean }[] = [];
  for (let i = 0; i <= ins; i++)
    for (let j = 0; j <= outs; j++) {
      if (i + j < lowest) continue;
      const own = state(i, j);
      if (i > 0) pairs.push({ high: [2 * i, own], low: [2 * (ins - i + 1), state(i - 1, j)], isIn: true });
      if (j > 0) pairs.push({ high: [2 * j, own], low: [2 * (outs - j + 1), state(i, j - 1)], isIn: false });
    }
  const rest = states.size;
  const gains = new Float64Array(rest + 1 + 2 * lines.length * pairs.length);
  for (const [key, index] of states) {
    const [i, j] = key.split(' ').map(Number);
    if (i + j >= correct) gains[index] = 1;
  }
  gains[rest] = 1e-7;
  const program = new SparseProgram(gains);
  program.row([...[...states.values()].map((index): [number, number] => [size, index]), [1, rest]], 1, true);
  // In units of c' / m.
  const unit = ins + outs;
  let next = rest + 1;
  for (const { epsilon, remove, add } of lines)
    for (const [delta, removing] of [
      [remove, true],
      [add, false],
    ] as const) {
      const slacks = pairs.map(({ high, low, isIn }): [number, number] => {
        // What is likelier with the record is a right guess "in" or a wrong guess "out".
        const [y, x] = isIn === removing ? [high, low] : [low, high];
        const slack = next++;
        const terms: [number, number][] = [
          [y[0] / unit, y[1]],
          [(-Math.exp(epsilon) * x[0]) / unit, x[1]],
          [-1, slack],
        ];
        program.row(terms, 0);
        return [1, slack];
      });
      program.row(slacks, (delta * m) / unit / size);
    }
  const { variables } = await program.maximise('on');
  let value = 0;
  for (const index of states.values()) if (gains[index] === 1) value += size * variables[index];
  return value;
}
