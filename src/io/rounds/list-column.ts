import { type ColumnLabel, FlagColumn, isMissing, NumberColumn } from '../columns/column.ts';
import { invalid } from '../refuse.ts';

/** The values of all canaries of each round, where a row is a round; null where it has none. */
export type Lists<A> = (A | null)[];

/** Scores: a number a row, or a list of them. */
export class ScoresColumn extends NumberColumn {
  readonly lists: Lists<Float64Array> = [];

  override fromValue(value: unknown): void {
    const own = listOf(value, this.lists, this.values.length, this.label, () => {
      const each = new NumberColumn(this.label, true);
      return { each, values: each.values };
    });
    if (!own) super.fromValue(value);
  }
}

/** Coins: one a row, or a list of them. */
export class CoinsColumn extends FlagColumn {
  readonly lists: Lists<Uint8Array> = [];

  override fromValue(value: unknown): void {
    const own = listOf(value, this.lists, this.values.length, this.label, () => {
      const each = new FlagColumn(this.label);
      return { each, values: each.values };
    });
    if (!own) super.fromValue(value);
  }
}

/** Keeps a list, or that there is none; whether it did. */
function listOf<A>(
  value: unknown,
  lists: Lists<A>,
  plain: number,
  { file, column, what }: ColumnLabel,
  reader: () => { each: { fromValue(value: unknown): void }; values: { take(): A } },
): boolean {
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  if (!isList && (plain > 0 || !isMissing(value)) && lists.length === 0) return false;
  if ((isList && plain > 0) || (!isList && !isMissing(value)))
    throw invalid(
      what,
      { file, column, row: Math.max(plain, lists.length) + 1 },
      'must be a list in every row, or in none',
      value,
    );
  if (!isList) {
    lists.push(null);
    return true;
  }
  const { each, values } = reader();
  for (const one of value as Iterable<unknown>) each.fromValue(one);
  lists.push(values.take());
  return true;
}
