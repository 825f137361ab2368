import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { onerun } from '../support/cli.ts';
import { filesOf, runKilled, smallData } from '../support/crash.ts';
import {
  AFTER_FOUR,
  COMMITTED,
  copyOf,
  edit,
  json,
  killedAt,
  ONLY_SETTING,
  refused,
  resultOf,
  resume,
  TRAIN,
  train,
  trainOn,
  twoRuns,
} from '../support/run-folder.ts';
import { temporaryFolder } from '../support/temporary.ts';

let whole: string;
let stopped: string;
beforeAll(async () => {
  ({ whole, stopped } = await twoRuns());
});

describe('a checkpoint', () => {
  test('of the run itself is taken, to the same bytes', async () => {
    const run = copyOf(stopped);
    expect((await resume(run)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(whole));
  });

  test.each([
    ['another step', (text: string) => text.replace('"step": 4', '"step": 5')],
    ['another loss', (text: string) => text.replace(/"loss": \d/, '"loss": 9')],
    ['other weights', (text: string) => text.replace(/"weights": "..../, '"weights": "AAAA')],
    ['other scores', (text: string) => text.replace(/(\[\s*)"..../, '$1"AAAA')],
    ['another setting', (text: string) => text.replace(/"setting": "..../, '"setting": "0000')],
    ['an average', (text: string) => text.replace('"average": null', '"average": ""')],
  ])('with %s edited in is refused', async (_, change) => {
    const run = copyOf(stopped);
    const before = readFileSync(join(run, 'checkpoint.json'), 'utf8');
    edit(join(run, 'checkpoint.json'), change);
    expect(readFileSync(join(run, 'checkpoint.json'), 'utf8')).not.toBe(before);
    expect(await refused(run)).toContain('its checksum does not fit, so it was changed after it was written');
  });

  test('that was cut, or without its checksum, is refused', async () => {
    const run = copyOf(stopped);
    const path = join(run, 'checkpoint.json');
    const text = readFileSync(path, 'utf8');
    for (const cut of ['', text.slice(0, 100), text.slice(0, -3)]) {
      writeFileSync(path, cut);
      expect(await refused(run)).toContain('invalid checkpoint');
    }
    const { checksum: _, ...rest } = JSON.parse(text);
    writeFileSync(path, JSON.stringify(rest));
    expect(await refused(run)).toContain('at checksum');
    // Its layout is no part of it.
    writeFileSync(path, JSON.stringify(JSON.parse(text)));
    expect((await resume(run)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(whole));
  });

  test('of another run is refused', async () => {
    const other = await killedAt(AFTER_FOUR, '2');
    const run = copyOf(stopped);
    cpSync(join(other, 'checkpoint.json'), join(run, 'checkpoint.json'));
    expect(await refused(run)).toContain('it was written with another setting than setting.json');
  });

  test('beside another setting is refused', async () => {
    for (const change of [
      (text: string) => text.replace('"steps": 6', '"steps": 5'),
      (text: string) => text.replace('"noise": 1', '"noise": 2'),
      (text: string) => text.replace('"delta": 0.00001', '"delta": 0.0001'),
      (text: string) => text.replace('"seed": "1"', '"seed": "2"'),
    ]) {
      const run = copyOf(stopped);
      edit(join(run, 'setting.json'), change);
      expect(await refused(run)).toContain('another setting than setting.json');
    }
  });

  test('beside another assignment is refused', async () => {
    const run = copyOf(stopped);
    const other = join(temporaryFolder(), 'canaries.csv');
    expect((await onerun(['canaries', '-m', '40', '--seed', '1', '--out', other])).code).toBe(0);
    // The same coins under another salt are another commitment.
    cpSync(`${other}.commitment.json`, join(run, 'canaries.csv.commitment.json'));
    expect(await refused(run)).toContain('another assignment than canaries.csv');
    cpSync(other, join(run, 'canaries.csv'));
    expect(await refused(run)).toContain('another assignment than canaries.csv');
    edit(join(run, 'canaries.csv'), (text) => text.replace(/0,(\d)\n/, (_, x) => `0,${1 - Number(x)}\n`));
    expect(await refused(run)).toContain('is not the assignment that');
  });

  test('beside other data is refused', async () => {
    const moved = smallData();
    const run = join(temporaryFolder(), 'run');
    const args = [...trainOn(moved), '--checkpoint-every', '0', '--seed', '1', '--out', run];
    expect((await runKilled(args, AFTER_FOUR)).killed).toBe(true);
    cpSync(smallData('other data'), moved, { recursive: true });
    expect(await refused(run)).toContain('it was written with other training data');
  });

  test('whose checksum was forged still has to be of the right form', async () => {
    const run = copyOf(stopped);
    const forge = (change: object) => {
      const { checksum: _, ...content } = { ...json(stopped, 'checkpoint.json'), ...change };
      const order = [
        ...['schema', 'setting', 'assignment', 'data'],
        ...['step', 'loss', 'weights', 'average', 'memory'],
      ];
      const checksum = createHash('sha256')
        .update(JSON.stringify(order.map((key) => content[key])))
        .digest('hex');
      writeFileSync(join(run, 'checkpoint.json'), JSON.stringify({ ...content, checksum }));
      return refused(run);
    };
    expect(await forge({ step: 7 })).toContain('must have a step from 0 to 6: 7');
    expect(await forge({ weights: 'AAAAA' })).toContain('of another form');
    expect(await forge({ memory: [] })).toContain('of another form');
    expect(await forge({ average: '' })).toContain('of another form');
  });
});

describe('coins', () => {
  test('are not drawn while a checkpoint exists', async () => {
    for (const name of ['canaries.csv', 'canaries.csv.commitment.json']) {
      const run = copyOf(stopped);
      rmSync(join(run, name));
      expect(await refused(run)).toContain(`${name} is missing beside a checkpoint`);
      expect(await refused(run, '--seed', '1')).toContain('is missing beside a checkpoint');
    }
  });

  test('that a kill kept from being written are those of the seed, whether it was typed or drawn', async () => {
    for (const placed of ['setting.json', 'canaries.csv', 'canaries.csv.commitment.json']) {
      const run = await killedAt({ placed }, '1');
      expect((await resume(run)).code).toBe(0);
      expect(resultOf(run)).toEqual(resultOf(whole));
    }
    const unnamed = join(temporaryFolder(), 'run');
    expect((await runKilled([...TRAIN, '--out', unnamed], ONLY_SETTING)).killed).toBe(true);
    const { seed } = json(unnamed, 'setting.json').setting;
    const twin = join(temporaryFolder(), 'run');
    expect((await resume(unnamed)).code).toBe(0);
    expect((await train(twin, '--seed', seed)).code).toBe(0);
    expect(resultOf(unnamed)).toEqual(resultOf(twin));
  });

  test('of another run are refused before the first checkpoint too', async () => {
    const run = await killedAt(COMMITTED, '1');
    cpSync(join(await killedAt(COMMITTED, '2'), 'canaries.csv'), join(run, 'canaries.csv'));
    expect(await refused(run)).toContain("is not of this run's assignment");
  });

  test('that were given are copied again, and no others are taken', async () => {
    const place = temporaryFolder();
    const given = join(place, 'mine.csv');
    await onerun(['canaries', '-m', '40', '--out', given]);
    const finished = join(place, 'finished');
    expect((await train(finished, '--seed', '1', '--assignment', given)).code).toBe(0);
    const run = await killedAt(ONLY_SETTING, '1', '--assignment', given);
    expect(existsSync(join(run, 'canaries.csv'))).toBe(false);
    const moved = join(place, 'moved.csv');
    for (const end of ['', '.commitment.json']) {
      cpSync(`${given}${end}`, `${moved}${end}`);
      rmSync(`${given}${end}`);
    }
    expect(await refused(run)).toContain('hand it in again with --assignment FILE');
    const other = join(place, 'other.csv');
    await onerun(['canaries', '-m', '40', '--out', other]);
    expect(await refused(run, '--assignment', other)).toContain(
      'is not the assignment that the run was given',
    );
    expect((await resume(run, '--assignment', moved)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(finished));
    expect(await refused(copyOf(stopped), '--assignment', moved)).toContain('leave --assignment out');
  });

  test('of an old run are gone before a new one begins', async () => {
    const fresh = join(temporaryFolder(), 'run');
    expect((await train(fresh, '--seed', '2')).code).toBe(0);
    const run = copyOf(whole);
    const args = [...TRAIN, '--seed', '2', '--force', '--out', run];
    expect((await runKilled(args, ONLY_SETTING)).killed).toBe(true);
    expect([...filesOf(run).keys()].filter((name) => !name.endsWith('.partial'))).toEqual(['setting.json']);
    expect((await resume(run)).code).toBe(0);
    expect(resultOf(run)).toEqual(resultOf(fresh));
  });
});
