import { runMark } from './run-mark.ts';
import type { RunsLayout } from './runs-layout.ts';
import type { RunsSource } from './runs-source.ts';

/** The room of one mark, in pixels. */
const WIDE = 9;

/** Many runs: each a mark above its number of right guesses, piled up where several have the same. */
export function runPile(
  { rows }: RunsSource,
  { tally, bottom, top }: RunsLayout,
): { readonly svg: string; readonly marks: readonly (readonly [number, number])[] } {
  const apart = tally(1) - tally(0);
  // Counts that are far apart have room for marks side by side; those closer than a mark share a column.
  const beside = Math.max(1, Math.floor(apart / WIDE - 0.7));
  const centre = (correct: number) =>
    apart >= WIDE ? tally(correct) : WIDE * Math.round(tally(correct) / WIDE);
  const sizes = new Map<number, number>();
  for (const { observation } of rows) {
    const at = centre(observation.correct);
    sizes.set(at, (sizes.get(at) ?? 0) + 1);
  }
  const highest = Math.ceil(Math.max(...sizes.values()) / beside);
  const step = Math.min(WIDE, (bottom - top - 12) / highest);
  const below = new Map<number, number>();
  // Runs that reached the number lie above those in the same column that did not.
  const order = rows.map((_, i) => i).sort((a, b) => Number(rows[a].isReached) - Number(rows[b].isReached));
  const marks: (readonly [number, number])[] = new Array(rows.length);
  const parts = order.map((i) => {
    const at = centre(rows[i].observation.correct);
    const n = below.get(at) ?? 0;
    below.set(at, n + 1);
    const x = at + ((n % beside) - (beside - 1) / 2) * WIDE;
    const y = bottom - 7 - Math.floor(n / beside) * step;
    marks[i] = [x, y];
    return runMark(x, y, rows[i].isReached, 3.6);
  });
  return { svg: parts.join(''), marks };
}
