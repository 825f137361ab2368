import { InvalidInput } from '../../errors.ts';
import { ln, type Random } from '../../numerics/index.ts';

/** How the texts of canaries are made: random words, one after the other, in a template. */
export interface TextRecipe {
  /** Different words, each of them as likely as the others. */
  readonly words: readonly string[];
  /** How many words a text has. */
  readonly length: number;
  /** What stands between two words. */
  readonly separator: string;
  /** Each has one `{}`, where the words go; canaries take them in turn. */
  readonly templates: readonly string[];
}

/** How many texts a recipe can make for one template, as a number of bits. */
export interface TextEntropy {
  readonly bits: number;
  /** Whether two draws of words never make one text; else there may be fewer bits. */
  readonly exact: boolean;
}

/** Where the words go in a template. */
const TEMPLATE_PLACE = '{}';

/** The most characters of all texts together: they are held in memory. */
const MOST_CHARACTERS = 2 ** 27;

/** Throws unless a template has exactly one place for the words. */
export function checkTemplate(template: string): void {
  const places = template.split(TEMPLATE_PLACE).length - 1;
  if (places !== 1)
    throw new InvalidInput(
      `invalid template; must have ${TEMPLATE_PLACE} once, where the random words go: ${template}`,
    );
}

export function textEntropy({ words, length, separator }: TextRecipe): TextEntropy {
  const [first] = words;
  // Words can be told apart by their length, or by a character between them that no word has.
  const exact =
    length === 1 ||
    words.every((word) => word.length === first.length) ||
    (separator.length === 1 && words.every((word) => !word.includes(separator)));
  return { bits: (length * ln(words.length)) / Math.LN2, exact };
}

/**
 * Different texts, `each` of them for every one of m canaries: text j of canary
 * i is at place i * each + j. They depend on the recipe and on `random` alone.
 */
export function drawTexts(m: number, each: number, recipe: TextRecipe, random: Random): string[] {
  checkEnough(m, each, recipe);
  const { words, length, separator, templates } = recipe;
  const frames = templates.map((template) => template.split(TEMPLATE_PLACE));
  const count = m * each;
  const taken = new Set<string>();
  // To find the last of N texts takes about N ln N draws, 14 N at a million; more say that there is none.
  let tries = 100 * count + 10_000;
  let characters = 0;
  function draw(place: number): string {
    const [before, after] = frames[Math.floor(place / each) % frames.length];
    while (tries-- > 0) {
      let text = before + words[random.integer(words.length)];
      for (let i = 1; i < length; i++) text += separator + words[random.integer(words.length)];
      text += after;
      if (taken.has(text)) continue;
      taken.add(text);
      characters += text.length;
      if (characters > MOST_CHARACTERS)
        throw new InvalidInput(
          `invalid texts; must come to at most ${MOST_CHARACTERS} characters: draw fewer or shorter ones`,
        );
      return text;
    }
    throw tooFew(count, recipe, 'fewer');
  }
  return Array.from({ length: count }, (_, place) => draw(place));
}

/** Throws where the words cannot make so many texts. */
function checkEnough(m: number, each: number, recipe: TextRecipe): void {
  const { words, length, templates } = recipe;
  // Canaries take the templates in turn, so that each template needs its share.
  const needed = Math.ceil(m / templates.length) * each;
  let texts = 1;
  for (let i = 0; i < length && texts < needed && words.length > 1; i++) texts *= words.length;
  if (texts < needed) throw tooFew(m * each, recipe, String(texts));
}

function tooFew(count: number, { words, length, templates }: TextRecipe, texts: string): InvalidInput {
  const of = templates.length === 1 ? '' : ` for each of ${templates.length} templates`;
  return new InvalidInput(
    `invalid canaries; ${count} different texts are needed, and ${words.length} words, ${length} in a text, make ${texts}${of}: draw longer texts, or from more words`,
    ['length', 'vocabulary'],
  );
}
