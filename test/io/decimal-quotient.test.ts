import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalQuotient } from '../../src/io/columns/quotient.ts';

/** What Number() reads, or NaN where the quotient leaves it to Number(). */
function check(digits: bigint, power: number): boolean {
  const text = digits.toString().padStart(10, '0');
  const lowDigits = Math.min(9, text.length - 1);
  const high = Number(text.slice(0, text.length - lowDigits));
  const found = decimalQuotient(high, Number(text.slice(text.length - lowDigits)), lowDigits, power);
  const decided = !Number.isNaN(found);
  if (decided) expect(found).toBe(Number(`${digits}e-${power}`));
  return decided;
}

test('up to 18 digits over a power of ten are rounded as Number() rounds them', () => {
  let decided = 0;
  const numRuns = 6000;
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
      fc.nat(17),
      fc.nat(22),
      (digits, cut, power) => {
        if (check(digits / 10n ** BigInt(cut), power)) decided++;
      },
    ),
    { seed: 3, numRuns },
  );
  // Few lie in the middle of two doubles: whole numbers beyond 2^53 above all.
  expect(decided).toBeGreaterThan(0.99 * numRuns);
});

test('digits next to the middle of two doubles are rounded rightly, or left to Number()', () => {
  let left = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 22 }),
      fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }),
      fc.integer({ min: -60, max: 8 }),
      fc.integer({ min: -2, max: 2 }),
      (power, mantissa, exponent, off) => {
        // The middle is (2 mantissa + 1) 2^(exponent - 1), here times 10^power as a whole number.
        const scaled = (2n * mantissa + 1n) * 10n ** BigInt(power);
        const middle = exponent > 0 ? scaled << BigInt(exponent - 1) : scaled >> BigInt(1 - exponent);
        const digits = middle + BigInt(off);
        if (digits < 0n || digits >= 10n ** 18n) return;
        if (!check(digits, power)) left++;
      },
    ),
    { seed: 5, numRuns: 6000 },
  );
  expect(left).toBeGreaterThan(0);
});
