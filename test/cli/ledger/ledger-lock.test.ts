import { appendFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { append, newLedger, notesOf, QUIET } from '../../support/ledger.ts';
import { ENDED, writeLock } from '../../support/ledger-locks.ts';

const beside = (path: string) => readdirSync(dirname(path)).sort();
const SOON = { ...QUIET, giveUpAfter: 40 };
const HERE = `process ${process.pid} on ${hostname()}`;

describe('a lock that was left behind', () => {
  test('by a process that ended is taken over, with the line that it did not finish', async () => {
    const path = await newLedger('a');
    await writeLock(`${path}.lock`, ENDED);
    appendFileSync(path, '{"note":"b"');
    const { cut } = await append(path, 'c');
    expect(cut).toMatchObject({ line: 2, bytes: 11, text: '{"note":"b"' });
    expect(await notesOf(path)).toEqual(['a', 'c']);
    expect(beside(path)).toEqual(['ledger.jsonl']);
  });

  test('by one that ended while it took over another is taken over too', async () => {
    const path = await newLedger('a');
    for (const lock of [`${path}.lock`, `${path}.lock.ended`]) await writeLock(lock, ENDED);
    await append(path, 'b');
    expect(beside(path)).toEqual(['ledger.jsonl']);
  });

  test.each(['', '{"pid":12'])('half-written as %j is taken over once it is old', async (text) => {
    const path = await newLedger('a');
    writeFileSync(`${path}.lock`, text);
    await expect(append(path, 'b', SOON)).rejects.toThrow('another process has');
    utimesSync(`${path}.lock`, 1, 1);
    await append(path, 'b');
    expect(beside(path)).toEqual(['ledger.jsonl']);
  });
});

describe('a lock that is held', () => {
  test.each<readonly [string, string, object]>([
    ['by a process that lives', HERE, {}],
    ['on another machine', 'process 77 on other has', { ...ENDED, pid: 77, host: 'other' }],
    ['in a container with the name of this host', 'process ', { ...ENDED, space: 'elsewhere' }],
  ])('%s is waited for and never taken', async (_, who, change) => {
    const path = await newLedger('a');
    await writeLock(`${path}.lock`, change);
    const refused = append(path, 'b', SOON);
    await expect(refused).rejects.toThrow(`cannot add to ${path}: ${who}`);
    await expect(refused).rejects.toThrow(`where that has ended, remove ${path}.lock`);
    expect(beside(path)).toEqual(['ledger.jsonl', 'ledger.jsonl.lock']);
    expect(await notesOf(path)).toEqual(['a']);
  });

  test('by a file that is no lock of ours is never taken', async () => {
    const path = await newLedger('a');
    for (const text of ['mine', 'null', '7', '[]', '{"pid":"1"}']) {
      writeFileSync(`${path}.lock`, text);
      utimesSync(`${path}.lock`, 1, 1);
      await expect(append(path, 'b', SOON)).rejects.toThrow('cannot add to');
      expect(readFileSync(`${path}.lock`, 'utf8')).toBe(text);
    }
  });

  test('is waited for with a notice, once', async () => {
    const path = await newLedger('a');
    await writeLock(`${path}.lock`, {});
    const ended = await writeLock(`${path}.other`, ENDED);
    const notices: string[] = [];
    const tell = (notice: string) => {
      notices.push(notice);
      // Its holder ends.
      writeFileSync(`${path}.lock`, ended);
    };
    await append(path, 'b', { tell, noticeAfter: 10 });
    expect(notices).toEqual([`waiting for ${HERE}, which is writing to ${path}`]);
    expect(await notesOf(path)).toEqual(['a', 'b']);
  });
});
