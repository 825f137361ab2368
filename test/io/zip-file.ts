import { crc32 } from 'node:zlib';

/** A file in an archive, and what the archive says of it. */
export interface Entry {
  readonly name: string;
  readonly data: Uint8Array;
  readonly packed?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly crc?: number;
  readonly localName?: string;
  readonly localCrc?: number;
  /** Sizes and checksum behind the data, as where an archive is written to a pipe. */
  readonly described?: boolean;
  /** Sizes and place in an extra field, as for large files. */
  readonly wide?: boolean;
}

/** A ZIP archive by hand, with whatever its entries claim. */
export function zip(entries: readonly Entry[], { wide = false, count = entries.length } = {}): Uint8Array {
  const bytes: number[] = [];
  const number = (value: number, size: number) => {
    for (let i = 0; i < size; i++) bytes.push(Math.floor(value / 2 ** (8 * i)) % 256);
  };
  const encoder = new TextEncoder();
  const flagsOf = ({ flags = 0, described = false }: Entry) => flags | (described ? 8 : 0);
  const places = entries.map((entry) => {
    const { name, localName = name, data, packed = data, method = 0, described = false } = entry;
    const at = bytes.length;
    const text = encoder.encode(localName);
    number(0x04034b50, 4);
    number(20, 2);
    number(flagsOf(entry), 2);
    number(method, 2);
    number(0, 4);
    const sum = entry.localCrc ?? entry.crc ?? crc32(data);
    const sizes = [packed.length, entry.size ?? data.length];
    number(described ? 0 : sum, 4);
    for (const size of sizes) number(described ? 0 : entry.wide ? 0xffffffff : size, 4);
    number(text.length, 2);
    number(entry.wide && !described ? 20 : 0, 2);
    bytes.push(...text);
    if (entry.wide && !described) {
      number(1, 2);
      number(16, 2);
      for (const size of sizes.reverse()) number(size, 8);
    }
    bytes.push(...packed);
    if (described) for (const value of [0x08074b50, sum, ...sizes]) number(value, 4);
    return at;
  });
  const directory = bytes.length;
  for (const [i, entry] of entries.entries()) {
    const { name, data, packed = data, method = 0 } = entry;
    const text = encoder.encode(name);
    number(0x02014b50, 4);
    number(20, 2);
    number(20, 2);
    number(flagsOf(entry), 2);
    number(method, 2);
    number(0, 4);
    number(entry.crc ?? crc32(data), 4);
    number(entry.wide ? 0xffffffff : packed.length, 4);
    number(entry.wide ? 0xffffffff : (entry.size ?? data.length), 4);
    number(text.length, 2);
    number(entry.wide ? 28 : 0, 2);
    number(0, 2);
    number(0, 8);
    number(entry.wide ? 0xffffffff : places[i], 4);
    bytes.push(...text);
    if (entry.wide) {
      number(1, 2);
      number(24, 2);
      number(entry.size ?? data.length, 8);
      number(packed.length, 8);
      number(places[i], 8);
    }
  }
  const end = bytes.length;
  if (wide) {
    number(0x06064b50, 4);
    number(44, 8);
    number(45, 2);
    number(45, 2);
    number(0, 8);
    number(count, 8);
    number(count, 8);
    number(end - directory, 8);
    number(directory, 8);
    number(0x07064b50, 4);
    number(0, 4);
    number(end, 8);
    number(1, 4);
  }
  number(0x06054b50, 4);
  number(0, 4);
  number(wide ? 0xffff : count, 2);
  number(wide ? 0xffff : count, 2);
  number(wide ? 0xffffffff : end - directory, 4);
  number(wide ? 0xffffffff : directory, 4);
  number(0, 2);
  return Uint8Array.from(bytes);
}
