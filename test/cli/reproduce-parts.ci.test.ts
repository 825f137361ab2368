import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { QUICK_SWEEP, read, reproduce } from '../support/reproduce.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('a damaged log', () => {
  const damaged = async (change: (log: string) => string) => {
    const out = temporaryFolder();
    await reproduce(QUICK_SWEEP, out);
    const log = read(out, 'gaussian.jsonl');
    writeFileSync(join(out, 'gaussian.jsonl'), change(log));
    const csv = read(out, 'gaussian.csv');
    // The record of what was written may be what is damaged.
    const { code, out: text, err } = await reproduce([...QUICK_SWEEP, '--force', '--json'], out);
    expect(code).toBe(0);
    expect(read(out, 'gaussian.csv')).toBe(csv);
    // It is whole again: a third run finds nothing to say.
    expect((await reproduce([...QUICK_SWEEP, '--json'], out)).err).toBe('');
    return { computed: JSON.parse(text).figures[0].computed, err };
  };
  /** The place of the n-th task's line. */
  const task = (log: string, n: number) => {
    const all = log.split('\n');
    return all.findIndex(
      (line, i) =>
        line.startsWith('{"key"') && all.slice(0, i).filter((l) => l.startsWith('{"key"')).length === n,
    );
  };

  test('whose last line was cut short loses that line alone', async () => {
    const { computed, err } = await damaged((log) => {
      const all = log.split('\n');
      const at = task(log, 5);
      return `${all.slice(0, at).join('\n')}\n${all[at].slice(0, 70)}`;
    });
    expect(err).toMatch(
      /^warning: gaussian\.jsonl: line 7 of 7 damaged and dropped; what was there is done again\n$/,
    );
    expect(computed).toBe(1);
  });

  test('whose last line lacks its end alone loses nothing', async () => {
    expect(await damaged((log) => log.trimEnd())).toEqual({ computed: 0, err: '' });
  });

  test('with a line in the middle that is broken, or altered, loses that line alone', async () => {
    for (const alter of [
      () => '\u0000\u0000garbage',
      (line: string) => line.replace(/"epsilon":(\d)/, (_, digit) => `"epsilon":${(Number(digit) + 1) % 10}`),
      (line: string) => line.slice(0, 40),
    ]) {
      const { computed, err } = await damaged((log) => {
        const all = log.split('\n');
        all[task(log, 3)] = alter(all[task(log, 3)]);
        return all.join('\n');
      });
      expect(computed).toBe(1);
      expect(err).toContain('damaged and dropped');
    }
  });

  test('whose first line is broken is still ours', async () => {
    expect((await damaged((log) => `x${log}`)).computed).toBe(0);
  });
});

describe('parts', () => {
  test('from folders of their own, with what is missing said and nothing drawn until it is there', async () => {
    const [a, b, out] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    await reproduce([...QUICK_SWEEP, '--shard', '1/3'], a);
    await reproduce([...QUICK_SWEEP, '--shard', '3/3'], b);
    const merge = ['gaussian', '--merge', '--from', a, '--from', b];
    const before = await reproduce(merge, out);
    expect(before.code).toBe(2);
    expect(before.out).toContain(
      'gaussian: not drawn, 2 of 6 tasks are missing: run --shard 2/3, with the options',
    );
    expect(existsSync(join(out, 'gaussian.csv'))).toBe(false);
    expect(JSON.parse((await reproduce([...merge, '--json'], out)).out).figures[0]).toMatchObject({
      complete: false,
      tasks: 6,
      missingTasks: 2,
      parts: { '2/3': 2 },
    });
    await reproduce([...QUICK_SWEEP, '--shard', '2/3'], b);
    const after = await reproduce(merge, out);
    expect(after.code).toBe(0);
    const undivided = temporaryFolder();
    await reproduce(QUICK_SWEEP, undivided);
    expect(read(out, 'gaussian.csv')).toBe(read(undivided, 'gaussian.csv'));
  });

  test('share the games of one point, and what rests on all of them is judged when they are merged', async () => {
    const sweep = ['gaussian', '--simulate', '--games', '2', '--sigma', '1', '-m', '1600000'];
    const played = [...sweep, '--delta', '1e-5,1e-6', '--method', 'paper'];
    const [out, undivided] = [temporaryFolder(), temporaryFolder()];
    for (const part of ['1/2', '2/2']) {
      const { out: text } = await reproduce([...played, '--shard', part, '--json'], out);
      expect(JSON.parse(text).figures[0]).toMatchObject({ tasks: 1, computed: 1 });
    }
    const merged = await reproduce(['gaussian', '--merge', '--workers', '1', '--json'], out);
    expect(JSON.parse(merged.out).figures[0]).toMatchObject({ complete: true, computed: 1 });
    await reproduce(played, undivided);
    for (const file of ['gaussian.csv', 'gaussian.svg', 'gaussian.png'])
      expect(readFileSync(join(out, file)).equals(readFileSync(join(undivided, file)))).toBe(true);
  });

  test('of all figures, merged without naming them', async () => {
    const out = temporaryFolder();
    await reproduce(['deltas', '--shard', '1/1'], out);
    const { code, out: text } = await reproduce(['--merge'], out);
    expect(code).toBe(0);
    expect(text).toMatch(/deltas: Epsilon[\s\S]*No parts here of gaussian, guesses/);
  });

  test('that were asked for different things are not joined', async () => {
    const out = temporaryFolder();
    await reproduce([...QUICK_SWEEP, '--shard', '1/2'], out);
    await reproduce(['gaussian', '--sigma', '3', '-m', '100', '--shard', '2/2'], out);
    const { code, err } = await reproduce(['gaussian', '--merge'], out);
    expect(code).toBe(2);
    expect(err).toContain('asked for different things');
  });
});
