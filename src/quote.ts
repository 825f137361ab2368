/**
 * Control and direction characters, what cannot be seen (fillers, variation selectors and an empty Braille
 * cell among them), line separators and halves of surrogate pairs.
 */
const CLASSES = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;
const UNSEEN = new RegExp(CLASSES, 'gu');
const UNSEEN_IN_TEXT = new RegExp(`(?!\\n)${CLASSES}`, 'gu');

/** How much of a value is shown, and of a file's name. */
const VALUE_LENGTH = 120;
export const PATH_LENGTH = 240;

/**
 * Text that somebody else wrote (a file's name, an id, a column, a value, a claim) as it may stand in a
 * message: on one line, without characters that a terminal acts on or hides, and no longer than `longest`.
 */
export function quoted(text: string, longest = VALUE_LENGTH): string {
  if (text.length <= longest) return text.replace(UNSEEN, escaped);
  const cut = text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(UNSEEN, escaped)}…`;
}

/** The name of a file or folder in a message. */
export function quotedPath(path: string): string {
  return quoted(path, PATH_LENGTH);
}

/** Whole lines, or JSON, that may still hold something unseen: only line ends are kept. */
export function printable(text: string): string {
  return text.replace(UNSEEN_IN_TEXT, escaped);
}

/** As JSON and most languages write it. */
function escaped(character: string): string {
  let text = '';
  for (let i = 0; i < character.length; i++)
    text += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return text;
}
