import { InvalidInput } from '../errors.ts';
import { isLoss } from '../loss-column.ts';
import { PATH_LENGTH, quoted, quotedPath } from '../quote.ts';
import { hexOf } from './columns/text.ts';

/** Where a value stands: rows of data count from 1, the header is none. */
export interface Place {
  readonly file: string;
  readonly row?: number;
  readonly column?: string;
}

/**
 * The one grammar of refusals: `invalid score in FILE, row 17, column 'score'; must be a finite number: abc`.
 */
export function invalid(what: string, place: Place, rule: string, value?: unknown): InvalidInput {
  return new InvalidInput(
    `invalid ${what} in ${where(place)}; ${rule}${value === undefined ? '' : `: ${show(value)}`}`,
  );
}

/** A file whose bytes break off or are none of what its beginning promises. */
export function broken(file: string, format: string, reason: unknown): InvalidInput {
  const detail = quoted(reason instanceof Error ? reason.message : String(reason), PATH_LENGTH);
  return new InvalidInput(`invalid file ${quotedPath(file)}; must be a whole ${format} file: ${detail}`);
}

/**
 * A missing column, and what to do: add a header, or say which column it is and which way it points; who was
 * in may be joined from an assignment.
 */
export function missingColumn(
  file: string,
  column: string,
  found: readonly string[],
  mayBeJoined = false,
): InvalidInput {
  const shown = found.slice(0, 20).map((name) => show(name));
  const rest = found.length > shown.length ? ` and ${found.length - shown.length} more` : '';
  const columns = `${shown.join(', ')}${rest}`;
  if (found.some((name) => NUMBER.test(name.trim())))
    return new InvalidInput(
      `the first row of ${quotedPath(file)} looks like data (${columns}): add a header, ${found.length === 2 ? 'score,included' : 'id,score,included'}`,
    );
  if (column === 'score' && found.length > 0 && (found.length === 1 ? /[|\s]/ : NO_HEADER).test(found[0]))
    return new InvalidInput(
      `the first row of ${quotedPath(file)} is no header (${columns}): begin with the names of the columns, separated by commas: id,score,included`,
    );
  const loss = found.find((name) => isLoss(name));
  const known = `missing column '${quoted(column)}' in ${quotedPath(file)} (columns: ${columns})`;
  if (column === 'included' && mayBeJoined)
    return new InvalidInput(`${known}; say which column it is, or give the assignment`, [
      'includedColumn',
      'assignment',
    ]);
  if (column !== 'score') return new InvalidInput(known);
  if (loss === undefined) return new InvalidInput(`${known}; say which column it is`, ['scoreColumn']);
  return new InvalidInput(
    `${known}; a loss is lower where a canary was in: say which column it is, and that lower is in`,
    [`scoreColumn ${quoted(loss)}`, 'lowerIsIn'],
  );
}

/** How the first line begins that Excel puts before a header, and a comment. */
const NO_HEADER = /^(#|sep=)/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export function missingRows(file: string): InvalidInput {
  return new InvalidInput(`missing rows in ${quotedPath(file)}; must have one per canary: 0`);
}

/** What was to be read is not there: an empty field, a null, a key that a JSON object lacks. */
export const NOTHING = Symbol('nothing');

const LONGEST = 60;

function show(value: unknown): string {
  if (value === NOTHING || value === '' || value === null) return '(empty)';
  if (value instanceof Uint8Array) return `0x${hexOf(value.subarray(0, LONGEST / 2))}`;
  const text = typeof value === 'object' ? JSON.stringify(value, printable) : String(value);
  return quoted(text, LONGEST);
}

function printable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function where({ file, row, column }: Place): string {
  return `${quotedPath(file)}${row === undefined ? '' : `, row ${row}`}${column === undefined ? '' : `, column '${quoted(column)}'`}`;
}
