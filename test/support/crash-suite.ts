import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { filesOf, type Moment, runKilled } from './crash.ts';

type Files = ReadonlyMap<string, string>;

/** Moments one after the other, then undisturbed to the end. */
function* momentsThenNone(moments: readonly Moment[]): Generator<Moment> {
  yield* moments;
  for (;;) yield null;
}

/** Every named file is whole: absent, or the same as in one of the undisturbed runs. */
function expectWhole(found: Files, ...allowed: readonly Files[]): void {
  for (const name of new Set(allowed.flatMap((files) => [...files.keys()])))
    expect([undefined, ...allowed.map((files) => files.get(name))], name).toContain(found.get(name));
}

/**
 * Trains through kills: begins anew by force until a run is finished. No folder may have a manifest beside other files
 * than its own, and the result must be that of the undisturbed run. Returns the number of kills.
 */
export async function trainThroughKills(
  args: readonly string[],
  out: string,
  whole: Files,
  moments: readonly Moment[],
  old: Files = new Map(),
): Promise<number> {
  let kills = 0;
  for (const moment of momentsThenNone(moments)) {
    const { killed, code, err } = await runKilled([...args, '--force', '--out', out], moment);
    const found = filesOf(out);
    expectWhole(found, whole, old);
    const own = [whole, old].find((files) => files.get('manifest.json') === found.get('manifest.json'));
    if (found.has('manifest.json')) expect(found).toEqual(own);
    if (!killed) expect({ code, err }).toMatchObject({ code: 0 });
    if (moment === null) break;
    if (killed) kills++;
  }
  expect(filesOf(out)).toEqual(whole);
  return kills;
}

/** Sweeps through kills: the files must be those of the undisturbed sweep, and no finished task may be done again. */
export async function reproduceThroughKills(
  args: readonly string[],
  out: string,
  whole: Files,
  moments: readonly Moment[],
): Promise<number> {
  const tasks = (files: Files) =>
    [...files].flatMap(([name, text]) =>
      name.endsWith('.jsonl')
        ? text
            .split('\n')
            .slice(0, -1)
            .filter((line) => line.startsWith('{"key"'))
        : [],
    );
  const pictures = new Map([...whole].filter(([name]) => !name.endsWith('.jsonl')));
  let kills = 0;
  for (const moment of momentsThenNone(moments)) {
    const before = tasks(filesOf(out));
    const { killed, code, out: text } = await runKilled([...args, '--json', '--out', out], moment);
    const found = filesOf(out);
    expectWhole(new Map([...found].filter(([name]) => !name.endsWith('.jsonl'))), pictures);
    expect(tasks(found)).toEqual(expect.arrayContaining(before));
    if (killed) {
      kills++;
      continue;
    }
    expect(code).toBe(0);
    expect(JSON.parse(text).figures[0].computed).toBe(tasks(whole).length - before.length);
    if (moment === null) break;
  }
  const found = filesOf(out);
  expect([...found.keys()]).toEqual([...whole.keys()]);
  for (const [name, text] of pictures) expect(found.get(name) === text, name).toBe(true);
  expect(tasks(found).sort()).toEqual(tasks(whole).sort());
  return kills;
}

/** What an audit writes, without the time of day that a report carries. */
function auditFiles(folder: string): Files {
  const dated = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:[\d.]+)?( UTC|Z)?/g;
  return new Map([...filesOf(folder)].map(([name, text]) => [name, text.replace(dated, 'DATE')]));
}

/** Runs an audit to its end and returns what it wrote. */
export async function auditUndisturbed(args: readonly string[], out: string): Promise<Files> {
  expect(await runKilled(args, null)).toMatchObject({ code: 0, err: '' });
  return auditFiles(out);
}

/** Audits through kills: after each, every file is absent, or whole and old, or whole and new; at the end all are new. */
export async function auditThroughKills(
  args: readonly string[],
  out: string,
  whole: Files,
  old: Files,
  moments: readonly Moment[],
): Promise<number> {
  let kills = 0;
  for (const moment of momentsThenNone(moments)) {
    const { killed, code, err } = await runKilled(args, moment);
    expectWhole(auditFiles(out), whole, old);
    for (const name of old.keys()) expect(existsSync(join(out, name)), name).toBe(true);
    if (killed) kills++;
    else expect({ code, err }).toMatchObject({ code: 0 });
    if (moment === null) break;
  }
  expect(auditFiles(out)).toEqual(whole);
  return kills;
}

/** The options by which an audit writes all that it can. */
export function allOutputs(out: string): string[] {
  const to = (name: string) => join(out, name);
  return [
    '--report',
    to('report.html'),
    '--plots',
    to('plots'),
    '--certificate',
    to('certificate.json'),
    '--force',
  ];
}
