import { checkWhole } from '../../check.ts';
import { checkTemplate, type TextRecipe } from '../../games/index.ts';
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

/** The recipe that was typed, and how many lines of its vocabulary repeat a word. */
export async function readRecipe({
  vocabulary,
  length,
  separator,
  template: templates = ['{}'],
}: RecipeOptions): Promise<{ recipe: TextRecipe; repeated: number }> {
  templates.forEach(checkTemplate);
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
