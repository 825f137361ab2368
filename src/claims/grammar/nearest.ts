import { quoted } from '../../quote.ts';

/** Says that a name is unknown, and which was meant or which there are. */
export function unknownName(what: string, given: string, known: readonly string[]): string {
  const close = nearest(given, known);
  return `unknown ${what}: ${quoted(given)} (${close === null ? `one of ${known.join(', ')}` : `did you mean ${close}?`})`;
}

/** The closest of some words by edit distance, or null where none is close. */
function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}
