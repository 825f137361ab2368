/** Deeper than any table's row. */
export const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** The text is no JSON. */
const NO_JSON = -1;

/** Up to so many keys all pairs are compared, which is faster than a set. */
const FEW = 8;
const MOST_DECODED = 1000;

/**
 * Scans JSON without building values: several times faster than JSON.parse where most of a row is not needed,
 * and it notices keys that stand twice. Every method takes the place where something begins and returns where
 * it ends.
 */
export class JsonScanner {
  /** Why JSON that is well formed is refused all the same. */
  problem: { readonly tooDeep: true } | { readonly doubled: string } | null = null;
  private text = '';
  /** Whether the last string had a backslash. */
  private escaped = false;
  /** Keys of the objects that are open. */
  private readonly open: string[] = [];
  /** Keys with a backslash, and what they stand for. */
  private readonly decoded = new Map<string, string>();

  /**
   * Takes one object that fills [from, to) apart; what lies behind `to` must be no JSON. Of keys that stand
   * in the order of `names` no string is made.
   */
  scanObject(
    text: string,
    from: number,
    to: number,
    names: readonly string[],
    keys: string[],
    starts: number[],
    ends: number[],
  ): boolean {
    this.text = text;
    this.problem = null;
    this.open.length = 0;
    let usual = true;
    let at = this.skipBlank(from);
    if (text.charCodeAt(at) !== OPEN_OBJECT) return false;
    at = this.skipBlank(at + 1);
    if (text.charCodeAt(at) === CLOSE_OBJECT) return this.skipBlank(at + 1) === to;
    for (;;) {
      const name = names[keys.length];
      const keyEnd = this.string(at);
      if (keyEnd < 0) return false;
      const asNamed = this.isKey(at, keyEnd, name);
      keys.push(asNamed ? name : this.keyText(at, keyEnd));
      usual &&= asNamed;
      at = this.colon(keyEnd);
      if (at < 0) return false;
      starts.push(at);
      at = this.value(at, 1);
      if (at < 0) return false;
      ends.push(at);
      at = this.skipBlank(at);
      const code = text.charCodeAt(at);
      at = this.skipBlank(at + 1);
      if (code === COMMA) continue;
      return code === CLOSE_OBJECT && at === to && (usual || this.areApart(keys, 0));
    }
  }

  private skipBlank(from: number): number {
    const { text } = this;
    let at = from;
    let code = text.charCodeAt(at);
    // A line feed would be blank too, but a row is one line.
    while (code === 0x20 || code === 0x09 || code === 0x0d) code = text.charCodeAt(++at);
    return at;
  }

  private isKey(start: number, end: number, name: string | undefined): boolean {
    return (
      name !== undefined &&
      !this.escaped &&
      name.length === end - start - 2 &&
      this.text.startsWith(name, start + 1)
    );
  }

  private keyText(start: number, end: number): string {
    return this.escaped ? JSON.parse(this.text.slice(start, end)) : this.text.slice(start + 1, end - 1);
  }

  /** Past a colon, to where a value begins. */
  private colon(from: number): number {
    const at = this.skipBlank(from);
    return this.text.charCodeAt(at) === COLON ? this.skipBlank(at + 1) : NO_JSON;
  }

  private value(at: number, depth: number): number {
    const { text } = this;
    switch (text.charCodeAt(at)) {
      case QUOTE:
        return this.string(at);
      case OPEN_OBJECT:
        return this.deeper(depth) ? this.object(at, depth + 1) : NO_JSON;
      case OPEN_ARRAY:
        return this.deeper(depth) ? this.array(at, depth + 1) : NO_JSON;
      case 0x74:
        return text.startsWith('true', at) ? at + 4 : NO_JSON;
      case 0x66:
        return text.startsWith('false', at) ? at + 5 : NO_JSON;
      case 0x6e:
        return text.startsWith('null', at) ? at + 4 : NO_JSON;
      default:
        return this.number(at);
    }
  }

  private deeper(depth: number): boolean {
    if (depth < DEEPEST) return true;
    this.problem = { tooDeep: true };
    return false;
  }

  private array(from: number, depth: number): number {
    const { text } = this;
    let at = this.skipBlank(from + 1);
    if (text.charCodeAt(at) === CLOSE_ARRAY) return at + 1;
    for (;;) {
      at = this.value(at, depth);
      if (at < 0) return NO_JSON;
      at = this.skipBlank(at);
      const code = text.charCodeAt(at++);
      if (code === CLOSE_ARRAY) return at;
      if (code !== COMMA) return NO_JSON;
      at = this.skipBlank(at);
    }
  }

  private object(from: number, depth: number): number {
    const { text, open } = this;
    const first = open.length;
    let anyEscaped = false;
    let at = this.skipBlank(from + 1);
    if (text.charCodeAt(at) === CLOSE_OBJECT) return at + 1;
    for (;;) {
      const keyEnd = this.string(at);
      if (keyEnd < 0) return NO_JSON;
      open.push(this.escaped ? text.slice(at, keyEnd) : text.slice(at + 1, keyEnd - 1));
      anyEscaped ||= this.escaped;
      at = this.colon(keyEnd);
      if (at < 0) return NO_JSON;
      at = this.value(at, depth);
      if (at < 0) return NO_JSON;
      at = this.skipBlank(at);
      const code = text.charCodeAt(at++);
      if (code === CLOSE_OBJECT) {
        if (anyEscaped && open.length > first + 1) this.decode(first);
        const apart = this.areApart(open, first);
        open.length = first;
        return apart ? at : NO_JSON;
      }
      if (code !== COMMA) return NO_JSON;
      at = this.skipBlank(at);
    }
  }

  /** Decodes the keys that were kept with their quotes. */
  private decode(first: number): void {
    const { open, decoded } = this;
    for (let i = first; i < open.length; i++) {
      const raw = open[i];
      if (raw[0] !== '"') continue;
      open[i] = decoded.get(raw) ?? JSON.parse(raw);
      if (decoded.size < MOST_DECODED) decoded.set(raw, open[i]);
    }
  }

  /** Whether no two of the keys from `first` on are equal. */
  private areApart(keys: readonly string[], first: number): boolean {
    const seen = keys.length - first > FEW ? new Set<string>() : null;
    for (let i = first; i < keys.length; i++) {
      if (seen === null ? keys.indexOf(keys[i], first) < i : seen.has(keys[i])) {
        this.problem ??= { doubled: keys[i] };
        return false;
      }
      seen?.add(keys[i]);
    }
    return true;
  }

  private string(from: number): number {
    const { text } = this;
    this.escaped = false;
    if (text.charCodeAt(from) !== QUOTE) return NO_JSON;
    for (let at = from + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code === BACKSLASH) {
        this.escaped = true;
        at = this.escape(at);
        if (at < 0) return NO_JSON;
        // Neither control characters nor, being NaN, the end of the text.
      } else if (!(code >= 0x20)) return NO_JSON;
    }
  }

  /** Returns the last character of an escape. */
  private escape(at: number): number {
    const { text } = this;
    switch (text.charCodeAt(at + 1)) {
      case QUOTE:
      case BACKSLASH:
      case 0x2f:
      case 0x62:
      case 0x66:
      case 0x6e:
      case 0x72:
      case 0x74:
        return at + 1;
      case 0x75:
        for (let i = at + 2; i < at + 6; i++) if (!isHex(text.charCodeAt(i))) return NO_JSON;
        return at + 5;
      default:
        return NO_JSON;
    }
  }

  private number(from: number): number {
    const { text } = this;
    let at = text.charCodeAt(from) === 0x2d ? from + 1 : from;
    const first = text.charCodeAt(at);
    at = first === 0x30 ? at + 1 : this.digits(at);
    if (at >= 0 && text.charCodeAt(at) === 0x2e) at = this.digits(at + 1);
    if (at >= 0 && (text.charCodeAt(at) | 0x20) === 0x65) {
      const sign = text.charCodeAt(at + 1);
      at = this.digits(sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
    }
    return at;
  }

  /** One digit or more. */
  private digits(from: number): number {
    const { text } = this;
    let at = from;
    let code = text.charCodeAt(at);
    while (code >= 0x30 && code <= 0x39) code = text.charCodeAt(++at);
    return at > from ? at : NO_JSON;
  }
}

function isHex(code: number): boolean {
  const letter = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}
