import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasEnded, type LockHolder, newHolder, parseHolder } from '../../../src/cli/ledger/lock-holder.ts';
import { append, newLedger, notesOf, QUIET } from '../../support/ledger.ts';

/** A process number that no system gives. */
const NOBODY = 2 ** 30;

const ended = (): LockHolder => ({ ...newHolder(), pid: NOBODY });
const put = (file: string, holder: unknown) => writeFileSync(file, JSON.stringify(holder));
const beside = (path: string) => readdirSync(dirname(path)).sort();
const SOON = { ...QUIET, giveUpAfter: 40 };

describe('who holds a lock', () => {
  test('this process has not ended', () => expect(hasEnded(newHolder())).toBe(false));
  test('a number that nobody has', () => expect(hasEnded(ended())).toBe(true));

  test.runIf(existsSync('/proc/self/stat'))('a number that another process has by now', () => {
    expect(hasEnded({ ...newHolder(), started: '1' })).toBe(true);
    expect(hasEnded({ ...newHolder(), started: null })).toBe(false);
  });

  test('of another machine nothing is known', () =>
    expect(hasEnded({ ...ended(), place: 'elsewhere' })).toBe(false));

  test('is read back as it was written, and nothing else is', () => {
    const holder = newHolder();
    expect(parseHolder(JSON.stringify(holder))).toEqual(holder);
    const others = [
      { pid: -1 },
      { pid: '1' },
      { token: '../x' },
      { host: 1 },
      { started: 1 },
      { place: null },
    ];
    for (const change of others) expect(parseHolder(JSON.stringify({ ...holder, ...change }))).toBe(null);
    for (const text of ['', '{', 'null', '7', '[]']) expect(parseHolder(text)).toBe(null);
  });
});

describe('a lock that was left behind', () => {
  test('by a process that ended is taken over, with the line that it did not finish', async () => {
    const path = await newLedger('a');
    put(`${path}.lock`, ended());
    appendFileSync(path, '{"note":"b"');
    const { cut } = await append(path, 'c');
    expect(cut).toMatchObject({ line: 2, bytes: 11, text: '{"note":"b"' });
    expect(await notesOf(path)).toEqual(['a', 'c']);
    expect(beside(path)).toEqual(['ledger.jsonl']);
  });

  test('again and again by those who took it over', async () => {
    const path = await newLedger('a');
    let file = `${path}.lock`;
    for (let i = 0; i < 5; i++) {
      const holder = ended();
      put(file, holder);
      file = `${path}.lock-${holder.token}`;
    }
    await Promise.all(['b', 'c', 'd'].map((note) => append(path, note)));
    expect((await notesOf(path)).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(beside(path)).toEqual(['ledger.jsonl']);
  });

  test('beside a free lock is removed, unless its process lives', async () => {
    const path = await newLedger('a');
    put(`${path}.lock-0123456789abcdef`, ended());
    put(`${path}.lock-fedcba9876543210`, newHolder());
    await append(path, 'b');
    expect(beside(path)).toEqual(['ledger.jsonl', 'ledger.jsonl.lock-fedcba9876543210']);
  });
});

describe('a lock that is held', () => {
  test.each<readonly [string, string, (holder: LockHolder) => unknown]>([
    ['by a process that lives', `process ${process.pid} on `, (holder) => holder],
    [
      'on another machine',
      'process 77 on other has',
      (holder) => ({ ...holder, pid: 77, place: 'x', host: 'other' }),
    ],
    ['by nobody knows whom', 'another process has', () => 'not yet written'],
  ])('%s is waited for and never taken', async (_, who, made) => {
    const path = await newLedger('a');
    put(`${path}.lock`, made(newHolder()));
    const refused = append(path, 'b', SOON);
    await expect(refused).rejects.toThrow(`cannot add to ${path}: ${who}`);
    await expect(refused).rejects.toThrow(`where that has ended, remove ${path}.lock`);
    expect(beside(path)).toEqual(['ledger.jsonl', 'ledger.jsonl.lock']);
    expect(await notesOf(path)).toEqual(['a']);
  });

  test('at the end of a chain is never taken', async () => {
    const path = await newLedger('a');
    const first = ended();
    put(`${path}.lock`, first);
    put(`${path}.lock-${first.token}`, newHolder());
    await expect(append(path, 'b', SOON)).rejects.toThrow(`process ${process.pid} on `);
  });

  test('is waited for with a notice, once', async () => {
    const path = await newLedger('a');
    const holder = newHolder();
    put(`${path}.lock`, holder);
    const notices: string[] = [];
    const tell = (notice: string) => {
      notices.push(notice);
      // Its holder ends.
      put(`${path}.lock`, { ...holder, pid: NOBODY });
    };
    await append(path, 'b', { tell, noticeAfter: 10 });
    expect(notices).toEqual([
      `waiting for process ${process.pid} on ${holder.host}, which is writing to ${path}`,
    ]);
    expect(await notesOf(path)).toEqual(['a', 'b']);
  });
});
