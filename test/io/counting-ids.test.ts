import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint, fingerprintId } from '../../src/id-fingerprint.ts';
import { Growing } from '../../src/io/columns/growing.ts';
import { bytesSource, readRun, readScores } from '../../src/io/index.ts';
import { csv, jsonLines, text } from './files.ts';

const encoder = new TextEncoder();

/** Every fingerprint by itself. */
function naive(ids: readonly string[]): Uint32Array {
  return Uint32Array.from(
    ids.flatMap((id) => {
      const bytes = encoder.encode(id);
      fingerprintId(bytes, 0, bytes.length);
      return [...fingerprint];
    }),
  );
}

const fileOf = (ids: readonly string[]) =>
  text(`id,score,included\n${ids.map((id, i) => `${id},${i},${i % 2}\n`).join('')}`);

const count = (first: number, rows: number) => Array.from({ length: rows }, (_, i) => String(first + i));

describe('ids as fingerprints: those that count', () => {
  test('and then do not are as any others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1, 95, 997),
        fc.nat(30),
        fc.array(fc.constantFrom('x', '01', '1.0', '-1', '5000', '5001', '+3', '9007199254740993'), {
          minLength: 1,
          maxLength: 4,
        }),
        async (first, rows, others) => {
          const ids = [...count(first, rows), ...others, String(first + rows)];
          const again = ids.findIndex((id, i) => ids.indexOf(id) < i);
          const [fromText, fromJson] = [
            fileOf(ids),
            bytesSource(
              'scores.csv',
              jsonLines({ id: ids, score: ids.map((_, i) => i), included: ids.map((_, i) => i % 2) }),
            ),
          ];
          for (const source of [fromText, fromJson]) {
            if (again >= 0) {
              await expect(readScores(source)).rejects.toThrow(
                `doubled id in scores.csv, row ${again + 1}, column 'id'; every canary must stand once: ${ids[again]}`,
              );
              continue;
            }
            const { ids: found = new Uint32Array(0) } = await readScores(source);
            expect(found).toEqual(naive(ids));
          }
        },
      ),
      { seed: 8, numRuns: 50 },
    );
  });

  test('backwards, with gaps or twice are not taken for counts', async () => {
    for (const ids of [
      ['3', '2', '1'],
      ['1', '2', '4'],
      ['10', '11', '012'],
    ])
      expect((await readScores(fileOf(ids))).ids).toEqual(naive(ids));
    await expect(readScores(fileOf(['1', '2', '2']))).rejects.toThrow('doubled id in scores.csv, row 3,');
  });

  test('of scores and assignment are joined, whichever of the two counts', async () => {
    const counts = count(5, 200);
    const shuffled = [...counts].sort((a, b) => ((Number(a) * 77) % 211) - ((Number(b) * 77) % 211));
    const included = (id: string) => (Number(id) % 3 === 0 ? 1 : 0);
    for (const scored of [counts, shuffled])
      for (const drawn of [counts, shuffled]) {
        const { scores } = await readRun(
          bytesSource('s.csv', csv({ id: scored, score: scored.map(Number) })),
          { assignment: bytesSource('a.csv', csv({ id: drawn, included: drawn.map(included) })) },
        );
        expect(scores).toMatchObject({
          scores: Float64Array.from(scored, Number),
          included: Uint8Array.from(scored, included),
        });
        expect(scores.ids).toEqual(naive(scored));
      }
    const other = bytesSource('a.csv', csv({ id: count(6, 200), included: counts.map(included) }));
    const scored = bytesSource('s.csv', csv({ id: counts, score: counts.map(Number) }));
    await expect(readRun(scored, { assignment: other })).rejects.toThrow(
      "extra id in s.csv, row 1, column 'id'; must stand in a.csv too: 5",
    );
  });
});

test('a list that grows holds what was put into it, whatever was reserved', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.constant(-1)), { maxLength: 8 }),
      fc.nat(200_000),
      fc.nat(7),
      (steps, reserved, when) => {
        const list = new Growing(Uint32Array);
        const plain: number[] = [];
        for (const [i, step] of steps.entries()) {
          if (i === when) list.reserve(reserved);
          if (step < 0) {
            list.push(i);
            plain.push(i);
          } else {
            const values = Uint32Array.from({ length: step }, (_, j) => j * 31 + i);
            list.append(values);
            for (const value of values) plain.push(value);
          }
        }
        expect(list.length).toBe(plain.length);
        for (let at = 0; at < plain.length; at += 997) expect(list.at(at)).toBe(plain[at]);
        const taken = list.take();
        expect(taken.length).toBe(plain.length);
        expect(taken.every((value, i) => value === plain[i])).toBe(true);
        expect(list.length).toBe(0);
      },
    ),
    { seed: 2, numRuns: 20 },
  );
});
