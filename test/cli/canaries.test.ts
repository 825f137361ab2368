import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitmentSchema } from '../../src/cli/schemas/documents.ts';
import { onerun } from '../support/cli.ts';
import { temporaryFile, temporaryFolder } from '../support/temporary.ts';

const CLAIM = ['--claim', 'gaussian(sigma=1)'];

describe('onerun canaries', () => {
  test('draws, commits, is checked, and is never replaced', async () => {
    const out = join(temporaryFolder(), 'canaries.csv');
    const { code, out: text } = await onerun(['canaries', '-m', '1000', '--out', out]);
    expect(code).toBe(0);
    const commitment = JSON.parse(readFileSync(`${out}.commitment.json`, 'utf8'));
    expect(commitmentSchema.safeParse(commitment).error).toBeUndefined();
    expect(text).toContain(commitment.hash);
    expect((await onerun(['canaries', '-m', '1000', '--out', out])).code).toBe(2);
    const rows = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const scores = temporaryFile(
      'scores.csv',
      `id,score\n${rows.map(([id, included], i) => `${id},${Number(included) + ((i * 37) % 11) / 10}`).join('\n')}\n`,
    );
    expect(
      (
        await onerun([
          'audit',
          scores,
          '--assignment',
          out,
          '--commitment',
          `${out}.commitment.json`,
          ...CLAIM,
        ])
      ).code,
    ).toBeLessThan(2);
    const other = temporaryFile(
      'other.csv',
      readFileSync(out, 'utf8').replace(/\n0,\d/, (line) => `\n0,${1 - Number(line.at(-1))}`),
    );
    expect(
      await onerun(['audit', scores, '--assignment', other, '--commitment', `${out}.commitment.json`]),
    ).toMatchObject({ code: 2, err: expect.stringContaining('is not the assignment') });
  });

  test('the same seed draws the same buckets; system coins differ', async () => {
    const draw = async (...args: string[]) => {
      const out = join(temporaryFolder(), 'a.csv');
      await onerun(['canaries', '-m', '200', '--out', out, ...args]);
      return readFileSync(out, 'utf8');
    };
    expect(await draw('--seed', '7', '-k', '10')).toBe(await draw('--seed', '7', '-k', '10'));
    expect(await draw()).not.toBe(await draw());
  });
});
