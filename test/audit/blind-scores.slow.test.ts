import { describe, expect, test } from 'vitest';
import { plannedGuesses } from '../../src/audit/index.ts';
import { drawAssignment } from '../../src/games/index.ts';
import { type AuditOptions, audit } from '../../src/index.ts';
import { bytesSource, readScores } from '../../src/io/index.ts';
import { clopperPearsonLower, createRandom } from '../../src/numerics/index.ts';
import { input } from '../support/scores.ts';
import { often } from '../support/thorough.ts';

describe('scores that have nothing to do with inclusion', () => {
  const GAMES = often(800, 100);
  /** The sharpest claim there is: nothing at all. */
  const SHARPEST = { claim: 'perfect()', violation: 'gaussian(sigma=1)' };
  const designs: [string, AuditOptions, number][] = [
    ['with the planned budget', { guesses: [plannedGuesses({ m: 1000, claim: SHARPEST.claim })] }, 1],
    ['with a list', { guesses: [20, 100, 500] }, 1],
    ['with three runs', { guesses: [100], atLeast: 55 }, 3],
  ];

  /** A file as a user would have it, read as a user's is. */
  async function nullRun(seed: number, run: number) {
    const random = createRandom(`null ${seed}`).split(run);
    const included = drawAssignment(1000, 2, random.split('coins'));
    const rows = Array.from(included, (bit, i) => `${i},${random.normal().toFixed(4)},${bit}`);
    const file = new TextEncoder().encode(`id,score,included\n${rows.join('\n')}\n`);
    return { input, scores: await readScores(bytesSource('null.csv', file)) };
  }

  test('the planned budget is that of an audit to which none is stated', async () => {
    const found = audit([await nullRun(0, 0)], { ...SHARPEST, families: [], plots: false });
    expect([found.runs[0].observations[0].guesses]).toEqual(designs[0][1].guesses);
  });

  test.each(designs)(
    `are refuted at most tau of the time, ${GAMES} files of 1,000 canaries %s`,
    async (_, options, count) => {
      let refuted = 0;
      for (let seed = 0; seed < GAMES; seed++) {
        const runs = await Promise.all(Array.from({ length: count }, (_, r) => nullRun(seed, r)));
        if (audit(runs, { ...options, ...SHARPEST, families: [], plots: false }).refuted) refuted++;
      }
      expect(clopperPearsonLower(refuted, GAMES, 0.005)).toBeLessThanOrEqual(0.05);
    },
  );
});
