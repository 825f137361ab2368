import { describe, expect, test } from 'vitest';
import { claimForms, kindOf, parseClaim, printNumber } from '../../src/claims/index.ts';

test('forms ask for parameters of their kind, with words for each', () => {
  expect(claimForms().length).toBeGreaterThan(2);
  for (const { name, text, fields } of claimForms()) {
    expect(text).not.toBe('');
    const kind = kindOf(
      parseClaim(`${name}(${fields.map(({ key, usual }) => `${key}=${usual}`).join(', ')})`),
    );
    expect(kind.name).toBe(name);
    for (const { key, label, usual, scale } of fields) {
      expect(kind.parameters.map((parameter) => parameter.key)).toContain(key);
      expect(label).toMatch(/^[A-Z]\w+/);
      expect(Number(usual)).toBeGreaterThanOrEqual(scale.least);
      expect(Number(usual)).toBeLessThanOrEqual(scale.most);
    }
  }
});

describe('the grammar', () => {
  test('prints small numbers with an exponent, from below a ten thousandth', () => {
    expect([1e-4, 0.00012, 9.9e-5, 1e-5, 0, 1e21].map(printNumber)).toEqual([
      ...['0.0001', '0.00012', '9.9e-5', '1e-5', '0', '1e21'],
    ]);
  });

  test('allows compositions 32 deep', () => {
    const nested = (depth: number) =>
      `${'compose('.repeat(depth - 1)}gaussian(sigma=1)${')'.repeat(depth - 1)}`;
    expect(kindOf(parseClaim(nested(32))).name).toBe('compose');
    expect(() => parseClaim(nested(33))).toThrow('at most 32 deep');
  });

  test('says below which line a point of a polyline must lie', () => {
    const points = (third: number) => () => parseClaim(`points(0:1, 0.2:0.6, 0.5:${third}, 1:0)`);
    expect(points(0.45)).toThrow(/neighbours \(0\.37/);
    expect(points(0.38)).toThrow(/neighbours \(0\.37/);
    expect(points(0.37)).not.toThrow();
  });

  test('says what stands where a number must, if anything does', () => {
    expect(() => parseClaim('gaussian(sigma=')).toThrow(/a number must stand here(?!, not)/);
    expect(() => parseClaim('gaussian(sigma=x)')).toThrow("a number must stand here, not 'x'");
  });
});
