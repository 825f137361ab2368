import type { InvalidInput } from '../../../errors.ts';
import { broken } from '../../refuse.ts';

/** One file in an archive, as the directory at its end describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly crc: number;
  readonly method: number;
  readonly flags: number;
  /** Where its own header begins. */
  readonly at: number;
  /** Where its data begins. */
  readonly start: number;
}

export function refuseZip(file: string, reason: string): InvalidInput {
  return broken(file, 'NPZ', reason);
}

/** A number of 64 bits that must be a length or a place in the file. */
export function wholeNumber(file: string, view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw refuseZip(file, 'a length does not fit');
  return value;
}

/** What stands in 32 bits, and in an extra field where that is too little. */
type Wide = Pick<ZipEntry, 'size' | 'packedSize' | 'at'>;

/**
 * The same values, those that do not fit into 32 bits replaced by what the extra fields in [from, to) say.
 */
export function widened(file: string, view: DataView, from: number, to: number, narrow: Wide): Wide {
  const values = { ...narrow };
  for (let next = from; next + 4 <= to; next += 4 + view.getUint16(next + 2, true)) {
    if (view.getUint16(next, true) !== 1) continue;
    let field = next + 4;
    const end = field + view.getUint16(next + 2, true);
    if (end > to) throw refuseZip(file, 'its directory is damaged');
    for (const key of ['size', 'packedSize', 'at'] as const) {
      if (values[key] !== 0xffffffff) continue;
      if (field + 8 > end) throw refuseZip(file, 'its directory is damaged');
      values[key] = wholeNumber(file, view, field);
      field += 8;
    }
  }
  return values;
}
