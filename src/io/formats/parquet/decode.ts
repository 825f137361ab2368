import { readPage } from 'hyparquet/src/column.js';
import { type ColumnType, PHYSICAL } from './types.ts';

/** Numbers or texts; null where a value is missing. */
export type Values = ArrayLike<unknown>;

/** A data page: how many values, and where its levels (which are missing) and its values lie. */
export interface DataPage {
  readonly version: 1 | 2;
  readonly values: number;
  /** Parquet's number of the way in which the values are written. */
  readonly encoding: number;
  /**
   * Of version 2: bytes of the levels, which are never packed, and how many values are missing. A flat column
   * needs no levels of repetition, but some writers give it some.
   */
  readonly repetitions: number;
  readonly levels: number;
  readonly nulls: number;
  readonly packed: boolean;
}

/** What the decoder needs to know of a column; what its values stand for is left to us. */
export function decoderOf({ physical, width, optional }: ColumnType) {
  const element = {
    name: 'column',
    type: PHYSICAL[physical],
    repetition_type: optional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
    ...(physical === 7 ? { type_length: width } : {}),
  };
  const leaf = { children: [], count: 1, element, path: ['column'] };
  const root = { children: [leaf], count: 2, element: { name: 'root', num_children: 1 }, path: [] };
  return { element, schemaPath: [root, leaf] };
}

interface Work extends ReturnType<typeof decoderOf> {
  readonly page: Uint8Array;
  readonly dictionary?: number;
  readonly data?: DataPage;
  readonly entries?: Values | undefined;
}

const ENCODINGS = [
  'PLAIN',
  undefined,
  'PLAIN_DICTIONARY',
  'RLE',
  undefined,
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'RLE_DICTIONARY',
  'BYTE_STREAM_SPLIT',
] as const;

/** Hands an unpacked and checked page to the decoder. */
export function decode({ element, schemaPath, page, dictionary, data, entries }: Work): Values {
  const sizes = { uncompressed_page_size: page.length, compressed_page_size: page.length };
  const encoding = ENCODINGS[data?.encoding ?? 0] ?? 'PLAIN';
  const header =
    data === undefined
      ? {
          ...sizes,
          type: 'DICTIONARY_PAGE' as const,
          dictionary_page_header: { num_values: dictionary ?? 0, encoding },
        }
      : data.version === 1
        ? {
            ...sizes,
            type: 'DATA_PAGE' as const,
            data_page_header: {
              num_values: data.values,
              encoding,
              definition_level_encoding: 'RLE' as const,
              repetition_level_encoding: 'RLE' as const,
            },
          }
        : {
            ...sizes,
            type: 'DATA_PAGE_V2' as const,
            data_page_header_v2: {
              num_values: data.values,
              num_nulls: data.nulls,
              num_rows: data.values,
              encoding,
              definition_levels_byte_length: data.levels,
              repetition_levels_byte_length: 0,
              is_compressed: false,
            },
          };
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 };
  const column = {
    pathInSchema: ['column'],
    type: element.type,
    element,
    schemaPath,
    codec: 'UNCOMPRESSED' as const,
    parsers: {} as never,
    utf8: false,
  };
  const known = entries as Parameters<typeof readPage>[3];
  return (readPage(reader, header, column, known, undefined, 0).data ?? []) as Values;
}
