/** A line of a text plot and the character it is drawn with; later series are drawn over earlier ones. */
interface TextSeries {
  readonly mark: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface TextPlot {
  readonly title: string;
  readonly xRange: readonly [number, number];
  readonly yRange: readonly [number, number];
  /** Labels of the lower and upper end of each axis. */
  readonly xEnds: readonly [string, string];
  readonly yEnds: readonly [string, string];
  readonly series: readonly TextSeries[];
}

const WIDTH = 34;
const HEIGHT = 12;

/** Draws small plots side by side for the terminal. */
export function textPlots(plots: readonly TextPlot[]): string {
  const panels = plots.map(panel);
  return panels[0]
    .map((_, row) => panels.map((lines) => lines[row]).join('    '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function panel({ title, xRange, yRange, xEnds, yEnds, series }: TextPlot): string[] {
  const canvas = Array.from({ length: HEIGHT }, () => new Array<string>(WIDTH).fill(' '));
  for (const { mark, points } of series) {
    for (const [x, y] of points) {
      const column = Math.round(((x - xRange[0]) / (xRange[1] - xRange[0])) * (WIDTH - 1));
      const row = Math.round(((yRange[1] - y) / (yRange[1] - yRange[0])) * (HEIGHT - 1));
      if (column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT) canvas[row][column] = mark;
    }
  }
  const margin = Math.max(...yEnds.map((end) => end.length));
  const label = (row: number) => (row === 0 ? yEnds[1] : row === HEIGHT - 1 ? yEnds[0] : '').padStart(margin);
  const [left, right] = xEnds;
  return [
    `${' '.repeat(margin)} ${title}`,
    ...canvas.map((cells, row) => `${label(row)} |${cells.join('')}`),
    `${' '.repeat(margin)} +${'-'.repeat(WIDTH)}`,
    `${' '.repeat(margin)}  ${left}${' '.repeat(Math.max(1, WIDTH - left.length - right.length))}${right}`,
  ].map((line) => line.padEnd(margin + WIDTH + 2));
}
