import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newHolder } from '../../../src/cli/ledger/lock-holder.ts';
import { append, newLedger, notesOf, QUIET } from '../../support/ledger.ts';
import { besideLedger, notesBy, startWriter } from '../../support/ledger-processes.ts';

test.each([
  [2, 10],
  [8, 3],
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

/** Some of its changes to the disk, from the lock on, of which later Nodes make 11; all are in ledger-crash.ci.test.ts. */
test.each([7, 8, 10, 11])(
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

describe.runIf(existsSync('/proc/self/stat'))('a lock of another process', () => {
  const fieldsOf = (pid: number) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  const lockFor = (path: string, pid: number) =>
    writeFileSync(`${path}.lock`, JSON.stringify({ ...newHolder(), pid, started: fieldsOf(pid)[19] }));

  test('is kept while that process lives, and be it stopped; then it is taken over', async () => {
    const path = await newLedger('a');
    const child = spawn('sleep', ['100']);
    const pid = child.pid ?? 0;
    child.kill('SIGSTOP');
    lockFor(path, pid);
    await expect(append(path, 'b', { ...QUIET, giveUpAfter: 50 })).rejects.toThrow(`process ${pid} on `);
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
    await append(path, 'c');
    expect(await notesOf(path)).toEqual(['a', 'c']);
  });

  test('that has ended and only waits for its parent is taken over', async () => {
    const path = await newLedger('a');
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 100']);
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text) => resolve(Number(text))),
    );
    while (fieldsOf(pid)[0] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 10));
    lockFor(path, pid);
    await append(path, 'b');
    parent.kill('SIGKILL');
    expect(await notesOf(path)).toEqual(['a', 'b']);
  });
});
