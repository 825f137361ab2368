/** The numbers that a picture shows, as a table. */
export interface PictureData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

type Points = readonly (readonly [number, number])[];

/** Points of several lines as one table: the line's name, x and y, under the names of the axes. */
export function pointsData(
  x: string,
  y: string,
  lines: readonly { readonly text: string; readonly points: Points }[],
): PictureData {
  return {
    columns: ['series', x, y],
    rows: lines.flatMap(({ text, points }) => points.map(([at, value]) => [text, at, value])),
  };
}
