import { hexOf, utf8TextOf } from '../../columns/text.ts';
import type { ByteSource } from '../../source.ts';
import { type Struct, ThriftReader } from './thrift.ts';
import { BOOLEAN, type ColumnType, columnType } from './types.ts';

/** Where a column's values of one row group lie, and how they are written. */
export interface ColumnChunk {
  readonly start: number;
  readonly end: number;
  /** How many values there are, missing ones included. */
  readonly values: number;
  readonly codec: number;
}

/** A group of rows, whose columns lie one after the other. */
interface Group {
  readonly rows: number;
  chunk(column: number): ColumnChunk;
}

/** What a file's footer says about its contents, checked against the length of the file. */
export interface FileLayout {
  readonly names: readonly string[];
  readonly rows: number;
  readonly groups: readonly Group[];
  /** The type of a column; one that is not flat is refused. */
  type(column: number): ColumnType;
  /** Which columns hold truth values. */
  readonly truths: readonly boolean[];
}

/** The fields of FileMetaData that are needed; Parquet's format numbers them. */
const ELEMENT = { 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true } as const;
const LOGICAL = { 5: { 1: true }, 6: {}, 7: {}, 8: {}, 10: { 1: true, 2: true }, 14: {}, 15: {} } as const;
const META = { 1: true, 3: true, 4: true, 5: true, 7: true, 9: true, 11: true } as const;
const FOOTER = {
  2: { ...ELEMENT, 10: LOGICAL },
  3: true,
  4: { 1: { 1: true, 3: META, 8: {} }, 3: true },
} as const;

const MAGIC = 0x31524150;

/** Reads the footer; offsets and counts that do not fit the file are refused before they are used. */
export async function readLayout(source: ByteSource): Promise<FileLayout> {
  const { byteLength } = source;
  if (byteLength < 12) throw new Error('it breaks off');
  const tail = new DataView(await source.slice(byteLength - 8, byteLength));
  if (tail.getUint32(4, true) !== MAGIC) throw new Error('it does not end in PAR1');
  const length = tail.getUint32(0, true);
  const end = byteLength - 8 - length;
  if (end < 4) throw new Error(`a footer of ${length} bytes is longer than the file`);
  const footer = new ThriftReader(new Uint8Array(await source.slice(end, byteLength - 8))).struct(FOOTER);
  const { roots, paths } = leavesOf(structs(footer[2], 'schema'));
  const rows = count(footer[3], 'rows');
  const groups = structs(footer[4] ?? [], 'row groups').map((group) => groupOf(group, paths, end));
  const sum = groups.reduce((total, group) => total + group.rows, 0);
  if (sum !== rows) throw new Error(`${rows} rows announced, ${sum} in its groups`);
  return {
    names: roots.map(({ name }) => name),
    rows,
    groups: groups.map(({ rows, chunks }) => ({
      rows,
      chunk(column) {
        const chunk = chunks.get(roots[column].leaf);
        if (chunk === undefined) throw new Error(`column '${roots[column].name}' is missing in a row group`);
        return chunk(rows, roots[column].element);
      },
    })),
    truths: roots.map(({ leaf, element }) => leaf >= 0 && element[1] === BOOLEAN),
    type(column) {
      const { element, name } = roots[column];
      const type = roots[column].leaf < 0 ? null : columnType(element);
      if (type === null) throw new Error(`column '${name}' must hold numbers or texts, one in each row`);
      return type;
    },
  };
}

/** A column as the user sees it: a leaf right below the root, or (leaf -1) something nested. */
interface Root {
  readonly name: string;
  readonly element: Struct;
  readonly leaf: number;
}

const REPEATED = 2;

/** The tree of the schema, which is written with every element before its children. */
function leavesOf(elements: readonly Struct[]): { roots: Root[]; paths: Map<string, number> } {
  if (elements.length === 0) throw new Error('it has no schema');
  const roots: Root[] = [];
  const paths = new Map<string, number>();
  // How many children are still to come, from the root down.
  const open = [count(elements[0][5], 'columns')];
  for (const element of elements.slice(1)) {
    while (open.length > 0 && open[open.length - 1] === 0) open.pop();
    if (open.length === 0) throw new Error('its schema has too many elements');
    if (open.length > 64) throw new Error('its schema is nested too deep');
    open[open.length - 1]--;
    const children = element[5] === undefined ? 0 : count(element[5], 'columns');
    const name = text(element[4]);
    if (open.length === 1) {
      const flat = children === 0 && element[3] !== REPEATED;
      roots.push({ name, element, leaf: flat ? roots.length : -1 });
      if (flat) paths.set(name, roots.length - 1);
    }
    if (children > 0) open.push(children);
  }
  if (open.some((left) => left > 0)) throw new Error('its schema breaks off');
  return { roots, paths };
}

type ChunkOf = (rows: number, element: Struct) => ColumnChunk;

function groupOf(group: Struct, paths: ReadonlyMap<string, number>, end: number) {
  const chunks = new Map<number, ChunkOf>();
  for (const column of structs(group[1], 'columns')) {
    const meta = column[3] as Struct | null | undefined;
    if (!Array.isArray(meta?.[3])) throw new Error('a column is not described');
    if (meta[3].length !== 1) continue;
    const leaf = paths.get(text(meta[3][0]));
    if (leaf === undefined) continue;
    if (chunks.has(leaf)) throw new Error(`column '${text(meta[3][0])}' stands twice in a row group`);
    chunks.set(leaf, (rows, element) => chunkOf(column, meta, rows, element, end));
  }
  return { rows: count(group[3], 'rows'), chunks };
}

function chunkOf(column: Struct, meta: Struct, rows: number, element: Struct, end: number): ColumnChunk {
  const name = text((meta[3] as unknown[])[0]);
  if (column[1] !== undefined) throw new Error(`column '${name}' lies in another file`);
  if (column[8] !== undefined) throw new Error(`column '${name}' is encrypted`);
  if (meta[1] !== element[1]) throw new Error(`column '${name}' has two types`);
  const values = count(meta[5], 'values');
  if (values !== rows) throw new Error(`column '${name}' has ${values} values in ${rows} rows`);
  if (rows === 0) return { start: 0, end: 0, values: 0, codec: 0 };
  const data = count(meta[9], 'bytes');
  // Some writers leave 0 where there is no dictionary.
  const dictionary = meta[11] === undefined ? 0 : count(meta[11], 'bytes');
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  const size = count(meta[7], 'bytes');
  if (start < 4 || start + size > end)
    throw new Error(`column '${name}' goes from byte ${start} to ${start + size} of ${end}`);
  return { start, end: start + size, values, codec: count(meta[4], 'codecs') };
}

function structs(value: unknown, what: string): Struct[] {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'object' || item === null))
    throw new Error(`its ${what} are not described`);
  return value;
}

function count(value: unknown, what: string): number {
  if (typeof value !== 'number') throw new Error(`its number of ${what} is missing`);
  if (value < 0) throw new Error(`its number of ${what} is ${value}`);
  return value;
}

function text(value: unknown): string {
  if (!(value instanceof Uint8Array)) throw new Error('a column has no name');
  return utf8TextOf(value) ?? `0x${hexOf(value)}`;
}
