import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidInput } from '../../../src/errors.ts';
import { ledgerOf } from '../../../src/ledger/index.ts';
import { NOTES, naiveLedger, newLedger } from '../../support/ledger.ts';

const read = (bytes: Buffer) => {
  try {
    return ledgerOf(bytes, 'x.jsonl', NOTES);
  } catch (error) {
    if (error instanceof InvalidInput) return error.message;
    throw error;
  }
};

/** Holds what is read of an altered ledger: refused, or all but a last line that has no end any more. */
function expectRefusedOrDropped(whole: Buffer, altered: Buffer): void {
  const [before, after] = [read(whole), read(altered)];
  if (typeof before === 'string') throw new Error(before);
  if (typeof after === 'string') {
    expect(after).toMatch(/^invalid ledger x\.jsonl(, line \d+)?; [^\n]+$/);
    return;
  }
  expect(after.dropped).not.toBe(null);
  expect(altered.at(-1)).not.toBe(0x0a);
  expect(after.lines).toBeGreaterThanOrEqual(before.lines - 1);
  expect(after.entries).toEqual(before.entries.slice(0, after.lines));
  expect(after.hashes).toEqual(before.hashes.slice(0, after.lines));
}

const SMALL = Buffer.from(naiveLedger('{"note":"a"}', '{"note":"é€"}', '{"note":"\\n"}'));

test('every byte of a small ledger, changed to some others, removed or doubled', () => {
  for (let at = 0; at < SMALL.length; at++) {
    const [head, rest] = [SMALL.subarray(0, at), SMALL.subarray(at + 1)];
    const own = SMALL[at];
    for (const byte of [own ^ 1, own ^ 0x20, 0x0a, 0x0d, 0])
      if (byte !== own) expectRefusedOrDropped(SMALL, Buffer.concat([head, Buffer.of(byte), rest]));
    expectRefusedOrDropped(SMALL, Buffer.concat([head, rest]));
    expectRefusedOrDropped(SMALL, Buffer.concat([head, Buffer.of(own, own), rest]));
  }
});

test('every beginning of a ledger is read as so many whole lines, or refused', () => {
  const ends = [...SMALL.keys()].filter((at) => SMALL[at] === 0x0a);
  for (let length = 0; length < SMALL.length; length++) {
    const lines = ends.filter((end) => end < length).length;
    const found = read(SMALL.subarray(0, length));
    if (lines === 0)
      expect(found).toMatch(/^invalid ledger x\.jsonl(; it is empty|, line 1; it has no line end)/);
    else
      expect(found).toMatchObject({
        lines,
        dropped: length === ends[lines - 1] + 1 ? null : { line: lines + 1 },
      });
  }
});

const entries = fc.array(fc.record({ note: fc.string({ unit: 'binary' }) }), { minLength: 1, maxLength: 5 });
const bytes = fc.uint8Array({ maxLength: 3 });

test('any ledger with up to three bytes anywhere in the place of up to three others', () => {
  fc.assert(
    fc.property(entries, fc.nat(), fc.nat({ max: 3 }), bytes, (list, place, removed, put) => {
      const whole = Buffer.from(naiveLedger(...list.map((entry) => JSON.stringify(entry))));
      const at = place % (whole.length + 1);
      const altered = Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + removed)]);
      if (!altered.equals(whole)) expectRefusedOrDropped(whole, altered);
    }),
    { numRuns: 1500 },
  );
});

test('lines in any other order, or some of them', () => {
  fc.assert(
    fc.property(entries, fc.infiniteStream(fc.nat()), fc.nat({ max: 6 }), (list, picks, count) => {
      const lines = naiveLedger(...list.map((entry) => JSON.stringify(entry))).split(/(?<=\n)/);
      const some = [...picks.take(count)].map((pick) => pick % lines.length);
      const found = read(Buffer.from(some.map((line) => lines[line]).join('')));
      // Only the first so many in their order are a chain.
      if (count > 0 && some.every((line, i) => line === i)) expect(found).toMatchObject({ lines: count });
      else expect(found).toMatch(/^invalid ledger x\.jsonl/);
    }),
    { numRuns: 300 },
  );
});

test('what is written is what was given, for any text', async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (list) => {
      const path = await newLedger(...list.map(({ note }) => note));
      expect(readFileSync(path, 'utf8')).toBe(naiveLedger(...list.map((entry) => JSON.stringify(entry))));
    }),
    { numRuns: 10 },
  );
});
