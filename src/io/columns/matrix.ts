import { type ColumnLabel, FiniteColumn } from './column.ts';
import { Growing } from './growing.ts';

/**
 * Turns one score per candidate into a guess, row by row. The guess is the first candidate with the largest
 * score, and its confidence is the lead over the second best. With a tie the order of the columns decides the
 * guess; its confidence is 0, so that it is the first to go where only the surest guesses are kept.
 */
export class ScoreMatrix {
  readonly guesses = new Growing(Int32Array);
  readonly confidence = new Growing(Float64Array);
  /** In the order of the candidates; each row must be given to them in that order. */
  readonly columns: readonly FiniteColumn[];
  private best = 0;
  private first = -Infinity;
  private second = -Infinity;

  /** `sign` is -1 where a lower score means more likely in. */
  constructor(labels: readonly ColumnLabel[], sign: 1 | -1) {
    this.columns = labels.map(
      (label, candidate) => new Candidate(label, this, candidate, sign, labels.length),
    );
  }

  see(candidate: number, score: number): void {
    if (score > this.first) {
      this.second = this.first;
      this.first = score;
      this.best = candidate;
    } else if (score > this.second) this.second = score;
    if (candidate === this.columns.length - 1) this.endRow();
  }

  private endRow(): void {
    this.guesses.push(this.best);
    // The lead of 1e308 over -1e308 is beyond the largest double.
    this.confidence.push(Math.min(this.first - this.second, Number.MAX_VALUE));
    this.first = this.second = -Infinity;
  }
}

class Candidate extends FiniteColumn {
  /** Of a row only its guess and its confidence are kept. */
  override readonly rowBytes: number;
  private readonly matrix: ScoreMatrix;
  private readonly candidate: number;
  private readonly sign: 1 | -1;

  constructor(label: ColumnLabel, matrix: ScoreMatrix, candidate: number, sign: 1 | -1, k: number) {
    super(label);
    this.rowBytes = 12 / k;
    this.sign = sign;
    this.matrix = matrix;
    this.candidate = candidate;
  }

  protected override keep(value: number): void {
    this.matrix.see(this.candidate, this.sign * value);
  }
}
