import { decimalOf } from '../../columns/decimal.ts';
import { hexOf, utf8TextOf } from '../../columns/text.ts';
import { halfFloat } from '../half-float.ts';
import type { Struct } from './thrift.ts';

/** How the values of a column are stored, and what they stand for. */
export interface ColumnType {
  /** Parquet's number of the physical type. */
  readonly physical: number;
  /** Bytes of a value, where all have as many; 0 otherwise. */
  readonly width: number;
  readonly optional: boolean;
  /** Converts a stored value to the number or text that it stands for; null where nothing is to be done. */
  readonly convert: ((value: unknown) => unknown) | null;
}

export const BOOLEAN = 0;
export const INT32 = 1;
export const INT64 = 2;
const FLOAT = 4;
const DOUBLE = 5;
export const BYTE_ARRAY = 6;
export const FIXED = 7;

/** What Parquet calls these, as the decoder knows them. */
export const PHYSICAL = [
  'BOOLEAN',
  'INT32',
  'INT64',
  'INT96',
  'FLOAT',
  'DOUBLE',
  'BYTE_ARRAY',
  'FIXED_LEN_BYTE_ARRAY',
] as const;

/**
 * Converted types that are neither numbers nor texts: nested ones, dates, times of day, timestamps, BSON,
 * intervals.
 */
const OTHERS = new Set([1, 2, 3, 6, 7, 8, 9, 10, 20, 21]);
const DECIMAL = 5;
const UINT_32 = 13;
const UINT_64 = 14;
/** A decimal of 38 digits takes 16 bytes. */
const LONGEST_DECIMAL = 32;
const LONGEST_FIXED = 4096;

const REQUIRED = 0;

/** The type of a leaf of the schema, or null where it holds neither numbers nor texts. */
export function columnType(element: Struct): ColumnType | null {
  const [physical, length, repetition, converted] = [1, 2, 3, 6].map((field) => element[field]) as number[];
  const logical = (element[10] ?? {}) as { [type: number]: Struct | undefined };
  const optional = repetition !== REQUIRED;
  if (OTHERS.has(converted) || logical[6] || logical[7] || logical[8]) return null;
  const of = (width: number, convert: ColumnType['convert'] = null) => ({
    physical,
    width,
    optional,
    convert,
  });
  const decimal = converted === DECIMAL || logical[5] !== undefined;
  const scale = Number(element[7] ?? logical[5]?.[1] ?? 0);
  if (decimal && !(scale >= 0 && scale <= 100)) return null;
  const integer = logical[10] as { 1?: number; 2?: boolean } | undefined;
  switch (physical) {
    case BOOLEAN:
      return of(0);
    case INT32:
      if (decimal) return of(4, (value) => decimalOf(BigInt(value as number), scale));
      return converted === UINT_32 || (integer?.[1] === 32 && integer[2] === false)
        ? of(4, (value) => Number(value) >>> 0)
        : of(4);
    case INT64:
      if (decimal) return of(8, (value) => decimalOf(value as bigint, scale));
      return converted === UINT_64 || (integer?.[1] === 64 && integer[2] === false)
        ? of(8, (value) => BigInt.asUintN(64, value as bigint))
        : of(8);
    case FLOAT:
      return of(4);
    case DOUBLE:
      return of(8);
    case BYTE_ARRAY:
      return of(0, decimal ? (value) => longDecimalOf(value as Uint8Array, scale) : textOf);
    case FIXED:
      if (!(length > 0 && length <= LONGEST_FIXED)) return null;
      if (decimal) return of(length, (value) => longDecimalOf(value as Uint8Array, scale));
      if (logical[15] && length === 2) return of(2, (value) => halfOf(value as Uint8Array));
      return of(length, logical[14] && length === 16 ? uuidOf : null);
    default:
      return null;
  }
}

/** Bytes that are not UTF-8 stay bytes: decoded as text, different ones would become equal. */
function textOf(value: unknown): unknown {
  return utf8TextOf(value as Uint8Array) ?? value;
}

/** Not a number for no bytes, or for more than any decimal has. */
function longDecimalOf(bytes: Uint8Array, scale: number): unknown {
  if (bytes.length === 0 || bytes.length > LONGEST_DECIMAL) return Number.NaN;
  return decimalOf(wholeNumberOf(bytes), scale);
}

/** A signed whole number, its most significant byte first. */
function wholeNumberOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}

function halfOf(bytes: Uint8Array): number {
  return halfFloat(bytes[0] | (bytes[1] << 8));
}

function uuidOf(value: unknown): string {
  return hexOf(value as Uint8Array).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
