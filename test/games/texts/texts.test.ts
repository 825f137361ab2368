import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTemplate, drawTexts, type TextRecipe, textEntropy } from '../../../src/games/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';

const recipe = (over: Partial<TextRecipe> = {}): TextRecipe => ({
  words: ['red', 'green', 'blue', 'white'],
  length: 3,
  separator: ' ',
  templates: ['{}'],
  ...over,
});
const draw = (m: number, each: number, over: Partial<TextRecipe> = {}, seed: string | number = 1) =>
  drawTexts(m, each, recipe(over), createRandom(seed));

/** The value that a chi-square statistic of so many degrees exceeds with probability 1e-6 at most, roughly. */
const chiSquareLimit = (degrees: number) => degrees + 7 * Math.sqrt(2 * degrees) + 20;

function chiSquare(counts: readonly number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('drawTexts', () => {
  test('texts have the words, the length, the separator and the templates in turn', () => {
    const texts = draw(6, 2, { templates: ['My code is {}.', '<{}>'] });
    const three = '(red|green|blue|white)( (red|green|blue|white)){2}';
    texts.forEach((text, i) => {
      const form = Math.floor(i / 2) % 2 === 0 ? `^My code is ${three}\\.$` : `^<${three}>$`;
      expect(text).toMatch(new RegExp(form));
    });
  });

  test('no text is another', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[ab]{1,3}$/), { minLength: 3, maxLength: 8 }),
        fc.integer({ min: 2, max: 5 }),
        fc.constantFrom('', ' '),
        fc.integer(),
        (words, length, separator, seed) => {
          let texts: string[];
          try {
            texts = draw(4, 1, { words, length, separator }, seed);
          } catch (error) {
            expect(String(error)).toContain('different texts are needed');
            return;
          }
          expect(new Set(texts).size).toBe(texts.length);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  test('every text can be had, and not one more', () => {
    expect(new Set(draw(64, 1)).size).toBe(64);
    expect(() => draw(65, 1)).toThrow('65 different texts are needed, and 4 words');
    expect(() => draw(13, 5)).toThrow('make 64');
    expect(draw(2, 1, { templates: ['a {}', 'b {}'], words: ['x', 'x y'], length: 1 })).toHaveLength(2);
    // Two draws of words make one text here: there are fewer than the words promise.
    expect(() => draw(4, 1, { words: ['a', 'aa'], length: 2, separator: '' })).toThrow('make fewer');
  });

  test('words are equally likely', () => {
    const counts = new Map<string, number>();
    for (const text of draw(4000, 1, { length: 12 }))
      for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
    expect(chiSquare([...counts.values()], 12000)).toBeLessThan(chiSquareLimit(3));
  });

  test('texts depend on nothing but recipe and random numbers', () => {
    expect(draw(20, 3)).toEqual(draw(20, 3));
    expect(draw(20, 3)).not.toEqual(draw(20, 3, {}, 2));
  });
});

test('bits are exact where words can be told apart, else an upper limit', () => {
  expect(textEntropy(recipe())).toEqual({ bits: 6, exact: true });
  expect(textEntropy(recipe({ separator: '' })).exact).toBe(false);
  expect(textEntropy(recipe({ separator: 'e' })).exact).toBe(false);
  expect(textEntropy(recipe({ words: ['ab', 'cd'], separator: '' }))).toEqual({ bits: 3, exact: true });
  expect(textEntropy(recipe({ separator: '', length: 1 })).exact).toBe(true);
});

test('a template has one place', () => {
  expect(() => checkTemplate('My code is {}')).not.toThrow();
  for (const template of ['My code', '{} {}', '', '{ }'])
    expect(() => checkTemplate(template)).toThrow('invalid template; must have {} once');
});
