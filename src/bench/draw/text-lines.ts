/** The mean width of a character of the drawings' font, as a share of its size: a little too wide. */
const CHARACTER = 0.54;

/** A text in lines no wider than `width` pixels; a word that is longer stands alone. */
export function textLines(text: string, width: number, size: number): string[] {
  const most = Math.max(8, Math.floor(width / (CHARACTER * size)));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** About how wide a text is, in pixels; a little too wide. */
export function widthOfWords(text: string, size: number, isBold = false): number {
  return text.length * size * (isBold ? CHARACTER + 0.07 : CHARACTER + 0.02);
}
