import { describe, expect, test } from 'vitest';
import { checkDirection } from '../../../src/audit/checks/checks.ts';
import { observeRun } from '../../../src/audit/observe.ts';
import type { MembershipScores, ReconstructionScores, Scores } from '../../../src/types.ts';

/** So many canaries in, then so many out, the scores falling along the rows. */
const canaries = (inside: number, outside: number): MembershipScores => ({
  kind: 'membership',
  scores: Float64Array.from({ length: inside + outside }, (_, i) => -i),
  included: Uint8Array.from({ length: inside + outside }, (_, i) => (i < inside ? 1 : 0)),
});
const named = (name: string, scores: Scores, rows = 0) => ({ input: { name, sha256: null, rows }, scores });

describe('scores that point the other way', () => {
  const checked = (scores: Scores, guesses: number, lowerIsIn = false) =>
    checkDirection(
      [named('a', scores)],
      [observeRun(scores, guesses, { sides: 'both', lowerIsIn, seed: '1' }, 0)],
      0.05,
      lowerIsIn,
    );
  const truth = Uint32Array.from({ length: 40 }, (_, i) => i % 3);
  const wrong: ReconstructionScores = {
    kind: 'reconstruction',
    k: 3,
    truth,
    guesses: Int32Array.from(truth, (option) => (option + 1) % 3),
    confidence: null,
  };

  test('are told with the way out, and in which direction', () => {
    expect(checked(canaries(20, 20), 40, true)).toEqual([
      {
        name: 'direction',
        passed: false,
        message:
          'the scores seem to point the other way: 0 of 40 guesses are right where blind guessing gets about 20 (p = 9.1e-13); if a higher score means more likely in, say so, and test again at half of tau (0.025), because that is a second test',
      },
    ]);
    const reversed = { ...canaries(20, 20), scores: Float64Array.from({ length: 40 }, (_, i) => i) };
    expect(checked(reversed, 40)[0].message).toContain('if a lower score means more likely in');
    expect(checked(canaries(20, 20), 40)).toEqual([]);
  });

  test('show in all canaries where the guesses are too few', () => {
    expect(checked(canaries(20, 20), 4, true)[0]?.message).toContain('0 of 40 guesses are right');
  });

  test('of ready guesses are a mistake in what was written, of ranked ones in the direction', () => {
    // (2/3)^40.
    const seen = '0 of 40 guesses are right where blind guessing gets about 13 (p = 9.0e-8)';
    expect(checked(wrong, 40)[0].message).toContain(seen);
    const sure = { ...wrong, confidence: Float64Array.from(truth, (_, i) => i) };
    expect(checked(wrong, 40)[0].message).toContain('a mistake in how the guesses were written');
    expect(checked(sure, 40)[0].message).toContain('if a lower score means more likely in');
  });
});
