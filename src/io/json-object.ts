import { invalid } from './refuse.ts';

/** Deeper than any table's row; the language's own functions run out of stack at some thousands. */
const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The object on one line; a line that is none, or that says a key twice, is refused. */
export function parseObject(file: string, row: number, line: string): Record<string, unknown> {
  const keys = countKeys(line);
  if (keys === TOO_DEEP) throw invalid('row', { file, row }, `must not be nested more than ${DEEPEST} deep`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Falls through to the refusal: what is wrong is best seen on the line itself.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noObject(file, row, line);
  if (keysOf(value) !== keys) {
    const column = doubledKey(line);
    throw invalid('row', { file, row, column }, 'a key must stand once');
  }
  return value as Record<string, unknown>;
}

function noObject(file: string, row: number, line: string): Error {
  const zero = line.indexOf('\0');
  if (zero < 0)
    return invalid('row', { file, row }, 'must be one JSON object on a line of its own', line.trim());
  const before = [...line.slice(0, zero).matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].at(-1)?.[1];
  return invalid(
    'row',
    { file, row, ...(before === undefined ? {} : { column: before }) },
    'text must have no zero bytes',
  );
}

const TOO_DEEP = -1;

/** How many keys the text has: colons outside of strings. */
function countKeys(line: string): number {
  let keys = 0;
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) at = endOfString(line, at);
    else if (code === 0x3a) keys++;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > DEEPEST) return TOO_DEEP;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return keys;
}

/** Where the string that begins at `at` ends, or the end of the line. */
function endOfString(line: string, at: number): number {
  for (let end = line.indexOf('"', at + 1); end >= 0; end = line.indexOf('"', end + 1)) {
    let slashes = 0;
    while (line.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return line.length;
}

/** How many keys are left of those in the text. */
function keysOf(value: object): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + keysIn(item), 0);
  let keys = 0;
  for (const key in value) keys += 1 + keysIn((value as Record<string, unknown>)[key]);
  return keys;
}

function keysIn(value: unknown): number {
  return typeof value === 'object' && value !== null ? keysOf(value) : 0;
}

/** The first key of a valid text that its object has already. */
function doubledKey(line: string): string {
  const open: Set<string>[] = [];
  let last = '';
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(line, at);
      last = JSON.parse(line.slice(at, end + 1));
      at = end;
    } else if (code === 0x3a) {
      const keys = open[open.length - 1];
      if (keys.has(last)) return last;
      keys.add(last);
    } else if (code === 0x7b || code === 0x5b) open.push(new Set());
    else if (code === 0x7d || code === 0x5d) open.pop();
  }
  throw new Error('internal: no key stands twice');
}
