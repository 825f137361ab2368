import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { filesOf, type Moment, runKilled, smallData } from '../support/crash.ts';
import {
  allOutputs,
  auditThroughKills,
  auditUndisturbed,
  reproduceThroughKills,
  trainThroughKills,
} from '../support/crash-suite.ts';
import { bash, onerunProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { words } from '../support/words.ts';

const random = createRandom('crash suite');

/** Kills that found their command still running, by command. */
const kills: Record<string, number> = {};
const count = (command: string, more: number) => {
  kills[command] = (kills[command] ?? 0) + more;
};
afterAll(() => {
  process.stdout.write(`kills: ${JSON.stringify(kills)}\n`);
});

/** Plays at the first change to the disk, the second and so on, until one comes after the end. */
async function atEveryChange(play: (moment: Moment) => Promise<number>): Promise<number> {
  for (let change = 1; ; change++) if ((await play({ change })) === 0) return change - 1;
}

/** So many moments, half of them changes and half of them points in time. */
function randomMoments(length: number, changes: number, milliseconds: number): Moment[] {
  return Array.from({ length }, (_, i) =>
    i % 2 === 0
      ? { change: 1 + random.integer(changes) }
      : { after: 50 + Math.floor(random.uniform() * milliseconds) },
  );
}

const data = smallData();
const sized = (canaries: string, hidden: string, seed: string, ...more: string[]) => [
  ...[
    'train',
    '--data',
    data,
    '--noise',
    '1',
    '--rate',
    '0.5',
    '--steps',
    '5',
    '-m',
    canaries,
    '--seed',
    seed,
  ],
  ...['--model', 'mlp', '--hidden', hidden, '--ema', '0.9', ...more],
];
const trainArgs = (seed: string, ...more: string[]) => sized('40', '4', seed, ...more);
const newRun = () => join(temporaryFolder(), 'run');

async function trained(args: readonly string[]): Promise<string> {
  const out = newRun();
  expect(await runKilled([...args, '--out', out], null)).toMatchObject({ code: 0 });
  return out;
}

describe('onerun train', () => {
  test('killed at every change to the disk', async () => {
    const whole = filesOf(await trained(trainArgs('1')));
    const found = await atEveryChange((moment) =>
      trainThroughKills(trainArgs('1'), newRun(), whole, [moment]),
    );
    // A folder and five files, by at least two changes each.
    expect(found).toBeGreaterThan(10);
    count('train', found);
  });

  test('killed at every change while it replaces an older run', async () => {
    const [old, args] = [await trained(trainArgs('1')), trainArgs('2')];
    const whole = filesOf(await trained(args));
    const found = await atEveryChange((moment) => {
      const out = newRun();
      cpSync(old, out, { recursive: true });
      return trainThroughKills(args, out, whole, [moment], filesOf(old));
    });
    expect(found).toBeGreaterThan(12);
    count('train', found);
  });

  test('killed at every change with an assignment that was given', async () => {
    const file = join(temporaryFolder(), 'mine.csv');
    onerunProcess(['canaries', '-m', '40', '--out', file]);
    const args = trainArgs('1', '--assignment', file);
    const whole = filesOf(await trained(args));
    count('train', await atEveryChange((moment) => trainThroughKills(args, newRun(), whole, [moment])));
  });

  test('killed again and again at random moments', async () => {
    const whole = filesOf(await trained(trainArgs('3')));
    let found = 0;
    while (found < 60)
      found += await trainThroughKills(trainArgs('3'), newRun(), whole, randomMoments(8, 8, 600));
    count('train', found);
  });
});

describe('onerun reproduce', () => {
  const args = ['reproduce', 'gaussian', '--simulate', '--games', '5', '--sigma', '1,2', '-m', '100,1000'];
  let whole: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const out = temporaryFolder();
    expect(await runKilled([...args, '--out', out], null)).toMatchObject({ code: 0 });
    whole = filesOf(out);
  });

  test('killed at every change to the disk', async () => {
    const found = await atEveryChange((moment) =>
      reproduceThroughKills(args, temporaryFolder(), whole, [moment]),
    );
    expect(found).toBeGreaterThan(20);
    count('reproduce', found);
  });

  test('killed again and again at random moments', async () => {
    let found = 0;
    while (found < 40)
      found += await reproduceThroughKills(args, temporaryFolder(), whole, randomMoments(6, 10, 700));
    count('reproduce', found);
  });

  test('and with threads at work', async () => {
    const grid = ['gaussian', '--simulate', '--games', '20', '--method', 'paper', '--sigma', '1,2'];
    const sweep = ['reproduce', ...grid, '-m', '1000,30000,300000', '--workers', '2'];
    const out = temporaryFolder();
    expect(await runKilled([...sweep, '--out', out], null)).toMatchObject({ code: 0 });
    const moments = Array.from({ length: 5 }, () => ({ after: 500 + random.integer(1500) }));
    count('reproduce', await reproduceThroughKills(sweep, temporaryFolder(), filesOf(out), moments));
  });
});

describe('onerun audit with all outputs', () => {
  const place = temporaryFolder();
  const scores = (seed: string) => {
    const file = join(place, `${seed}.csv`);
    const played = ['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1', '-m', '60', '--seed', seed];
    expect(onerunProcess([...played, '--out', file]).code).toBe(0);
    return file;
  };
  const design = ['--claim', 'gaussian(sigma=1)', '--family', 'gaussian', '--seed', '1', '--json'];

  test('killed at every change to the disk, and at random moments, over files of an earlier audit', async () => {
    const [first, second, out] = [scores('1'), scores('2'), temporaryFolder()];
    const args = ['audit', second, ...design, ...allOutputs(out)];
    const fresh = await auditUndisturbed(args, out);
    const restore = () => auditUndisturbed(['audit', first, ...design, ...allOutputs(out)], out);
    const old = await restore();
    const found = await atEveryChange(async (moment) => {
      await restore();
      return auditThroughKills(args, out, fresh, old, [moment]);
    });
    expect(found).toBeGreaterThan(20);
    await restore();
    count('audit', found + (await auditThroughKills(args, out, fresh, old, randomMoments(20, 20, 1500))));
  });

  test('killed at every change to the disk where nothing was before', async () => {
    const file = scores('3');
    const out = join(temporaryFolder(), 'out');
    const args = ['audit', file, ...design, ...allOutputs(out)];
    mkdirSync(out);
    const fresh = await auditUndisturbed(args, out);
    const moments: Moment[] = Array.from({ length: 20 }, (_, i) => ({ change: i + 1 }));
    const empty = join(temporaryFolder(), 'out');
    mkdirSync(empty);
    const elsewhere = ['audit', file, ...design, ...allOutputs(empty)];
    const there = new Map([...fresh].map(([name, text]) => [name, text.replaceAll(out, empty)]));
    count('audit', await auditThroughKills(elsewhere, empty, there, new Map(), moments));
  });
});

/** Runs a command where no file may grow beyond so many KiB: what a full disk does, without filling one. */
function withLimit(kibibytes: number, args: readonly string[]) {
  return bash(`ulimit -f ${kibibytes}; exec "$0" "$@"`, args);
}

const partials = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.partial'))
    : [];

describe('a full disk', () => {
  test('ends a training in one sentence, and it begins anew when there is room', async () => {
    const args = sized('200', '16', '4');
    const whole = filesOf(await trained(args));
    const codes = new Set<number | null>();
    for (const limit of [0, 1, 2, 3, 4, 6, 8, 64]) {
      const out = newRun();
      const { code, err } = withLimit(limit, [...args, '--out', out]);
      codes.add(code);
      if (code !== 0) {
        expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/cannot write .*\n$/) });
        expect(partials(out)).toEqual([]);
      }
      await trainThroughKills(args, out, whole, []);
    }
    expect([...codes].sort()).toEqual([0, 2]);
  });

  test('ends a sweep in one sentence, and it goes on when there is room', async () => {
    const args = ['reproduce', 'gaussian', '--sigma', '1,2', '-m', '100,1000,10000', '--method', 'paper'];
    const complete = temporaryFolder();
    expect(await runKilled([...args, '--out', complete], null)).toMatchObject({ code: 0 });
    const codes = new Set<number | null>();
    for (const limit of [0, 1, 2, 3, 8, 16, 1024]) {
      const out = temporaryFolder();
      const { code, err } = withLimit(limit, [...args, '--out', out]);
      codes.add(code);
      if (code !== 0)
        expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/cannot .*\n$/) });
      expect(partials(out)).toEqual([]);
      await reproduceThroughKills(args, out, filesOf(complete), []);
    }
    expect([...codes].sort()).toEqual([0, 2]);
  });

  test('of a real file system, where one can be mounted', async () => {
    const disk = temporaryFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', disk]).status === 0;
    if (!mounted) return;
    try {
      const args = sized('200', '16', '5');
      const whole = filesOf(await trained(args));
      const out = join(disk, 'run');
      const { code, err } = onerunProcess([...args, '--out', out]);
      expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('the disk is full') });
      expect(partials(out)).toEqual([]);
      spawnSync('mount', ['-o', 'remount,size=1m', disk]);
      await trainThroughKills(args, out, whole, []);
      process.stdout.write('full disk: tmpfs\n');
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  test('leaves nothing of what any other command writes', () => {
    const place = temporaryFolder();
    const to = (name: string) => join(place, name);
    const scores = to('scores.csv');
    expect(
      onerunProcess(['simulate', '--mechanism', 'gaussian-sum', '--sigma', '1', '-m', '60', '--out', scores])
        .code,
    ).toBe(0);
    const claim = ['--claim', 'gaussian(sigma=1)'];
    for (const [file, ...args] of [
      ['report.html', 'audit', scores, ...claim, '--family', 'gaussian', '--report', to('report.html')],
      ['plots/roc.svg', 'audit', scores, ...claim, '--family', 'gaussian', '--plots', to('plots')],
      ['proof.json', 'audit', scores, ...claim, '--family', 'gaussian', '--certificate', to('proof.json')],
      ['plan.json', 'plan', '-m', '100', ...claim, '--out', to('plan.json')],
      ['canaries.csv', 'canaries', '-m', '100', '--out', to('canaries.csv')],
      ['more.csv', ...words('simulate --mechanism gaussian-sum --sigma 1 -m 9 --out'), to('more.csv')],
      ['curve.svg', 'curve', ...claim, '--plot', to('curve.svg')],
      ['curve.png', 'curve', ...claim, '--plot', to('curve.png')],
    ]) {
      const { code, out, err } = withLimit(0, args);
      expect({ file, code, out }).toEqual({ file, code: 2, out: '' });
      expect(err).toMatch(/^cannot write .*\n$/);
      expect(existsSync(to(file)), file).toBe(false);
    }
    expect(partials(place)).toEqual([]);
  });
});

test('at least 200 kills in all', () => {
  expect(Object.values(kills).reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(200);
});
