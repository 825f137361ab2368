/** Finds one of many texts inside another text; `but` this one, where it is stated. */
export type TextFinder = (within: string, but?: string) => string | null;

/** Texts of similar length. */
interface TextGroup {
  readonly texts: ReadonlySet<string>;
  readonly window: number;
  /** The multiplier of the character that leaves the window. */
  readonly leaving: number;
  /** How long texts are whose first `window` characters have a hash. */
  readonly lengths: ReadonlyMap<number, readonly number[]>;
  /** A bit for each value of the upper bits of a hash: most places are passed over by a look here. */
  readonly filter: Uint8Array;
  /** How far a hash is shifted to its upper bits. */
  readonly shift: number;
}

const MULTIPLIER = 0x01000193;

/**
 * Looks for texts, none of them empty, at every place of what it is given (Rabin and Karp): a hash of the
 * characters in a window is moved on by one character at a time.
 */
export function textFinder(texts: readonly string[]): TextFinder {
  const groups = groupsOf(texts);
  return (within, but) => {
    for (const group of groups) {
      const found = findInGroup(within, group, but);
      if (found !== null) return found;
    }
    return null;
  };
}

/** Groups whose longest text is less than twice as long as the shortest, which is the window. */
function groupsOf(texts: readonly string[]): TextGroup[] {
  const sorted = [...texts].sort((a, b) => a.length - b.length);
  const groups: TextGroup[] = [];
  for (let start = 0; start < sorted.length; ) {
    const window = sorted[start].length;
    let end = start;
    while (end < sorted.length && sorted[end].length < 2 * window) end++;
    groups.push(groupOf(sorted.slice(start, end), window));
    start = end;
  }
  return groups;
}

function groupOf(texts: readonly string[], window: number): TextGroup {
  const lengths = new Map<number, number[]>();
  // Between 16 and 32 bits for each text, 2^24 at most.
  const bits = Math.min(24, 37 - Math.clz32(texts.length));
  const [filter, shift] = [new Uint8Array(1 << (bits - 3)), 32 - bits];
  for (const text of texts) {
    const hash = hashOfFirst(text, window);
    const known = lengths.get(hash);
    if (known === undefined) lengths.set(hash, [text.length]);
    else if (!known.includes(text.length)) known.push(text.length);
    const bit = hash >>> shift;
    filter[bit >>> 3] |= 1 << (bit & 7);
  }
  let leaving = 1;
  for (let i = 0; i < window; i++) leaving = Math.imul(leaving, MULTIPLIER);
  return { texts: new Set(texts), window, leaving, lengths, filter, shift };
}

/** Character i of n counts MULTIPLIER to the power n - i, so that the upper bits know every character. */
function hashOfFirst(text: string, window: number): number {
  let hash = 0;
  for (let i = 0; i < window; i++) hash = Math.imul(hash + text.charCodeAt(i), MULTIPLIER);
  return hash;
}

function findInGroup(
  within: string,
  { texts, window, leaving, lengths, filter, shift }: TextGroup,
  but: string | undefined,
): string | null {
  if (within.length < window) return null;
  let hash = hashOfFirst(within, window);
  for (let start = 0; ; start++) {
    const bit = hash >>> shift;
    if ((filter[bit >>> 3] & (1 << (bit & 7))) !== 0)
      for (const length of lengths.get(hash) ?? []) {
        const text = within.slice(start, start + length);
        if (texts.has(text) && text !== but) return text;
      }
    const next = start + window;
    if (next >= within.length) return null;
    const kept = (hash - Math.imul(within.charCodeAt(start), leaving)) | 0;
    hash = Math.imul((kept + within.charCodeAt(next)) | 0, MULTIPLIER);
  }
}
