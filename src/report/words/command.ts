import { quoted } from '../../quote.ts';

/** A command line, quoted for a shell; invisible characters are written as escapes that bash and zsh understand. */
export function shellCommand(words: readonly string[]): string {
  return words
    .map((word) => {
      if (/^[\w@%+=:,./-]+$/.test(word)) return word;
      if (quoted(word, Infinity) === word) return `'${word.replaceAll("'", "'\\''")}'`;
      return `$'${quoted(word.replace(/[\\']/g, '\\$&'), Infinity)}'`;
    })
    .join(' ');
}
