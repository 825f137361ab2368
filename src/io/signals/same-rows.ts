import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import type { SignalFile } from './read-signals.ts';

type Rows = Pick<SignalFile, 'file' | 'rows' | 'ids'>;

/**
 * For each row of a file the row of another with the same id, or the same number where one of them has no
 * ids. Null: they are in the same order. Refuses ids and rows that only one of them has.
 */
export function rowsLike(first: Rows, other: Rows): Uint32Array | null {
  if (first.ids === null || other.ids === null) {
    if (first.rows !== other.rows)
      throw new InvalidInput(
        `invalid file ${quotedPath(other.file)}; must have one row per row of ${quotedPath(first.file)} (${first.rows}): ${other.rows}`,
      );
    return null;
  }
  const { ids } = first;
  const others = other.ids;
  if (ids.length === others.length && ids.every((id, i) => id === others[i])) return null;
  const places = new Map(others.map((id, i) => [id, i]));
  const rows = new Uint32Array(ids.length);
  for (const [i, id] of ids.entries()) {
    const place = places.get(id);
    if (place === undefined) throw missingId(other.file, first.file, id);
    rows[i] = place;
    places.delete(id);
  }
  for (const id of places.keys()) throw missingId(first.file, other.file, id);
  return rows;
}

/** Values in the order of the rows. */
export function inOrder<T extends Float64Array | Uint8Array | Int32Array>(
  values: T,
  rows: Uint32Array | null,
): T {
  if (rows === null) return values;
  const ordered = new (values.constructor as new (length: number) => T)(rows.length);
  for (let i = 0; i < rows.length; i++) ordered[i] = values[rows[i]];
  return ordered;
}

function missingId(file: string, other: string, id: string): InvalidInput {
  return new InvalidInput(
    `missing id in ${quotedPath(file)}; must have every canary of ${quotedPath(other)}: ${quoted(id)}`,
  );
}
