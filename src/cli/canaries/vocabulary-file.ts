import { isUtf8 } from 'node:buffer';
import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { wholeFile } from '../input/whole-file.ts';

/** The words of a file, and what was passed over. */
export interface VocabularyFile {
  readonly words: readonly string[];
  /** Lines with a word that stood before. */
  readonly repeated: number;
}

/** The most bytes of a file of words: as texts they take several times as much memory. */
const LARGEST_VOCABULARY = 2 ** 26;
const LONGEST_WORD = 1000;

/** Space of any kind, and control characters: a line of a data set could not hold them as part of a word. */
const NOT_IN_WORDS = /[\s\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Reads one word from each line. A byte order mark, carriage returns, spaces around words and empty lines are
 * passed over; a word that stands twice counts once, so that all words are equally likely.
 */
export async function readVocabulary(path: string): Promise<VocabularyFile> {
  const bytes = await wholeFile(path);
  if (bytes.length > LARGEST_VOCABULARY)
    throw new InvalidInput(
      `cannot read ${quotedPath(path)}: a vocabulary has at most ${LARGEST_VOCABULARY} bytes`,
    );
  const refused = (why: string) => new InvalidInput(`invalid vocabulary ${quotedPath(path)}; ${why}`);
  if (!isUtf8(bytes)) throw refused('must be text in UTF-8, one word in each line');
  const words = new Set<string>();
  let repeated = 0;
  for (const [i, line] of bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const word = line.trim();
    if (word === '') continue;
    if (NOT_IN_WORDS.test(word))
      throw refused(`line ${i + 1} must be one word, without spaces or control characters: ${quoted(word)}`);
    if (word.length > LONGEST_WORD)
      throw refused(`a word must have at most ${LONGEST_WORD} characters: line ${i + 1}`);
    if (words.has(word)) repeated++;
    words.add(word);
  }
  if (words.size < 2) throw refused(`must have at least 2 different words: ${words.size}`);
  return { words: [...words], repeated };
}
