/**
 * The order of runs by their labels, whatever the order of their rows: numbers by size, other labels as
 * people count, so that run 2 comes before run 10.
 */
export function runOrder(labels: readonly string[]): number[] {
  const indices = labels.map((_, i) => i);
  const numbers = labels.map((label) => Number(label));
  if (numbers.every(Number.isFinite))
    return indices.sort((a, b) => numbers[a] - numbers[b] || byText(labels[a], labels[b]));
  const pieces = labels.map((label) => label.split(/(\d+)/));
  return indices.sort((a, b) => byPieces(pieces[a], pieces[b]) || byText(labels[a], labels[b]));
}

/** Texts and digits take turns, beginning with a text that may be empty. */
function byPieces(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = i % 2 === 1 ? Number(a[i]) - Number(b[i]) : byText(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
