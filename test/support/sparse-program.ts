import loadHighs, { type Highs } from 'highs';

/** A linear program over variables that are not negative, its rows one after the other. */
export class SparseProgram {
  private readonly starts = [0];
  private readonly indices: number[] = [];
  private readonly values: number[] = [];
  private readonly lower: number[] = [];
  private readonly upper: number[] = [];

  constructor(private readonly gains: Float64Array) {}

  /** sum of coefficient x variable <= limit, or = where `equal`; gives back the row's number. */
  row(
    terms: readonly (readonly [coefficient: number, variable: number])[],
    limit: number,
    equal = false,
  ): number {
    for (const [coefficient, variable] of terms) {
      this.values.push(coefficient);
      this.indices.push(variable);
    }
    this.starts.push(this.indices.length);
    this.lower.push(equal ? limit : -Infinity);
    return this.upper.push(limit) - 1;
  }

  /**
   * The variables at the largest gain, and what each row is worth, as far as the solver got: whoever uses them checks
   * them.
   */
  async maximise(presolve: 'on' | 'off'): Promise<{ variables: Float64Array; prices: Float64Array }> {
    const highs = await solver();
    const numCols = this.gains.length;
    const numRows = this.upper.length;
    const { starts, indices, values } = this;
    return highs.withModel(
      {
        numCols,
        numRows,
        sense: highs.constants.objectiveSense.maximize,
        colCost: this.gains,
        colLower: new Float64Array(numCols),
        colUpper: new Float64Array(numCols).fill(Infinity),
        rowLower: this.lower,
        rowUpper: this.upper,
        matrix: { format: 'csr', numRows, numCols, starts, indices, values },
      },
      (model) => {
        model.options.set('output_flag', false);
        model.options.set('solver', 'simplex');
        model.options.set('presolve', presolve);
        for (const tolerance of [1e-10, 1e-9, 1e-7]) {
          model.options.set('primal_feasibility_tolerance', tolerance);
          model.options.set('dual_feasibility_tolerance', tolerance);
          if (model.raw.run().status !== -1) break;
          model.options.set('presolve', 'off');
        }
        const { colValue, rowDual } = model.getSolution();
        return { variables: colValue, prices: rowDual };
      },
    );
  }
}

let loaded: Promise<Highs> | undefined;

function solver(): Promise<Highs> {
  // The package's types describe its CommonJS form.
  loaded ??= (loadHighs as unknown as () => Promise<Highs>)();
  return loaded;
}
