import { words } from './all-mechanisms.ts';
import { maximise, type Row } from './linear-program.ts';
import type { DirectedLine } from './two-count-program.ts';

const [IN, OUT, ABSTAIN] = [0, 1, 2];

/**
 * The largest P[N >= c] over ALL mechanisms and attacks with so many guesses that keep the guarantees of each direction, by
 * one linear program; with `ins`, only attacks with that many guesses "in".
 */
export async function bestOfDirected(
  m: number,
  guesses: number,
  correct: number,
  lines: readonly DirectedLine[],
  ins?: number,
): Promise<number> {
  const count = (word: readonly number[], letter: number) => word.filter((own) => own === letter).length;
  const inputs = words(m, 2);
  const outputs = words(m, 3).filter(
    (word) => count(word, ABSTAIN) === m - guesses && (ins === undefined || count(word, IN) === ins),
  );
  const name = (input: readonly number[], output: readonly number[]) =>
    `p_${input.join('')}_${output.join('')}`;
  const objective: [number, string][] = [];
  const rows: Row[] = [];
  for (const input of inputs) {
    rows.push({ terms: outputs.map((output) => [1, name(input, output)]), limit: 1, equal: true });
    for (const output of outputs)
      if (output.filter((letter, i) => letter === input[i]).length >= correct)
        objective.push([1 / inputs.length, name(input, output)]);
    for (let i = 0; i < m; i++) {
      const neighbour = input.map((letter, j) => (j === i ? IN + OUT - letter : letter));
      lines.forEach(({ epsilon, remove, add }, g) => {
        const slack = (output: readonly number[]) => `s${g}_${name(input, output)}_${i}`;
        for (const output of outputs)
          rows.push({
            terms: [
              [1, name(input, output)],
              [-Math.exp(epsilon), name(neighbour, output)],
              [-1, slack(output)],
            ],
            limit: 0,
          });
        rows.push({
          terms: outputs.map((output) => [1, slack(output)]),
          limit: input[i] === IN ? remove : add,
        });
      });
    }
  }
  return maximise(objective, rows);
}
