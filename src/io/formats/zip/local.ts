import { textOf } from '../../columns/text.ts';
import type { ByteSource } from '../../source.ts';
import { refuseZip, widened, type ZipEntry } from './fields.ts';

const LOCAL = 0x04034b50;
const LENGTH = 30;
/** Flag: sizes and checksum follow the data, and are zero in the header before it. */
const DESCRIBED_LATER = 8;

/** Where the data of an entry begins. The header before the data must agree with the directory. */
export async function dataStart(
  source: ByteSource,
  entry: Omit<ZipEntry, 'start'>,
  nameBytes: Uint8Array,
): Promise<number> {
  const { name: file } = source;
  const { name, at } = entry;
  const wrong = (reason: string) => refuseZip(file, `'${name}' ${reason}`);
  const head = new Uint8Array(await source.slice(at, at + LENGTH + nameBytes.length));
  const view = new DataView(head.buffer);
  if (head.length < LENGTH || view.getUint32(0, true) !== LOCAL) throw wrong('does not lie where it should');
  const [nameLength, extraLength] = [view.getUint16(26, true), view.getUint16(28, true)];
  const start = at + LENGTH + nameLength + extraLength;
  const ownName = head.subarray(LENGTH, LENGTH + nameLength);
  if (nameLength !== nameBytes.length || ownName.some((byte, i) => byte !== nameBytes[i]))
    throw wrong(`is called '${textOf(ownName)}' where it lies`);
  const flags = view.getUint16(6, true);
  if (flags !== entry.flags || view.getUint16(8, true) !== entry.method)
    throw wrong('is described in two ways');
  if ((flags & DESCRIBED_LATER) !== 0) return start;
  const narrow = { packedSize: view.getUint32(18, true), size: view.getUint32(22, true), at };
  const wide = narrow.packedSize === 0xffffffff || narrow.size === 0xffffffff;
  const extra = wide ? new DataView(await source.slice(start - extraLength, start)) : view;
  const sizes = wide ? widened(file, extra, 0, extra.byteLength, narrow) : narrow;
  if (
    sizes.size !== entry.size ||
    sizes.packedSize !== entry.packedSize ||
    view.getUint32(14, true) !== entry.crc
  )
    throw wrong('is described in two ways');
  return start;
}
