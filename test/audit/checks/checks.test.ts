import { describe, expect, test } from 'vitest';
import {
  checkDraws,
  checkInput,
  checkOneCanary,
  checkPower,
  drawCounts,
} from '../../../src/audit/checks/checks.ts';
import type { MembershipScores, Scores } from '../../../src/types.ts';

/** So many canaries in, then so many out, the scores falling along the rows. */
const canaries = (inside: number, outside: number): MembershipScores => ({
  kind: 'membership',
  scores: Float64Array.from({ length: inside + outside }, (_, i) => -i),
  included: Uint8Array.from({ length: inside + outside }, (_, i) => (i < inside ? 1 : 0)),
});
const named = (name: string, scores: Scores, rows = 0) => ({ input: { name, sha256: null, rows }, scores });

describe('the checks of what was handed in', () => {
  test('of one run say what was read and how likely its coins are', () => {
    expect(checkInput([named('a.csv', canaries(3, 5), 8)])).toEqual([
      { name: 'rows', passed: true, message: '8 rows, every score a finite number, no id twice' },
      { name: 'fair draws', passed: true, message: '3 of 8 canaries are in: fair draws do that (p = 0.73)' },
    ]);
  });

  test('of several name each, and look at all together', () => {
    const runs = [named('a.csv', canaries(3, 5), 8), named('b.csv', canaries(4, 4), 8)];
    expect(checkInput(runs).map(({ message }) => message)).toEqual([
      'a.csv: 8 rows, every score a finite number, no id twice',
      'a.csv: 3 of 8 canaries are in: fair draws do that (p = 0.73)',
      'b.csv: 8 rows, every score a finite number, no id twice',
      'b.csv: 4 of 8 canaries are in: fair draws do that (p = 1)',
      'all runs together: 7 of 16 canaries are in: fair draws do that (p = 0.8)',
    ]);
    // Fair in each, and not together.
    const lucky = Array.from({ length: 8 }, (_, i) => named(`${i}.csv`, canaries(8, 2), 10));
    expect(checkInput(lucky).map(({ passed }) => passed)).toEqual([...new Array(16).fill(true), false]);
  });

  test('of one canary say only in how many runs it is', () => {
    expect(checkOneCanary(canaries(9, 1))).toEqual([
      {
        name: 'draws',
        passed: true,
        message:
          'the canary is in 9 of 10 runs; no fair draws are needed, only that it was settled in which without a look at any of them',
      },
    ]);
  });

  test('need canaries of both kinds', () => {
    const both = (inside: number, outside: number) => checkInput([named('a', canaries(inside, outside))])[2];
    expect(both(0, 4)?.message).toMatch(
      /^all 4 canaries are out, and an audit compares canaries that are in/,
    );
    expect(both(4, 0)?.message).toMatch(/^all 4 canaries are in, and an audit/);
    expect([both(1, 4), both(4, 1)]).toEqual([undefined, undefined]);
    expect(both(0, 4)).toMatchObject({ name: 'both kinds', passed: false });
  });

  test('of draws among candidates count every candidate', () => {
    const truth = Uint32Array.of(0, 2, 2, 1, 2, 2, 0, 1, 2, 2, 2, 2);
    const scores = {
      kind: 'reconstruction' as const,
      k: 3,
      truth,
      guesses: new Int32Array(12),
      confidence: null,
    };
    expect(drawCounts(scores)).toEqual([2, 2, 8]);
    // Three times twice the chance of 8 or more of 12 with a third each, by hand.
    expect(checkDraws([2, 2, 8], 'reconstruction')).toEqual({
      name: 'fair draws',
      passed: true,
      message: '12 draws over 3 candidates: fair draws do that (p = 0.11)',
    });
    expect(checkDraws([0, 0, 20], 'reconstruction').message).toMatch(
      /^20 draws over 3 candidates, which fair draws do not produce \(probability 1\.7e-9\)/,
    );
    expect(checkDraws([4, 4, 4], 'reconstruction').message).toContain('exactly as often each candidate');
  });

  test('say of an even split that it may have been made, of ten canaries or more', () => {
    expect(checkDraws([5, 5], 'membership').message).toContain('exactly half is also what a split gives');
    expect(checkDraws([4, 4], 'membership').message).not.toContain('exactly half');
    expect(checkDraws([6, 5], 'membership').message).not.toContain('exactly half');
    // Few in are as unlikely as few out.
    expect(checkDraws([30, 2], 'membership')).toEqual({
      ...checkDraws([2, 30], 'membership'),
      message: checkDraws([2, 30], 'membership').message.replace('30 of 32', '2 of 32'),
    });
    expect(checkDraws([30, 2], 'membership').passed).toBe(false);
  });
});

test('a power that was required is held against the one that is known', () => {
  const power = { violation: 'gaussian(sigma=0.5)', best: 0.9, thisAttack: 0.8 };
  expect(checkPower(undefined, power)).toEqual([]);
  expect(checkPower(0.8, power)).toMatchObject([
    {
      name: 'power',
      passed: true,
      message: expect.stringMatching(/gaussian\(sigma=0\.5\).* at least the required 0\.8$/),
    },
  ]);
  expect(checkPower(0.81, power)).toMatchObject([
    { name: 'power', passed: false, message: expect.stringMatching(/less than the required 0\.81$/) },
  ]);
  expect(checkPower(0.8, null)).toMatchObject([
    { name: 'power', passed: false, message: expect.stringContaining('is not known') },
  ]);
});
