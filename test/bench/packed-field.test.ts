import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { audit, type CanaryField, canaryField } from '../../src/audit/index.ts';
import { countsAt } from '../../src/bench/cuts.ts';
import { packField, unpackField } from '../../src/bench/report/packed-field.ts';
import { packSource, unpackSource } from '../../src/bench/report/packed-source.ts';
import { reportField } from '../../src/bench/report/report-field.ts';
import { scriptJson } from '../../src/bench/report/script-json.ts';
import { sourceOfAudit } from '../../src/bench/source.ts';
import { createRandom } from '../../src/numerics/index.ts';

function field(m: number, seed: string, { lowerIsIn = false, digits = 15, far = 0 } = {}): CanaryField {
  const random = createRandom(seed);
  const included = Uint8Array.from({ length: m }, () => random.coin());
  const scores = Float64Array.from(included, (bit) =>
    Number((far + bit + random.normal()).toPrecision(digits)),
  );
  const found = canaryField({ kind: 'membership', scores, included }, 1, lowerIsIn);
  if (found === null) throw new Error('no field');
  return found;
}

const counts = ({ cuts }: CanaryField) => JSON.stringify(cuts.map(([above, inside]) => [above, inside]));
const travelled = (one: CanaryField) => unpackField(JSON.parse(JSON.stringify(packField(one))));

describe('a packed field', () => {
  test('of scores as far apart as numbers can be has edges for all of them', () => {
    const scores = Float64Array.from({ length: 2500 }, (_, i) =>
      i === 0 ? 1.7e308 : i === 1 ? -1.7e308 : i,
    );
    const included = Uint8Array.from(scores, (_, i) => i % 2);
    const found = canaryField({ kind: 'membership', scores, included }, 1, false);
    if (found === null) throw new Error('no field');
    const { density } = travelled(reportField(found, null));
    expect(density?.edges.every(Number.isFinite)).toBe(true);
    expect(density?.edges.at(-1)).toBe(1.7e308);
    expect(density?.outside.at(-1)).toBe(1);
    expect([...(density?.inside ?? []), ...(density?.outside ?? [])].reduce((a, b) => a + b)).toBe(2500);
  });

  test('keeps every count and every place, and six digits of each score', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 3, 20, 300, 2500, 5000),
        fc.string(),
        fc.boolean(),
        fc.constantFrom(1, 2, 15),
        (m, seed, lowerIsIn, digits) => {
          const before = reportField(field(m, seed, { lowerIsIn, digits }), null);
          const after = travelled(before);
          expect(counts(after)).toBe(counts(before));
          const { score } = before.dots;
          expect(JSON.stringify({ ...after.dots, score })).toBe(JSON.stringify(before.dots));
          const range = Math.max(...score) - Math.min(...score);
          const far = score.map((one, i) => Math.abs(after.dots.score[i] - one));
          expect(Math.max(...far)).toBeLessThanOrEqual(1.01e-6 * range);
          const cutsFar = before.cuts.map(([, , one], i) => Math.abs(after.cuts[i][2] - one));
          expect(Math.max(...cutsFar)).toBeLessThanOrEqual(2e-6 * range);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('keeps scores apart that are large and close together', () => {
    const { dots } = travelled(field(300, 'far', { far: 1e9 }));
    expect(new Set(dots.score).size).toBeGreaterThan(290);
  });

  test('keeps ids, those of one start and those that look like numbers, and cuts long ones', () => {
    const one = field(3, 'ids');
    const named = (name: string[]) => travelled({ ...one, dots: { ...one.dots, name } }).dots.name;
    for (const name of [
      ['train/1', 'train/2', 'train/10'],
      ['1', '2', 'row 7'],
      ['', 'a', 'infinite'],
    ])
      expect(named(name)).toEqual(name);
    const long = (end: number) => `${'p'.repeat(100)}/${end}${'x'.repeat(60)}/${end}`;
    expect(named([1, 2, 3].map(long))[1]).toBe(`${'p'.repeat(100)}/2${'x'.repeat(9)}…${'x'.repeat(8)}/2`);
    expect(named(['\u202etxt', 'b', 'c'])[0]).toBe('\\u202etxt');
    for (const character of ['漢', '<', '"', '😀', '\u202e']) {
      const { name } = packField({ ...one, dots: { ...one.dots, name: [character.repeat(50), 'b', 'c'] } });
      expect(name[0]).toContain('…');
      expect(Buffer.byteLength(scriptJson(name[0]))).toBeLessThanOrEqual(26);
    }
  });
});

describe('the field of a report', () => {
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
