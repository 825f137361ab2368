import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { append, newLedger, notesOf, QUIET } from '../../support/ledger.ts';
import { ENDED, writeLock } from '../../support/ledger-locks.ts';
import { besideLedger, notesBy, RACER, startWriter } from '../../support/ledger-processes.ts';

test.each([
  [2, 10],
  [20, 3],
])('%i processes that add %i entries each at once lose none', async (processes, count) => {
  const path = await newLedger('begin');
  const names = Array.from({ length: processes }, (_, i) => `writer-${i}`);
  const ends = await Promise.all(names.map((name) => startWriter([path, name, count, 5]).ended));
  for (const end of ends) expect(end).toEqual({ code: 0, written: count, err: '' });
  const notes = await notesOf(path);
  expect(notes).toHaveLength(1 + processes * count);
  for (const name of names) expect(notesBy(notes, name)).toBe(count);
  expect(besideLedger(path)).toEqual(['ledger.jsonl']);
});

test('20 processes that race for a lock, each killed while it has it, are never inside together', async () => {
  const path = await newLedger('begin');
  await writeLock(`${path}.lock`, ENDED);
  const killed = () =>
    new Promise((resolve) => {
      spawn(process.execPath, [RACER, path]).once('exit', (code, signal) => resolve(signal ?? code));
    });
  const ends = await Promise.all(Array.from({ length: 20 }, killed));
  expect(ends).toEqual(Array(20).fill('SIGKILL'));
  await append(path, 'end');
  expect(besideLedger(path)).toEqual(['ledger.jsonl']);
});

/** Some of its changes to the disk, from the lock on; all are in ledger-crash.ci.test.ts. */
test.each([2, 3, 5, 7])(
  'a process that is killed at change %i leaves a ledger that goes on',
  async (change) => {
    const path = await newLedger('begin');
    expect(await startWriter([path, 'killed', 1], change).ended).toMatchObject({ code: null, written: 0 });
    const there = (await notesOf(path)).length;
    await append(path, 'next');
    expect((await notesOf(path)).map((note) => note.split(' ')[0])).toEqual(
      ['begin', 'killed', 'next'].filter((name) => name !== 'killed' || there === 2),
    );
    expect(besideLedger(path)).toEqual(['ledger.jsonl']);
  },
);

test('the lock of a process is kept while it lives, and be it stopped; then it is taken over', async () => {
  const path = await newLedger('a');
  const child = spawn('sleep', ['100']);
  const pid = child.pid ?? 0;
  child.kill('SIGSTOP');
  await writeLock(`${path}.lock`, { pid });
  await expect(append(path, 'b', { ...QUIET, giveUpAfter: 50 })).rejects.toThrow(`process ${pid} on `);
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
  await append(path, 'c');
  expect(await notesOf(path)).toEqual(['a', 'c']);
});
