import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/numerics/index.ts';
import { append, newLedger, notesOf } from '../../support/ledger.ts';
import { besideLedger, notesBy, startWriter, WRITER } from '../../support/ledger-processes.ts';

test('a process that is killed at any change to the disk leaves the old ledger or the new one', async () => {
  let kills = 0;
  for (let change = 1; change < 30; change++) {
    const path = await newLedger('begin');
    // One more change: an unfinished line is cut off first.
    if (change % 2 === 0) appendFileSync(path, '{"note":"unfin');
    const { code, written } = await startWriter([path, 'killed', 2], change).ended;
    if (code === null) kills++;
    const there = notesBy(await notesOf(path), 'killed');
    expect([written, written + 1]).toContain(there);
    await append(path, 'next');
    expect(notesBy(await notesOf(path), 'killed')).toBe(there);
    expect((await notesOf(path)).at(-1)).toBe('next');
    expect(besideLedger(path)).toEqual(['ledger.jsonl']);
  }
  expect(kills).toBeGreaterThan(16);
  expect(kills).toBeLessThan(29);
});

test('writers that are killed at random moments, beside others, lose nothing that was written', async () => {
  const path = await newLedger('begin');
  const random = createRandom('kills of writers');
  const names: string[] = [];
  let [kills, reported] = [0, 0];
  const keepWriting = async (lane: number) => {
    for (let turn = 0; turn < 6; turn++) {
      const name = `writer-${lane}-${turn}`;
      names.push(name);
      const { child, ended } = startWriter([path, name, 1000]);
      child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), 60 * random.uniform()));
      const { code, written, err } = await ended;
      expect({ code, err }).toEqual({ code: null, err: '' });
      kills++;
      reported += written;
      const there = notesBy(await notesOf(path), name);
      expect([written, written + 1]).toContain(there);
    }
  };
  await Promise.all([0, 1, 2, 3].map(keepWriting));
  expect(kills).toBe(24);
  await append(path, 'end');
  const notes = await notesOf(path);
  expect(notes.length).toBeGreaterThanOrEqual(reported + 2);
  for (const name of names) notesBy(notes, name);
  expect(besideLedger(path)).toEqual(['ledger.jsonl']);
});

describe('a full disk', () => {
  /** Adds notes of two kilobytes where no file may have more than so many. */
  const addWithin = (kilobytes: number, path: string) =>
    spawnSync('bash', [
      ...['-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`],
      ...[process.execPath, WRITER, path, 'full', '5'],
    ]);

  test.each([
    [1, 0],
    [4, 1],
    [6, 2],
  ])('of %i kilobytes keeps %i entries and nothing of the next', async (kilobytes, kept) => {
    const path = await newLedger('begin');
    const { status, stdout, stderr } = addWithin(kilobytes, path);
    expect({ status, err: String(stderr) }).toEqual({
      status: 2,
      err: `cannot write ${path}: it is larger than the system allows\n`,
    });
    expect(String(stdout).split('\n').length - 1).toBe(kept);
    expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(true);
    expect(await notesOf(path)).toHaveLength(1 + kept);
    expect(readdirSync(dirname(path))).toEqual(['ledger.jsonl']);
    await append(path, 'next');
  });

  test('on which not even a lock finds room', async () => {
    const path = await newLedger('begin');
    const before = readFileSync(path);
    const { status, stderr } = addWithin(0, path);
    expect({ status, err: String(stderr) }).toEqual({
      status: 2,
      err: `cannot write ${path}.lock: it is larger than the system allows\n`,
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(besideLedger(path)).toEqual(['ledger.jsonl']);
  });

  test('on which an unfinished line takes the last room: it is cut off first', async () => {
    const path = await newLedger('begin');
    writeFileSync(path, `${readFileSync(path, 'utf8')}${'y'.repeat(3000)}`);
    const { status, stdout } = addWithin(3, path);
    expect({ status, out: String(stdout) }).toEqual({ status: 2, out: '0\n' });
    expect(await notesOf(path)).toHaveLength(2);
  });
});
