/** How wide characters of DejaVu Sans are, in thousandths of the font size; browsers' own are narrower. */
const WIDTHS: Readonly<Record<number, string>> = {
  280: "'ijl",
  340: 'IJ ,./:;\\|',
  420: 'f-()[]t!r',
  500: '"*_`',
  560: 'szc?L',
  600: 'Fkvxy',
  640: 'PTYoaeEhnuSbdgpq$0123456789{}',
  700: 'KAVXZBRC',
  790: 'UNHDG&OQ',
  870: 'w#+<=>^~M',
};
const WIDEST = 1000;
const BOLDER = 1.13;

const WIDTH_OF = new Map(
  Object.entries(WIDTHS).flatMap(([width, characters]) =>
    [...characters].map((character) => [character, Number(width)] as const),
  ),
);

/** How wide a text is at most, in pixels. */
export function textWidth(text: string, size: number, bold = false): number {
  let width = 0;
  for (const character of text) width += WIDTH_OF.get(character) ?? WIDEST;
  return (width * size * (bold ? BOLDER : 1)) / 1000;
}

/** A text as lines that are no wider than `room`: broken at spaces, else within a claim, else anywhere. */
export function wrapText(text: string, room: number, size: number, bold = false): string[] {
  const fits = (line: string) => textWidth(line.trimEnd(), size, bold) <= room;
  const lines: string[] = [];
  let line = '';
  const add = (piece: string, finer: readonly RegExp[]) => {
    if (fits(line + piece)) {
      line += piece;
      return;
    }
    const [next, ...others] = finer;
    if (fits(piece) || next === undefined) {
      if (line.trim() !== '') lines.push(line.trimEnd());
      line = piece;
      return;
    }
    for (const part of piece.match(next) ?? []) add(part, others);
  };
  for (const word of text.match(/\s*\S+\s*/g) ?? []) add(word, [/[^,(*]+[,(*]*\s*|[,(*]+\s*/g, /./gsu]);
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}
