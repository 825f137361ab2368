import loadHighs, { type LegacyHighs } from 'highs';

/** sum of coefficient x variable <= limit, or = where `equal`. */
export interface Row {
  readonly terms: readonly (readonly [coefficient: number, variable: string])[];
  readonly limit: number;
  readonly equal?: boolean;
}

/** Loading the solver takes longer than a small program; one that threw is not asked again. */
let loaded: Promise<LegacyHighs> | undefined;

/** The largest value of a linear objective over variables that are not negative. */
export async function maximise(objective: Row['terms'], rows: readonly Row[]): Promise<number> {
  // The package's types describe its CommonJS form.
  loaded ??= (loadHighs as unknown as () => Promise<LegacyHighs>)();
  const solver = await loaded;
  const text = [
    'Maximize',
    ` obj: ${sum(objective)}`,
    'Subject To',
    ...rows.map(({ terms, limit, equal }, i) => ` r${i}: ${sum(terms)} ${equal ? '=' : '<='} ${limit}`),
    'End',
  ].join('\n');
  const { Status, ObjectiveValue } = solved(solver, text);
  if (Status !== 'Optimal') throw new Error(`solver: ${Status}`);
  return ObjectiveValue;
}

function solved(solver: LegacyHighs, text: string) {
  try {
    return solver.solve(text, {
      primal_feasibility_tolerance: 1e-10,
      dual_feasibility_tolerance: 1e-10,
    });
  } catch (error) {
    loaded = undefined;
    throw error;
  }
}

function sum(terms: Row['terms']): string {
  // The format has a limit on the length of a line, not on the lines of a sum.
  return terms
    .map(([coefficient, variable]) => `${coefficient < 0 ? '-' : '+'} ${Math.abs(coefficient)} ${variable}`)
    .join('\n');
}
