import { InvalidInput } from '../../errors.ts';
import { PATH_LENGTH, quoted, quotedPath } from '../../quote.ts';
import { broken } from '../refuse.ts';

/** What the beginning of an NPY file says. */
export interface NpyHeader {
  readonly shape: readonly number[];
  /** Fortran order: the first index runs fastest. */
  readonly fortranOrder: boolean;
  /** numpy's name of the type, without the byte order. */
  readonly type: string;
  /** Big-endian: the most significant byte of a number comes first. */
  readonly bigEndian: boolean;
  readonly itemBytes: number;
  /** How many values there are. */
  readonly length: number;
  /** Where they begin. */
  readonly start: number;
}

/** numpy itself writes 128 bytes and reads at most 10,000. */
export const LONGEST_HEADER = 16384;

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** Reads the header at the beginning of `head`, which holds all of it or the whole file. */
export function parseHeader(file: string, head: Uint8Array): NpyHeader {
  const refuse = (reason: string) => broken(file, 'NPY', reason);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 12) throw refuse('it breaks off');
  if (!MAGIC.every((byte, i) => head[i] === byte)) throw refuse('its first bytes are others');
  const major = head[6];
  if (major < 1 || major > 3) throw refuse(`version ${major} is unknown`);
  const textStart = major > 1 ? 12 : 10;
  const start = textStart + (major > 1 ? view.getUint32(8, true) : view.getUint16(8, true));
  if (start > LONGEST_HEADER) throw refuse(`a header of ${start} bytes is too long`);
  if (start > head.length) throw refuse('it breaks off');
  const said = entriesOf(refuse, new TextDecoder('latin1').decode(head.subarray(textStart, start)));
  const order = /^(True|False)$/.exec(said.get('fortran_order') ?? '')?.[1];
  const sides = /^\(([\d\s,]*)\)$/.exec(said.get('shape') ?? '')?.[1];
  const descr = said.get('descr');
  if (order === undefined || sides === undefined || descr === undefined)
    throw refuse('its header does not say type, order and shape');
  const shape = sides
    .split(',')
    .filter((side) => side.trim() !== '')
    .map(Number);
  const length = shape.reduce((product, side) => product * side, 1);
  if (!Number.isSafeInteger(length * 8)) throw refuse(`a shape of ${shape.join(' x ')} is too large`);
  return { shape, fortranOrder: order === 'True', ...typeOf(file, descr), length, start };
}

/**
 * A key and its value in a Python dictionary: a text, a truth value, a tuple of numbers, or a list, which
 * only types are.
 */
const ENTRY =
  /\s*(['"])(descr|fortran_order|shape)\1\s*:\s*('[^']*'|"[^"]*"|True|False|\([\d\s,]*\)|\[.*\])\s*(,|(?=\}))/y;

/** What the header says, which is one Python dictionary. numpy takes the last of a key that stands twice. */
function entriesOf(refuse: (reason: string) => InvalidInput, text: string): Map<string, string> {
  const said = new Map<string, string>();
  ENTRY.lastIndex = text.indexOf('{') + 1;
  let end = ENTRY.lastIndex;
  for (let found = ENTRY.exec(text); found !== null; found = ENTRY.exec(text)) {
    const [, , key, value] = found;
    if (said.has(key)) throw refuse(`its header says '${key}' twice`);
    said.set(key, value);
    end = ENTRY.lastIndex;
  }
  if (!/^\s*\{/.test(text) || !/^\s*\}\s*$/.test(text.slice(end)))
    throw refuse('its header is no description of an array');
  return said;
}

/** Numbers, and text: type U of four bytes a character, S of one. */
const TYPE = /^(?:([<>])([iu][248]|f[248]|U[1-9]\d{0,4})|[<>|](b1|[iu]1)|\|(S[1-9]\d{0,4}))$/;

function typeOf(file: string, written: string): Pick<NpyHeader, 'type' | 'itemBytes' | 'bigEndian'> {
  const descr = written.replace(/^(['"])(.*)\1$/, '$2');
  const found = TYPE.exec(descr);
  if (found === null)
    throw new InvalidInput(
      `invalid file ${quotedPath(file)}; values of type ${quoted(descr, PATH_LENGTH)} are not read`,
    );
  const [, order, ordered, byte, text] = found;
  const type = ordered ?? byte ?? text;
  const itemBytes = Number(type.slice(1)) * (type[0] === 'U' ? 4 : 1);
  return { type, itemBytes, bigEndian: order === '>' };
}
