import { InvalidInput } from '../../../errors.ts';
import { quotedPath } from '../../../quote.ts';
import { invalid } from '../../refuse.ts';
import { Growing } from '../growing.ts';
import { IdColumn } from '../ids/id-column.ts';
import { textOf } from '../text.ts';

/** Which run each row is of: an index into the labels. */
export interface RowRuns {
  readonly labels: readonly string[];
  readonly rows: Uint32Array;
}

/** More runs than anybody trains; a column with more values names something else. */
const MOST_RUNS = 100_000;

/** The longest label, in bytes. */
const LONGEST = 200;

/** Bytes that a row takes again where there are several runs: for its copy, and to look for its id. */
const SPLIT_BYTES = 40;

/** The label of each row's run, a text or a number; 17 and "17" are one label. */
export class RunColumn extends IdColumn {
  override readonly rowBytes = 4 + SPLIT_BYTES;
  private readonly labels: string[] = [];
  private readonly places = new Map<string, number>();
  private readonly rows = new Growing(Uint32Array);
  /** The label that was seen last: most rows have that of the row before. */
  private last: Uint8Array = new Uint8Array(0);
  private place = -1;

  reserve(rows: number): void {
    this.rows.reserve(rows);
  }

  protected override see(bytes: Uint8Array, start: number, end: number): void {
    if (this.place < 0 || !isSame(this.last, bytes, start, end)) this.change(bytes, start, end);
    this.rows.push(this.place);
  }

  private change(bytes: Uint8Array, start: number, end: number): void {
    if (end - start > LONGEST) {
      const place = { file: this.label.file, column: this.label.column, row: this.row };
      throw invalid('run', place, `must have at most ${LONGEST} bytes`, end - start);
    }
    this.last = bytes.slice(start, end);
    const label = textOf(this.last);
    this.place = this.places.get(label) ?? this.add(label);
  }

  private add(label: string): number {
    if (this.labels.length === MOST_RUNS)
      throw new InvalidInput(
        `too many runs in ${quotedPath(this.label.file)}; column '${this.label.column}' must name at most ${MOST_RUNS}, or be said not to name runs`,
        ['runColumn'],
      );
    this.places.set(label, this.labels.length);
    this.labels.push(label);
    return this.labels.length - 1;
  }

  /** The labels that were seen, in the order of the rows. */
  get names(): readonly string[] {
    return this.labels;
  }

  /** The run of each row, or null where there is one run only; what was read is gone afterwards. */
  take(): RowRuns | null {
    return this.labels.length > 1 ? { labels: this.labels, rows: this.rows.take() } : null;
  }
}

function isSame(last: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== last.length) return false;
  for (let i = 0; i < last.length; i++) if (bytes[start + i] !== last[i]) return false;
  return true;
}
