import { quoted } from '../../quote.ts';

/** A command line as a shell would need it; what cannot be seen is written as an escape, which bash and zsh read back. */
export function shellCommand(words: readonly string[]): string {
  return words
    .map((word) => {
      if (/^[\w@%+=:,./-]+$/.test(word)) return word;
      if (quoted(word, Infinity) === word) return `'${word.replaceAll("'", "'\\''")}'`;
      return `$'${quoted(word.replace(/[\\']/g, '\\$&'), Infinity)}'`;
    })
    .join(' ');
}
