/**
 * Scores as a CSV file that `readScores` takes: one line per canary or bucket; who was in only where it is
 * given.
 */
export function scoreText(
  scores: Float64Array,
  k: number,
  { assignment, digits }: { assignment?: ArrayLike<number>; digits?: number } = {},
): string {
  const columns = k === 2 ? 1 : k;
  const number = (x: number) => (digits === undefined ? String(x) : x.toFixed(digits));
  const titles = k === 2 ? ['score'] : Array.from({ length: k }, (_, j) => `score_${j}`);
  const lines = [header(titles, k, assignment !== undefined)];
  for (let i = 0; i * columns < scores.length; i++) {
    const own = Array.from(scores.subarray(i * columns, (i + 1) * columns), number).join(',');
    const truth = assignment?.[i];
    lines.push(
      truth === undefined ? `${i},${own}` : k === 2 ? `${i},${own},${truth}` : `${i},${truth},${own}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function header(titles: readonly string[], k: number, known: boolean): string {
  const names = !known ? titles : k === 2 ? [...titles, 'included'] : ['truth', ...titles];
  return ['id', ...names].join(',');
}
