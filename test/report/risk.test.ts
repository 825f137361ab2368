import { describe, expect, test } from 'vitest';
import { auditHtml } from '../../src/bench/index.ts';
import { claimRisk } from '../../src/index.ts';
import { auditMarkdown, auditText, claimRiskWords } from '../../src/report/index.ts';
import { formatRounded } from '../../src/report/words/format.ts';
import { noClaim, notRefutable, reconstruction, refuted, reversed } from './fixtures.ts';

const page = (result: Parameters<typeof auditHtml>[0]) =>
  auditHtml(result, { plots: [], version: '0.1.0', command: null, date: null });

describe('risk in the report of an audit', () => {
  test('stands in its own section, claim and proofs side by side, with what each column means', () => {
    const html = page(refuted());
    expect(html).toContain('<h2>The same as risk to one record</h2>');
    for (const title of [
      'claimed: at most',
      'gaussian (model-based): at least',
      'approx-dp(delta=1e-5) (worst-case): at least',
    ])
      expect(html).toContain(title);
    // Nothing follows for every mechanism but the posterior.
    expect(html).toMatch(
      />advantage<\/th><td class="number"[^>]*>0\.38293<\/td><td class="number"[^>]*>0\.\d+<\/td><td class="number"[^>]*>-</,
    );
    const markdown = auditMarkdown(refuted());
    expect(markdown).toMatch(/\| advantage \| 0\.38293 \| 0\.\d+ \| - \|/);
    expect(markdown).toMatch(
      /\| posterior from 1%, by epsilon at delta 1e-5 \| 0\.44573 \| 0\.\d+ \| 0\.\d+ \|/,
    );
    expect(markdown).toContain('Worst-case: for every mechanism.');
  });

  test('says nothing of what was not claimed, not proved or void', () => {
    expect(auditMarkdown(noClaim())).not.toContain('claimed: at most');
    expect(auditMarkdown(noClaim())).toContain('model-based');
    const small = auditMarkdown(notRefutable());
    expect(small).toContain('| posterior from 50%, by epsilon at delta 1e-5 | 0.99967 |');
    const void_ = reversed();
    expect(void_.risk.proved).toEqual([]);
    expect(auditText(void_)).not.toContain('Risk:');
    expect(auditMarkdown(void_)).not.toContain('at least');
  });

  test('a choice among candidates keeps the words of the claim that is stated', () => {
    expect(auditMarkdown(reconstruction())).toContain('An attack tells whether one record was in.');
  });
});

test('the words for an exchange are about two records', () => {
  const { lead, table } = claimRiskWords(claimRisk('gaussian(sigma=1, relation=replace)'));
  expect(lead).toContain('which of two records was used');
  expect(table.columns.map(({ title }) => title)).toEqual(['risk', 'at most']);
});

test('numbers are rounded up or down, and a decimal stays what it is', () => {
  expect(formatRounded(0.1234561, 'up', 5)).toBe('0.12346');
  expect(formatRounded(0.1234569, 'down', 5)).toBe('0.12345');
  expect(formatRounded(0.1234501, 'up', 5)).toBe('0.12346');
  expect(formatRounded(0.07, 'up')).toBe('0.07');
  expect(formatRounded(0.07 * (1 + 1e-15), 'up', 5)).toBe('0.07');
  expect(formatRounded(0.999999999, 'up', 5)).toBe('1');
  expect(formatRounded(0.999999999, 'down', 5)).toBe('0.99999');
  expect(formatRounded(1.00001e-7, 'up', 5)).toBe('1.0001e-7');
  expect(formatRounded(1.5e-300, 'up', 5)).toBe('1.5e-300');
  expect(formatRounded(0, 'up')).toBe('0');
  expect(formatRounded(1e100, 'up')).toBe('1e100');
  for (let i = 1; i < 2000; i++) {
    const x = Math.exp(-0.02 * i) * (1 + (i % 7) / 10);
    const [low, high] = [Number(formatRounded(x, 'down', 4)), Number(formatRounded(x, 'up', 4))];
    expect(low).toBeLessThanOrEqual(x * (1 + 1e-12));
    expect(high).toBeGreaterThanOrEqual(x * (1 - 1e-12));
    expect(high - low).toBeLessThanOrEqual(1.01e-3 * x);
  }
});
