import { describe, expect, test } from 'vitest';
import { read, reproduce } from '../support/reproduce.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SMALL = ['power', '--games', '40', '-m', '30,60', '--short', '0,50%', '--score', 'white-box,lira,rmia'];

describe('onerun reproduce power', () => {
  test('plays without --simulate, from its seed, and says so', async () => {
    const [out, again, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const { code, out: text } = await reproduce(SMALL, out);
    expect(code).toBe(0);
    expect(text).toContain('(40 games each)');
    expect(text).toContain('power depends on it, validity never does');
    expect(text).toMatch(/white-box +30 +\d+ +optimal +0 to \d+% +\d+ to \d+%/);
    await reproduce([...SMALL, '--simulate', '--seed', '0'], again);
    expect(read(again, 'power.csv')).toBe(read(out, 'power.csv'));
    await reproduce([...SMALL, '--seed', '7'], other);
    expect(read(other, 'power.csv')).not.toBe(read(out, 'power.csv'));
  });

  test('in parts is the same to the byte, words of its grid included', async () => {
    const [whole, parts] = [temporaryFolder(), temporaryFolder()];
    await reproduce(SMALL, whole);
    for (const part of ['1/3', '2/3', '3/3']) await reproduce([...SMALL, '--shard', part], parts);
    expect((await reproduce(['power', '--merge', '--workers', '1'], parts)).code).toBe(0);
    for (const file of ['power.csv', 'power.svg']) expect(read(parts, file)).toBe(read(whole, file));
  });

  test('judges other methods and levels without playing again', async () => {
    const out = temporaryFolder();
    const asked = [...SMALL, '--guesses', '20', '--json'];
    await reproduce([...asked, '--method', 'paper'], out);
    const { out: text } = await reproduce([...asked, '--method', 'optimal', '--tau', '0.2'], out);
    // Two noises and two sizes, of white-box, and of two scores with two numbers of references.
    expect(JSON.parse(text).figures[0].computed).toBe(2 * 2 * (1 + 2 * 2));
  });
});
