/** Finds one of many texts inside another text; `but` this one, where it is stated. */
export type TextFinder = (within: string, but?: string) => string | null;

/** Texts of similar length, by the hash of their first `window` characters. */
interface TextGroup {
  readonly window: number;
  /** The multiplier of the character that leaves the window. */
  readonly leaving: number;
  readonly byHash: ReadonlyMap<number, readonly string[]>;
  /** A bit for each value of the upper bits of a hash: most places are passed over by a look here. */
  readonly filter: Uint8Array;
}

const MULTIPLIER = 0x01000193;
const FILTER_BITS = 22;

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
  const byHash = new Map<number, string[]>();
  const filter = new Uint8Array(1 << (FILTER_BITS - 3));
  for (const text of texts) {
    const hash = hashOfFirst(text, window);
    const same = byHash.get(hash);
    if (same === undefined) byHash.set(hash, [text]);
    else same.push(text);
    const bit = hash >>> (32 - FILTER_BITS);
    filter[bit >>> 3] |= 1 << (bit & 7);
  }
  let leaving = 1;
  for (let i = 0; i < window; i++) leaving = Math.imul(leaving, MULTIPLIER);
  return { window, leaving, byHash, filter };
}

/** Character i of n counts MULTIPLIER to the power n - i, so that the upper bits know every character. */
function hashOfFirst(text: string, window: number): number {
  let hash = 0;
  for (let i = 0; i < window; i++) hash = Math.imul(hash + text.charCodeAt(i), MULTIPLIER);
  return hash;
}

function findInGroup(
  within: string,
  { window, leaving, byHash, filter }: TextGroup,
  but: string | undefined,
): string | null {
  if (within.length < window) return null;
  let hash = hashOfFirst(within, window);
  for (let start = 0; ; start++) {
    const bit = hash >>> (32 - FILTER_BITS);
    if ((filter[bit >>> 3] & (1 << (bit & 7))) !== 0)
      for (const text of byHash.get(hash) ?? [])
        if (within.startsWith(text, start) && text !== but) return text;
    const next = start + window;
    if (next >= within.length) return null;
    const kept = (hash - Math.imul(within.charCodeAt(start), leaving)) | 0;
    hash = Math.imul((kept + within.charCodeAt(next)) | 0, MULTIPLIER);
  }
}
