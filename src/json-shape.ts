import { quoted } from './quote.ts';

/** Deeper and larger than any file of ours; beyond that JSON.parse may run out of stack or memory. */
const DEEPEST = 64;
const MOST_VALUES = 5e6;

/**
 * Why a JSON text is refused before it is parsed: too deep, too many values, a key twice in one object; else
 * null.
 */
export function whyNotJson(text: string): string | null {
  /** The keys of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let values = 0;
  const token = /["[\]{},]/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [symbol] = found;
    if (symbol === '"') {
      const end = endOfString(text, found.index);
      const keys = open[open.length - 1];
      if (keys instanceof Set && isKey(text, end)) {
        const key = text.slice(found.index, end);
        // Keys may be spelt with escapes; what is no string is refused by the parser.
        const plain = key.includes('\\') ? unescaped(key) : key;
        if (keys.has(plain)) return `a key stands twice: ${quoted(key, 60)}`;
        keys.add(plain);
      }
      token.lastIndex = end;
    } else if (symbol === ']' || symbol === '}') open.pop();
    else {
      if (++values > MOST_VALUES) return `must hold at most ${MOST_VALUES} values`;
      if (symbol === ',') continue;
      open.push(symbol === '{' ? new Set() : null);
      if (open.length > DEEPEST) return `must be nested at most ${DEEPEST} deep`;
    }
  }
  return null;
}

/** The place behind the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text.charAt(at))) at++;
  return text.charAt(at) === ':';
}

function unescaped(key: string): string {
  try {
    return JSON.stringify(JSON.parse(key));
  } catch {
    return key;
  }
}
