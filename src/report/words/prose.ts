/** Sections of a text, an empty line between them; those with nothing to say are left out. */
export function sectionsText(sections: readonly (string | null)[]): string {
  return `${sections.filter((section) => section !== null && section !== '').join('\n\n')}\n`;
}

/** A part of a sentence: words, or a command, which stands between backticks. */
export interface ProsePart {
  readonly text: string;
  readonly command: boolean;
}

export function proseParts(prose: string): ProsePart[] {
  return prose.split('`').map((text, i) => ({ text, command: i % 2 === 1 }));
}

/** A text behind its label; nothing without a text. */
export function labelled(label: string, text: string | null): string | null {
  return text === null ? null : `${label}: ${text}`;
}

/** A heading with indented lines below it; nothing without lines. */
export function listed(heading: string, lines: readonly string[]): string | null {
  return lines.length === 0 ? null : [heading, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** The same for a terminal, where commands are not marked. */
export function withoutMarks(prose: string): string {
  return prose.replaceAll('`', '');
}
