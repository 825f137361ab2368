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
