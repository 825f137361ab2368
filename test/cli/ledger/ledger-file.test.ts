import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  appendToLedger,
  checkNewLedger,
  createLedger,
  expectHead,
  readLedger,
} from '../../../src/cli/ledger/index.ts';
import { InvalidInput } from '../../../src/errors.ts';
import { DEFAULT_LIMITS } from '../../../src/io/index.ts';
import { cutNotice, droppedNotice, ledgerOf } from '../../../src/ledger/index.ts';
import {
  append,
  NOTES,
  naiveLedger,
  naiveLine,
  newLedger,
  notesOf,
  QUIET,
  readOrWhy,
} from '../../support/ledger.ts';
import { temporaryFile, temporaryFolder } from '../../support/temporary.ts';

const ZEROS = '0'.repeat(64);
const file = (content: string | Uint8Array) => temporaryFile('ledger.jsonl', content);

test('a ledger is lines of compact JSON, each with the hash of the one before and its own', async () => {
  const path = await newLedger('one', 'zwei €', 'three "3"\n\u2028');
  const text = readFileSync(path, 'utf8');
  expect(text).toBe(
    naiveLedger('{"note":"one"}', '{"note":"zwei €"}', JSON.stringify({ note: 'three "3"\n\u2028' })),
  );
  const { entries, hashes, head, lines, dropped } = await readLedger(path, NOTES);
  expect(entries.map(({ note }) => note)).toEqual(['one', 'zwei €', 'three "3"\n\u2028']);
  expect({ head, lines, dropped }).toEqual({ head: text.slice(-67, -3), lines: 3, dropped: null });
  expect(hashes).toHaveLength(3);
  expect(readdirSync(dirname(path))).toEqual(['ledger.jsonl']);
});

describe('a ledger is refused in one sentence', () => {
  const [first, second, third] = naiveLedger('{"note":"a"}', '{"note":"b"}', '{"note":"c"}').split(/(?<=\n)/);
  const lone = (entry: string) => naiveLedger('{"note":"a"}', entry);
  const cases: Readonly<Record<string, readonly [string | Uint8Array, string]>> = {
    'an empty file': ['', '; it is empty'],
    'a first line without an end': [first.trimEnd(), ', line 1; it has no line end'],
    'something else': ['score,included\n1,1\n', ', line 1; must end in "previous" and "hash"'],
    'an empty line': [`${first}\n${second}`, ', line 2; it is empty'],
    'an empty line at the end': [`${first}${second}\n`, ', line 3; it is empty'],
    'a byte order mark': [`\ufeff${first}`, ', line 1; must not begin with a byte order mark'],
    'carriage returns': [first.replace('\n', '\r\n'), ', line 1; must end in a line feed alone'],
    'a space at the end': [`${first}${second.trimEnd()} \n`, ', line 2; must end in "previous" and "hash"'],
    'a changed entry': [
      `${first}${second.replace('b', 'x')}${third}`,
      ', line 2; its hash is not that of its text',
    ],
    'an escape in the place of a letter': [
      `${first}${second.replace('"b"', '"\\u0062"')}`,
      ', line 2; its hash is not that of its text',
    ],
    'a space that means nothing': [first.replace(':', ': '), ', line 1; its hash is not that of its text'],
    'a hash in capitals': [first.replace(/[0-9a-f]{64}"\}/, (hash) => hash.toUpperCase()), ', line 1; '],
    'a damaged last line that has its end': [`${first}${second.slice(0, 60)}\n`, ', line 2; must end in'],
    'a first line that is gone': [second, ', line 1; must have 64 zeros as previous'],
    'a line that is gone': [first + third, ', line 2; its previous is not the hash of line 1'],
    'a line twice': [first + second + second, ', line 3; its previous is not the hash of line 2'],
    'lines that changed places': [first + third + second, ', line 2; its previous is not the hash of line 1'],
    'a key twice': [lone('{"note":"a","n\\u006fte":"b"}'), ', line 2; a key stands twice'],
    'a second hash': [lone('{"hash":"a"}'), ', line 2; a key stands twice: "hash"'],
    'a second previous': [lone('{"previous":"a"}'), ', line 2; a key stands twice: "previous"'],
    'a key __proto__': [
      lone('{"note":"a","x":[{"__proto__":1}]}'),
      ', line 2; must not have a key __proto__',
    ],
    'a key __proto__ in escapes': [lone('{"\\u005f_proto__":1}'), ', line 2; must not have a key __proto__'],
    'what is no JSON': [lone('{"note":nothing}'), ', line 2; not JSON: '],
    'depth without end': [
      lone(`{"note":${'['.repeat(99)}${']'.repeat(99)}}`),
      ', line 2; must be nested at most 64 deep',
    ],
    'an entry of another form': [lone('{"note":7}'), ', line 2; at note: must be a text'],
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    const [content, sentence] = cases[name];
    const path = file(content);
    const why = await readOrWhy(path);
    expect(why).toContain(`invalid ledger ${path}${sentence}`);
    expect(why).not.toContain('\n');
    // Nobody adds to it either.
    const bytes = readFileSync(path);
    await expect(append(path, 'more')).rejects.toThrow(InvalidInput);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('invalid UTF-8, be its hash right', async () => {
    const chained = Buffer.from(`{"note":"\u00ff","previous":"${ZEROS}"`, 'latin1');
    const hash = createHash('sha256').update(chained).update('}').digest('hex');
    const path = file(Buffer.concat([chained, Buffer.from(`,"hash":"${hash}"}\n`)]));
    expect(await readOrWhy(path)).toBe(`invalid ledger ${path}, line 1; must be UTF-8`);
  });

  test('a huge line', () => {
    const bytes = Buffer.concat([Buffer.from(first), Buffer.alloc(2 ** 24 + 1, 'x'), Buffer.from('\n')]);
    expect(() => ledgerOf(bytes, 'x.jsonl', NOTES)).toThrow(
      'invalid ledger x.jsonl, line 2; must have at most 16777216 bytes: 16777217',
    );
  });

  test('beyond limits', async () => {
    const path = await newLedger('a', 'b', 'c');
    const limits = (more: object) => ({ ...NOTES, limits: { ...DEFAULT_LIMITS, ...more } });
    expect(await readOrWhy(path, limits({ rows: 2 }))).toContain('must have at most 2 rows');
    expect(await readOrWhy(path, limits({ bytes: 100 }))).toContain('must come to at most 100 bytes');
  });

  test('a folder, a missing file, a link that leads nowhere, a path through a file', async () => {
    const folder = temporaryFolder();
    expect(await readOrWhy(folder)).toBe(`cannot read ${folder}: it is a directory`);
    await expect(append(folder, 'x')).rejects.toThrow(`cannot write ${folder}: it is a directory`);
    const none = join(folder, 'none.jsonl');
    expect(await readOrWhy(none)).toBe(`cannot read ${none}: there is no such file or folder`);
    await expect(append(none, 'x')).rejects.toThrow(`cannot write ${none}: there is no such file or folder`);
    symlinkSync('nowhere', join(folder, 'link'));
    expect(await readOrWhy(join(folder, 'link'))).toMatch(
      /^cannot read .*: there is no such file or folder$/,
    );
    const path = await newLedger('a');
    expect(await readOrWhy(join(path, 'x'))).toMatch(/^cannot read .*: part of the path is not a folder$/);
  });

  test.skipIf(process.getuid?.() === 0)('one that may not be read', async () => {
    const path = await newLedger('a');
    chmodSync(path, 0o200);
    expect(await readOrWhy(path)).toBe(`cannot read ${path}: permission denied`);
  });
});

describe('an unfinished last line', () => {
  test.each(['{', '{"note":"b","pre', naiveLine('{"note":"b"}', ZEROS), '\0\0\0\r'])(
    '%j is passed over, and cut off by the next writer',
    async (rest) => {
      const path = await newLedger('a');
      appendFileSync(path, rest);
      const ledger = await readLedger(path, NOTES);
      expect(ledger).toMatchObject({ lines: 1, dropped: { line: 2, bytes: rest.length } });
      expect(droppedNotice(ledger)).toMatch(
        /^line 2 of .* is unfinished \(\d+ bytes? without a line end\) and is passed over: /,
      );
      const { cut, ledger: after } = await append(path, 'b');
      expect(cut).toEqual(ledger.dropped);
      expect(cut === null ? '' : cutNotice(path, cut)).toMatch(/^line 2 of .* and was cut off: /);
      expect(after).toEqual(await readLedger(path, NOTES));
      expect(await notesOf(path)).toEqual(['a', 'b']);
      expect(droppedNotice(after)).toBe(null);
    },
  );

  test('says what it was in one line that fits a terminal', async () => {
    const path = await newLedger('a');
    appendFileSync(path, `\u001b[31m${'x'.repeat(1000)}`);
    const notice = droppedNotice(await readLedger(path, NOTES)) ?? '';
    expect(notice).toContain('\\u001b[31mxxx');
    expect(notice.length).toBeLessThan(path.length + 250);
  });
});

describe('a new ledger', () => {
  test('never replaces a file', async () => {
    const path = file('precious');
    for (const begin of [() => checkNewLedger(path), () => createLedger(path, NOTES, { note: 'a' })])
      await expect(begin()).rejects.toThrow(`${path} exists and is never replaced`);
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  test('is begun by one of those who begin it at once', async () => {
    const path = join(temporaryFolder(), 'ledger.jsonl');
    const begun = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((note) => createLedger(path, NOTES, { note })),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of begun)
      if (result.status === 'rejected')
        expect(result.reason.message).toMatch(/exists and is never replaced|something of that name is there/);
    expect(await notesOf(path)).toHaveLength(1);
    expect(readdirSync(dirname(path))).toEqual(['ledger.jsonl']);
  });

  test('cannot be a folder, or lie in one that is not there', async () => {
    const folder = temporaryFolder();
    await expect(checkNewLedger(folder)).rejects.toThrow('it is a directory');
    await expect(checkNewLedger(join(folder, 'a', 'b'))).rejects.toThrow('there is no folder');
    await expect(checkNewLedger('')).rejects.toThrow('it has no name');
    await checkNewLedger(join(folder, 'ledger.jsonl'));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that holds a seed only its owner may read, after appends too', async () => {
    const path = join(temporaryFolder(), 'ledger.jsonl');
    await createLedger(path, NOTES, { note: 'seed' }, { secret: true });
    await append(path, 'more');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('adding', () => {
  test('goes through links, with one lock', async () => {
    const path = await newLedger('a');
    const other = join(temporaryFolder(), 'link.jsonl');
    symlinkSync(path, other);
    await Promise.all([append(path, 'b'), append(other, 'c')]);
    expect((await notesOf(other)).sort()).toEqual(['a', 'b', 'c']);
    expect(readdirSync(dirname(other))).toEqual(['link.jsonl']);
  });

  test('is refused where the file is write-protected', async () => {
    const path = await newLedger('a');
    chmodSync(path, 0o444);
    await expect(append(path, 'b')).rejects.toThrow(`cannot write ${path}: it is write-protected`);
  });

  test('sees what another wrote meanwhile', async () => {
    const path = await newLedger('a');
    const seen: string[][] = [];
    const { ledger } = await appendToLedger(
      path,
      NOTES,
      async ({ entries }) => {
        seen.push(entries.map(({ note }) => note));
        if (seen.length === 1) await append(path, 'between');
        return { note: `after ${entries.length}` };
      },
      QUIET,
    );
    expect(seen).toEqual([['a'], ['a', 'between']]);
    expect(ledger.entries.map(({ note }) => note)).toEqual(['a', 'between', 'after 2']);
    expect(await notesOf(path)).toEqual(['a', 'between', 'after 2']);
  });

  test('nothing where there is no entry to add', async () => {
    const path = await newLedger('a');
    const refuse = () => Promise.reject(new InvalidInput('that run is in the ledger'));
    await expect(appendToLedger(path, NOTES, refuse, QUIET)).rejects.toThrow('that run is in the ledger');
    expect(readdirSync(dirname(path))).toEqual(['ledger.jsonl']);
  });

  test('an entry that could not be read again', async () => {
    const path = await newLedger('a');
    const bytes = readFileSync(path);
    const add = (entry: object) => appendToLedger(path, NOTES, () => entry, QUIET);
    await expect(add({ note: 'x'.repeat(2 ** 24) })).rejects.toThrow('must have at most 16777216 bytes');
    await expect(add({ note: 'x', hash: 'y' })).rejects.toThrow('internal: ');
    await expect(add({})).rejects.toThrow('internal: ');
    await expect(add([1])).rejects.toThrow('internal: ');
    await expect(add({ note: 7 })).rejects.toThrow('must be a text');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('many at once in one process', async () => {
    const path = await newLedger('begin');
    const notes = Array.from({ length: 10 }, (_, i) => `note ${i}`);
    await Promise.all(notes.map((note) => append(path, note)));
    expect((await notesOf(path)).sort()).toEqual(['begin', ...notes].sort());
    expect(readdirSync(dirname(path))).toEqual(['ledger.jsonl']);
  });

  test('while it is read: a reader finds whole entries only', async () => {
    const path = await newLedger('begin');
    let going = true;
    const writing = (async () => {
      for (let i = 0; i < 12; i++) await append(path, 'x'.repeat(i * 3000));
      going = false;
    })();
    for (let last = 1; going; ) {
      const { lines } = await readLedger(path, NOTES);
      expect(lines).toBeGreaterThanOrEqual(last);
      last = lines;
    }
    await writing;
    expect((await readLedger(path, NOTES)).lines).toBe(13);
  });
});

describe('an expected head', () => {
  const hashes = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
  const ledger = { path: 'x.jsonl', hashes, head: hashes[2] };

  test('is the whole head, or how it begins', () => {
    for (const expected of [hashes[2], 'cccccccc', 'C'.repeat(20)])
      expect(() => expectHead(ledger, expected)).not.toThrow();
  });

  test.each([
    [
      hashes[1],
      `the head of x.jsonl is not ${hashes[1]}: that is line 2, and one entry was added since; it is ${hashes[2]}`,
    ],
    ['aaaaaaaa', `that is line 1, and 2 entries were added since; it is ${hashes[2]}`],
    [
      'cccccccccd',
      'is not cccccccccd: no line has that hash, so that lines were cut off or written anew; it is ccc',
    ],
    ['ccccccc', 'invalid head; must be 64 hexadecimal digits, or the first 8 or more: ccccccc'],
    ['c'.repeat(65), 'invalid head; must be 64 hexadecimal digits'],
    ['', 'or the first 8 or more: (empty)'],
    ['cccccccc\u001b', 'cccccccc\\u001b'],
  ])('%s is refused', (expected, sentence) => {
    expect(() => expectHead(ledger, expected)).toThrow(InvalidInput);
    expect(() => expectHead(ledger, expected)).toThrow(sentence);
  });

  test('that fits two lines is refused', () => {
    const alike = [`${'c'.repeat(8)}${'d'.repeat(56)}`, hashes[2]];
    expect(() => expectHead({ path: 'x.jsonl', hashes: alike, head: hashes[2] }, 'cccccccc')).toThrow(
      'invalid head; lines 1 and 2 of x.jsonl both begin with it, give more digits: cccccccc',
    );
  });

  test('finds a tail that was cut off', async () => {
    const path = await newLedger('a', 'b', 'c');
    const { head } = await readLedger(path, NOTES);
    const lines = readFileSync(path, 'utf8').split(/(?<=\n)/);
    writeFileSync(path, lines.slice(0, 2).join(''));
    const cut = await readLedger(path, NOTES);
    expect(() => expectHead(cut, head)).toThrow('lines were cut off or written anew');
  });
});

test('a folder in the place of the lock is waited for, and named', async () => {
  const path = await newLedger('a');
  mkdirSync(`${path}.lock`);
  await expect(append(path, 'b', { ...QUIET, giveUpAfter: 20 })).rejects.toThrow(
    `cannot add to ${path}: another process has been writing to it for 0 s; where that has ended, remove ${path}.lock`,
  );
});
