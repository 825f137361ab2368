/**
 * A text in lines of at most so many characters, broken at spaces. A longer word is broken too, or left whole
 * where somebody may want to copy it.
 */
export function brokenLines(text: string, width: number, longWords: 'broken' | 'whole' = 'broken'): string[] {
  const lines: string[] = [];
  let line: string | null = null;
  for (let word of text.split(' ')) {
    if (line !== null && line.length + 1 + word.length > width) {
      lines.push(line);
      line = null;
    }
    if (longWords === 'broken')
      while (word.length > width) {
        // A path is broken behind a slash where there is one.
        const end = word.lastIndexOf('/', width - 1) + 1 || width;
        lines.push(word.slice(0, end));
        word = word.slice(end);
      }
    line = line === null ? word : `${line} ${word}`;
  }
  return [...lines, line ?? ''];
}

/** A first cell of a row, with what stands before the next one. */
const LABEL = /^ +\S+ {2,}/;
const WIDEST_LABEL = 26;

/** A text for a terminal of this width: what belongs to an indented line is indented further. */
export function laidOut(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.length <= width) return [line];
      const [label = ''] = LABEL.exec(line) ?? [];
      const [indent] = /^ */.exec(line) ?? [''];
      const lead = label !== '' && label.length <= WIDEST_LABEL ? label : indent;
      const hanging = lead === '' ? '' : ' '.repeat(lead === label ? lead.length : lead.length + 2);
      // "p = 0.82" is one word.
      const whole = line.slice(lead.length).replaceAll(' = ', '\0=\0');
      const [first, ...others] = brokenLines(whole, width - hanging.length, 'whole');
      return [lead + first, ...others.map((other) => hanging + other)].map((each) =>
        each.replaceAll('\0', ' '),
      );
    })
    .join('\n');
}
