import { expect, test } from 'vitest';
import { parseClaim, printClaim } from '../../src/claims/index.ts';

/** Compositions around a Gaussian, so many claims deep. */
const nested = (depth: number) => `${'compose('.repeat(depth - 1)}gaussian(mu=1)${')'.repeat(depth - 1)}`;

test('claims may be nested 32 deep, and no deeper', () => {
  expect(printClaim(parseClaim(nested(32)))).toBe(nested(32));
  expect(() => parseClaim(nested(33))).toThrow('compositions may be nested at most 32 deep');
});

test('numbers from 0.0001 on are printed without an exponent, smaller ones with one', () => {
  const printed = (mu: string) => printClaim(parseClaim(`gaussian(mu=${mu})`));
  expect(printed('1e-4')).toBe('gaussian(mu=0.0001)');
  expect(printed('0.00011')).toBe('gaussian(mu=0.00011)');
  expect(printed('0.00009')).toBe('gaussian(mu=9e-5)');
  expect(printed('1e22')).toBe('gaussian(mu=1e22)');
});

test('where a claim ends instead of a number, nothing is said to stand there', () => {
  const problem = (text: string) => {
    try {
      parseClaim(text);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };
  expect(problem('gaussian(sigma=')).toContain('a number must stand here');
  expect(problem('gaussian(sigma=')).not.toContain(', not');
  expect(problem('gaussian(sigma=1/ ')).not.toContain(', not');
  expect(problem('gaussian(sigma=)')).toContain("a number must stand here, not ')'");
});
