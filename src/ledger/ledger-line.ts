import { whyNotJson } from '../json-shape.ts';
import { quoted } from '../quote.ts';
import { Sha256 } from '../sha256.ts';

/** What stands for the hash of the line before the first. */
export const CHAIN_BEGIN = '0'.repeat(64);

/** The most bytes of one line. */
export const LONGEST_LINE = 2 ** 24;

/** How every line ends: the hash of the line before, then its own. */
const ENDING = /,"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}$/;
const ENDING_LENGTH = ',"previous":"","hash":""}'.length + 128;
const HASH_LENGTH = ',"hash":""}'.length + 64;

const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const ENCODER = new TextEncoder();

/**
 * An entry as a line, without its line end. The hash is that of the line's own text with the key `hash` taken
 * out, so that whoever checks it needs to write no JSON again.
 */
export function ledgerLine(entry: object, previous: string): { line: string; hash: string } {
  const text = JSON.stringify(entry);
  if (!/^\{"[\s\S]*\}$/.test(text))
    throw new Error('internal: an entry of a ledger must be an object with keys');
  const chained = `${text.slice(0, -1)},"previous":"${previous}"`;
  const hash = hashOf(ENCODER.encode(chained));
  return { line: `${chained},"hash":"${hash}"}`, hash };
}

/** The hash of a line: of what stands before its hash, and the bracket that would close it there. */
function hashOf(before: Uint8Array): string {
  const hash = new Sha256();
  hash.update(before);
  hash.update(ENCODER.encode('}'));
  return hash.hex();
}

/** The last characters of a line, each byte as one: those that are sought are all ASCII. */
function endOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(Math.max(0, bytes.length - ENDING_LENGTH)));
}

/** The entry that a line holds, without `previous` and `hash`. A damaged line throws what `refused` makes. */
export function readLedgerLine(
  bytes: Uint8Array,
  { line, previous }: { readonly line: number; readonly previous: string },
  refused: (why: string) => Error,
): { entry: object; hash: string } {
  if (bytes.length === 0) throw refused('it is empty');
  if (bytes.length > LONGEST_LINE) throw refused(`must have at most ${LONGEST_LINE} bytes: ${bytes.length}`);
  if (BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte))
    throw refused('must not begin with a byte order mark');
  if (bytes.at(-1) === CARRIAGE_RETURN)
    throw refused('must end in a line feed alone: a carriage return was put before it');
  const ending = ENDING.exec(endOf(bytes));
  if (ending === null) throw refused('must end in "previous" and "hash": it is damaged, or not of a ledger');
  const [, named, hash] = ending;
  if (hashOf(bytes.subarray(0, bytes.length - HASH_LENGTH)) !== hash)
    throw refused('its hash is not that of its text: one of them was changed');
  if (named !== previous)
    throw refused(
      line === 1
        ? 'must have 64 zeros as previous: lines before it were removed'
        : `its previous is not the hash of line ${line - 1}: lines were removed, inserted or moved`,
    );
  const { previous: _, hash: __, ...entry } = parsedObject(bytes, refused);
  return { entry, hash };
}

function parsedObject(bytes: Uint8Array, refused: (why: string) => Error): Record<string, unknown> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused('must be UTF-8');
  }
  const problem = whyNotJson(text);
  if (problem !== null) throw refused(problem);
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(`not JSON: ${quoted((error as Error).message)}`);
  }
  if (hasPrototypeKey(value)) throw refused('must not have a key __proto__');
  return value;
}

/** Whether an object at any depth has the key `__proto__`, which assignments take for something else. */
function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}
