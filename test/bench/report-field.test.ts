import { describe, expect, test } from 'vitest';
import { audit, type CanaryField, canaryField } from '../../src/audit/index.ts';
import { countsAt } from '../../src/bench/cuts.ts';
import { packSource, unpackSource } from '../../src/bench/report/packed-source.ts';
import { reportField } from '../../src/bench/report/report-field.ts';
import { sourceOfAudit } from '../../src/bench/source.ts';
import { createRandom } from '../../src/numerics/index.ts';

function field(m: number, seed: string): CanaryField {
  const random = createRandom(seed);
  const included = Uint8Array.from({ length: m }, () => random.coin());
  const scores = Float64Array.from(included, (bit) => bit + random.normal());
  const found = canaryField({ kind: 'membership', scores, included }, 1, false);
  if (found === null) throw new Error('no field');
  return found;
}

describe('the field of a report', () => {
  test('has edges for scores as far apart as numbers can be', () => {
    const scores = Float64Array.from({ length: 2500 }, (_, i) =>
      i === 0 ? 1.7e308 : i === 1 ? -1.7e308 : i,
    );
    const included = Uint8Array.from(scores, (_, i) => i % 2);
    const found = canaryField({ kind: 'membership', scores, included }, 1, false);
    if (found === null) throw new Error('no field');
    const { density } = reportField(found, null);
    expect(density?.edges.every(Number.isFinite)).toBe(true);
    expect(density?.edges.at(-1)).toBe(1.7e308);
    expect(density?.outside.at(-1)).toBe(1);
    expect([...(density?.inside ?? []), ...(density?.outside ?? [])].reduce((a, b) => a + b)).toBe(2500);
  });

  test.each([3000, 10_000])('has 500 canaries at either end of %i, and counts all', (m) => {
    const whole = field(m, 'many');
    const { dots, density, cuts } = reportField(whole, null);
    expect(dots.rank).toEqual([...Array(500).keys(), ...Array.from({ length: 500 }, (_, i) => m - 500 + i)]);
    const sum = (ns: readonly number[] = []) => ns.reduce((a, b) => a + b, 0);
    expect([sum(density?.inside), sum(density?.outside)]).toEqual([whole.inside, m - whole.inside]);
    expect(cuts.length).toBeLessThan(1500);
    for (const above of [0, 1, 499, 500, m - 500, m - 1, m])
      expect(cuts.find(([place]) => place === above)).toEqual(whole.cuts.find(([place]) => place === above));
  });

  test('is the same where all canaries can be drawn', () => {
    const small = field(2000, 'few');
    expect(reportField(small, null)).toBe(small);
  });
});

test('the right guesses of each side are known at fixed cuts among canaries that are not drawn', () => {
  const random = createRandom('beyond');
  const included = Uint8Array.from({ length: 9000 }, () => random.coin());
  const scores = Float64Array.from(included, (bit) => bit + random.normal());
  const input = { name: 'scores.csv', sha256: '0'.repeat(64), rows: 9000, scoreColumn: 'score' };
  const ranked = Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a]);
  const right = [
    ranked.slice(0, 2501).filter((row) => included[row] === 1).length,
    ranked.slice(-2500).filter((row) => included[row] === 0).length,
  ];
  const result = audit([{ input, scores: { kind: 'membership', scores, included } }], {
    guesses: [5001],
    methods: ['steinke'],
    families: ['pure-dp'],
  });
  const source = sourceOfAudit(result);
  if (source === null) throw new Error('no figure');
  for (const { field, fixed } of [source, unpackSource(packSource(source))]) {
    expect(fixed?.cuts).toEqual({ top: 2501, bottom: 2500 });
    const counts = countsAt(field, { top: 2501, bottom: 2500 }, fixed);
    expect([counts?.rightIn, counts?.rightOut]).toEqual(right);
  }
});
