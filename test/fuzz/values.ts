import type { Random } from '../../src/numerics/index.ts';
import { pick, size, times } from './target.ts';

const NUMBERS: readonly string[] = [
  ...['0', '-0', '1', '-1', '2', '0.5', '1e-320', '5e-324', '1e308', '1e309', '-1e400', '9007199254740993'],
  ...['NaN', 'nan', 'inf', '-inf', 'Infinity', '1e', '1e+', '.5', '5.', '+1', '--1', '0x10', '1_000', '1,5'],
  ...['1e999999999', '0.1e-9999999', '١', '½', '1 000', '00012', '1f', '1n', '1e5e5', '1.2.3'],
];

const TEXTS: readonly string[] = [
  ...['', ' ', '\t', '"', '""', "'", '\\', '\\n', ',', ';', '\r', '\n', '\r\n', '\u0000', '\ufeff', '\u2028'],
  ...[
    'true',
    'false',
    'True',
    'null',
    'None',
    'undefined',
    '__proto__',
    'constructor',
    'toString',
    'NA',
    'N/A',
  ],
  ...[
    '\u001b[2J\u001b[31m',
    '\u202egnp.exe',
    '\u0007',
    '\ud800',
    '😀',
    'e\u0301',

    '<script>',
    '%s%n',
  ],
  ...['=1+1', '../../etc/passwd', '/dev/zero', '-', '--json', 'score', 'included', 'id', 'a'.repeat(3000)],
];

/** Numbers and texts that readers stumble over. */
export function nasty(random: Random): string {
  if (random.bernoulli(0.45)) return pick(random, NUMBERS);
  if (random.bernoulli(0.75)) return pick(random, TEXTS);
  return times(size(random, 0, 30), () => String.fromCodePoint(size(random, 0, 0x2fff))).join('');
}

/** Any value of JSON, not too large. */
export function anyJson(random: Random, depth = 3): unknown {
  const kind = random.integer(depth > 0 ? 9 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.bernoulli(0.5);
  if (kind <= 3) return pick(random, [0, -1, 1, 0.5, 2, 1e-320, 1e308, 2 ** 53, -(2 ** 53), 1e15, 5e5]);
  if (kind <= 5) return nasty(random);
  const length = size(random, 0, 6);
  if (kind <= 7) return times(length, () => anyJson(random, depth - 1));
  return Object.fromEntries(times(length, () => [nasty(random), anyJson(random, depth - 1)]));
}
