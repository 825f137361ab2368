import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../src/index.ts';
import { printable, quoted } from '../src/quote.ts';
import { jsonText } from '../src/report/index.ts';
import { shellCommand } from '../src/report/words/command.ts';

/** Controls, direction marks, what is invisible, line separators, halves of pairs; spelt out, not by category. */
const FOREIGN = [
  ...['\0', '\x07', '\x08', '\t', '\n', '\r', '\x1b[2J', '\x7f', '\x85', '\x9b31m'],
  ...['\u00ad', '\u061c', '\u200b', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029', '\ufeff'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\ud83d', '\udc00', '\u{e0041}', '\u3164', '\u115f', '\u2800', '\ufe0f', '\u034f'],
];
const SHOWN = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;

describe('quoted', () => {
  test('escapes all that a terminal acts on or hides', () => {
    for (const text of FOREIGN) {
      expect(quoted(`a${text}b`)).toMatch(/^a\\u[0-9a-f]{4}.*b$/);
      expect(quoted(text)).toMatch(SHOWN);
      if (text !== '\n') expect(printable(text)).toMatch(SHOWN);
    }
    expect(quoted('Grüße, 分数 🎲 é')).toBe('Grüße, 分数 🎲 é');
    expect(printable('two\nlines')).toBe('two\nlines');
  });

  test('is one line, and no longer than it may be, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.integer({ min: 1, max: 200 }),
        (text, most) => {
          const shown = quoted(text, most);
          // Each unit becomes at most six characters.
          const short = shown.length <= 6 * most + 1;
          return SHOWN.test(shown) && short && (text.length <= most || shown.endsWith('…'));
        },
      ),
    );
    expect(quoted('🎲🎲', 3)).toBe('🎲…');
  });
});

test('no error message holds what a terminal acts on, or goes on without end', () => {
  const { message } = new InvalidInput(`invalid ${FOREIGN.join('')} ${'x'.repeat(1e6)}`);
  expect(message).toMatch(SHOWN);
  expect(message.length).toBeLessThan(2500);
});

test('JSON says the same, and nothing of it is unseen', () => {
  const data = { name: FOREIGN.join(' '), list: [FOREIGN] };
  expect(jsonText(data).replaceAll('\n', '')).toMatch(SHOWN);
  expect(JSON.parse(jsonText(data))).toEqual(data);
});

test('a command line can be typed again, whatever stood in it', () => {
  expect(shellCommand(['onerun', "it's", 'a b', 'x=1'])).toBe("onerun 'it'\\''s' 'a b' x=1");
  expect(shellCommand(["a\x1b[31m\n\\'b"])).toBe("$'a\\u001b[31m\\u000a\\\\\\'b'");
});
