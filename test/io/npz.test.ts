import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesSource, readRunPair, readScorePair, readScores } from '../../src/io/index.ts';
import { gzip, npy } from './files.ts';
import { flags, read, score, scores, whole } from './npz-canaries.ts';
import { type Entry, zip } from './zip-file.ts';

const packed = (entry: Entry): Entry => ({ ...entry, packed: deflateRawSync(entry.data), method: 8 });

test('archives stored, compressed, and with the sizes of large files hold the same', async () => {
  expect(await read(zip([scores, flags]))).toEqual(whole);
  expect(await read(zip([packed(scores), packed(flags)]))).toEqual(whole);
  const wide = [scores, flags].map((entry) => ({ ...entry, wide: true }));
  expect(await read(zip(wide, { wide: true }))).toEqual(whole);
});

test('a Buffer is read as its bytes are', async () => {
  const buffer = Buffer.concat([Buffer.from('before'), zip([scores, flags]), Buffer.from('after')]);
  expect(await read(buffer.subarray(6, -5))).toEqual(whole);
});

test('a flipped sign is found by the checksum', async () => {
  const archive = zip([scores, flags]);
  const at = archive.indexOf(0x3f, 300) || 300;
  const message = await read(archive.map((byte, i) => (i === at ? byte ^ 0x80 : byte)));
  expect(message).toBe("invalid file a.npz; must be a whole NPZ file: 'scores.npy': Invalid CRC32");
});

const refused: [string, Uint8Array, string | RegExp][] = [
  ['an encrypted array', zip([{ ...scores, flags: 1 }, flags]), /'scores.npy': .*encrypted/],
  ['another way to compress', zip([{ ...scores, method: 12 }, flags]), /'scores.npy': .*[Cc]ompression/],
  ['more bytes than announced', zip([{ ...packed(scores), size: 500 }, flags]), /must be a whole N/],
  ['another sum', zip([{ ...packed(scores), crc: 1 }, flags]), /must be a whole NPZ file: 'scores.npy'/],
];

for (const [what, bytes, message] of refused)
  test(`refuses ${what}`, async () => {
    if (typeof message === 'string') expect(await read(bytes)).toBe(message);
    else expect(await read(bytes)).toMatch(message);
  });

test('arrays that are not needed are left alone, whatever they hold', async () => {
  const broken = { name: 'weights.npy', data: npy(score), crc: 7 };
  const locked = { name: 'secret.npy', data: npy(score), flags: 1 };
  const strange = { name: 'other.npy', data: new Uint8Array(40) };
  expect(await read(zip([broken, locked, strange, scores, flags]))).toEqual(whole);
});

test('a header is believed only as far as the bytes go', async () => {
  const header = (text: string) => {
    const bytes = new Uint8Array(128);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
    bytes.set(new TextEncoder().encode(`${text.padEnd(117)}\n`), 10);
    return bytes;
  };
  const says = (descr: string, shape: string) =>
    header(`{'descr': ${descr}, 'fortran_order': False, 'shape': (${shape}), }`);
  const cases = [
    says("'<f8'", '1125899906842624,'),
    says("'<f8'", '1000000000, 1000000000'),
    says("'<f8'", '-1, -200'),
    header('{}'),
    header("{'descr': '<f8', 'descr': '<i8', 'fortran_order': False, 'shape': (0,), }"),
    header("{'descr': '<f8', 'fortran_order': False, 'shape': (0,), 'shape': (0,), }"),
    header("{'descr': '<f8', 'fortran_order': False, 'shape': (0,), 'other': (0,), }"),
    header("{'descr': '<f8', 'fortran_order': False, 'shape': (0,), } + {}"),
    header("{'descr': '<f8', 'fortran_order': '<f8', 'shape': (0,), }"),
  ];
  for (const data of cases)
    expect(await read(zip([{ name: 'scores.npy', data }, flags]))).toMatch(/must be a whole NPY file/);
  for (const type of ["'|O'", "'<c16'", "'<f16'", "'<M8[ns]'", "'<U999999999'", "'>S'"])
    expect(await read(zip([{ name: 'scores.npy', data: says(type, '200,') }, flags]))).toBe(
      `invalid file a.npz (array 'scores'); values of type ${type.slice(1, -1)} are not read`,
    );
  const several = says("[('a', '<f8'), ('b', [('c', '<i4', (2,))])]", '200,');
  expect(await read(zip([{ name: 'scores.npy', data: several }, flags]))).toBe(
    "invalid file a.npz (array 'scores'); values of type [('a', '<f8'), ('b', [('c', '<i4', (2,))])] are not read",
  );
});

/** An array as numpy writes it. */
function typed(descr: string, length: number, data: ArrayBufferLike): Uint8Array {
  const head = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${length},), }`;
  const bytes = new Uint8Array(128 + data.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
  bytes.set(new TextEncoder().encode(`${head.padEnd(117)}\n`), 10);
  bytes.set(new Uint8Array(data), 128);
  return bytes;
}

test('numbers with the big end first are read like the others', async () => {
  const values = [1.5, -2, 3, 0];
  const coins = { name: 'included.npy', data: npy([0, 1, 0, 1]) };
  const written = (bytes: number, put: (view: DataView, at: number, value: number) => void) => {
    const view = new DataView(new ArrayBuffer(bytes * values.length));
    for (const [i, value] of values.entries()) put(view, bytes * i, value);
    return view.buffer;
  };
  const cases: [string, ArrayBuffer, number[]][] = [
    ['>f8', written(8, (view, at, value) => view.setFloat64(at, value)), values],
    ['>f4', written(4, (view, at, value) => view.setFloat32(at, value)), values],
    ['>i8', written(8, (view, at, value) => view.setBigInt64(at, BigInt(Math.trunc(value)))), [1, -2, 3, 0]],
    ['>i2', written(2, (view, at, value) => view.setInt16(at, value)), [1, -2, 3, 0]],
    ['>u4', written(4, (view, at, value) => view.setUint32(at, Math.abs(value))), [1, 2, 3, 0]],
    ['>f2', Uint8Array.of(0x3e, 0, 0xc0, 0, 0x42, 0, 0, 0).buffer, values],
  ];
  for (const [descr, buffer, expected] of cases)
    expect(
      await read(zip([{ name: 'scores.npy', data: typed(descr, 4, buffer) }, coins])),
      descr,
    ).toMatchObject({ scores: Float64Array.from(expected) });
});

test('ids may be bytes or text in either order, and are the same ids', async () => {
  const rest = [
    { name: 'scores.npy', data: npy([1, 2]) },
    { name: 'included.npy', data: npy([0, 1]) },
  ];
  const ids = async (descr: string, data: Uint8Array) =>
    (
      await readScores(
        bytesSource('a.npz', zip([{ name: 'id.npy', data: typed(descr, 2, data.slice().buffer) }, ...rest])),
      )
    ).ids;
  const wide = (place: number) => {
    const bytes = new Uint8Array(24);
    for (const [i, letter] of [...'a1\0b\0\0'].entries()) bytes[4 * i + place] = letter.charCodeAt(0);
    return bytes;
  };
  const little = await ids('<U3', wide(0));
  expect(little).toHaveLength(4);
  expect(await ids('>U3', wide(3))).toEqual(little);
  expect(await ids('|S3', new TextEncoder().encode('a1\0b\0\0'))).toEqual(little);
  await expect(ids('|S3', Uint8Array.of(97, 49, 0, 0xe9, 0, 0))).rejects.toThrow(
    "invalid file a.npz (array 'id'); text in bytes must be ASCII, or come as text (type U): value 2",
  );
});

test('whole numbers beyond 2^53 are refused, not rounded', async () => {
  const whole = (values: BigInt64Array | BigUint64Array, descr: string) => {
    const head = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${values.length},), }`;
    const bytes = new Uint8Array(128 + values.byteLength);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
    bytes.set(new TextEncoder().encode(`${head.padEnd(117)}\n`), 10);
    bytes.set(new Uint8Array(values.buffer), 128);
    return bytes;
  };
  const big = whole(BigInt64Array.of(1n, 2n ** 53n + 1n), '<i8');
  const rule = 'must be at most 2^53 in size, beyond which numbers are rounded: 9007199254740993';
  expect(
    await read(
      zip([
        { name: 'scores.npy', data: big },
        { name: 'included.npy', data: npy([0, 1]) },
      ]),
    ),
  ).toBe(`invalid score in a.npz, row 2, column 'scores'; ${rule}`);
  const pair = readScorePair(bytesSource('in.npy', big), bytesSource('out.npy', npy([1])));
  await expect(pair).rejects.toThrow(`invalid score in in.npy, row 2; ${rule}`);
  const unsigned = bytesSource('in.npy', whole(BigUint64Array.of(2n ** 64n - 1n), '<u8'));
  await expect(readScorePair(unsigned, unsigned)).rejects.toThrow(/row 1; must be at most 2\^53/);
});

test('an array may break off or go on after its end only to be refused', async () => {
  const of = (bytes: Uint8Array) =>
    readRunPair(bytesSource('in.npy', bytes), bytesSource('out.npy', npy([1])));
  const extra = Uint8Array.from([...npy([1, 2]), 0]);
  await expect(of(extra)).rejects.toThrow('2 values announced, and more there');
  await expect(of(gzip(extra))).rejects.toThrow('2 values announced, and more there');
  await expect(of(npy([1, 2]).slice(0, -1))).rejects.toThrow('2 values announced, 1 there');
});
