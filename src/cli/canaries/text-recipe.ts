import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { checkTemplate, type TextRecipe } from '../../games/index.ts';
import { quoted } from '../../quote.ts';
import { readVocabulary } from './vocabulary-file.ts';

/** What may be typed about how texts are made. */
export interface RecipeOptions {
  vocabulary?: string;
  length?: number;
  separator?: string;
  template?: string[];
}

/** Without a vocabulary a text is a code of these characters. */
const CODE_CHARACTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** With a vocabulary and without: 8 of 10,000 words have 106 bits, 16 of 36 characters 83. */
const DEFAULT_LENGTH = { words: 8, characters: 16 };
const LONGEST_TEXT = 10_000;

/** What some readers take for the end of a line: control characters, but for the tab. */
const LINE_BREAK = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The recipe that was typed; `inLines` where each text has to be one line of a file. */
export async function readRecipe(
  { vocabulary, length, separator, template: templates = ['{}'] }: RecipeOptions,
  inLines: boolean,
): Promise<{ recipe: TextRecipe; repeated: number }> {
  templates.forEach(checkTemplate);
  for (const text of [...templates, separator ?? ''])
    if (inLines && LINE_BREAK.test(text))
      throw new InvalidInput(
        `invalid template or separator; a record is one line, which must have no line break: ${quoted(text)}`,
      );
  const typical = vocabulary === undefined ? DEFAULT_LENGTH.characters : DEFAULT_LENGTH.words;
  checkWhole('length', length ?? typical, 1, LONGEST_TEXT);
  const { words, repeated } =
    vocabulary === undefined ? { words: CODE_CHARACTERS, repeated: 0 } : await readVocabulary(vocabulary);
  return {
    recipe: {
      words,
      length: length ?? typical,
      separator: separator ?? (vocabulary === undefined ? '' : ' '),
      templates: [...new Set(templates)],
    },
    repeated,
  };
}
