/** A line of a figure's table: numbers and words by column, null for none. */
export type FigureRow = Readonly<Record<string, number | string | null>>;

/**
 * How a figure of `onerun reproduce` is shown: plain data that stands beside the figure's grid in
 * src/experiments, and from which src/report prints its table and draws its picture.
 */
export interface FigureLayout {
  /** The title of the picture. */
  readonly title: string;
  readonly picture: FigurePicture;
  readonly table: FigureTable;
  /** True where the rows are recorded runs, each with a claim of its own, and not the points of a grid. */
  readonly recorded?: true;
  /** What its numbers rest on, in place of what is said of the methods and counts of the other figures. */
  readonly rests?: readonly string[];
}

/** A picture whose axes are stated here, or one of a kind that has a drawing of its own. */
type FigurePicture =
  | MethodsPicture
  | { readonly kind: 'deltas' | 'dpsgd' | 'cifar10' | 'evidence' | 'power' };

/** Epsilon against one column, a line for each method and a panel for each value of another column. */
export interface MethodsPicture {
  readonly kind: 'methods';
  /** The line under the title, for expected counts. */
  readonly line: string;
  /** How that line begins where games were played (default: `Algorithm 4 was played`). */
  readonly played?: string;
  /** The column whose values have a panel each. */
  readonly panel: string;
  /** The column along the x-axis, and what it counts. */
  readonly x: string;
  readonly xAxis: 'canaries' | 'candidates' | 'guesses' | 'runs';
}

/** The table that is printed beside the files. */
interface FigureTable {
  /** What it shows, in words. */
  readonly about: string;
  /** The columns of the CSV whose values have a table each, a row each, and a column each. */
  readonly tablePer: readonly string[];
  readonly rowPer: readonly string[];
  readonly columnPer: string;
  /**
   * What is shown: proved epsilons unless stated; `power`, a probability; `interval`, that around it.
   */
  readonly shows?: 'epsilon' | 'power' | 'interval';
  /** For each of these columns only the rows with this value are shown, where there are any. */
  readonly keeps?: Readonly<Record<string, number | string>>;
}
