import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { guessByRank, observe } from '../../src/games/index.ts';
import { clopperPearsonLower, createRandom } from '../../src/numerics/index.ts';
import type { Sides } from '../../src/types.ts';
import { leastRefuting } from '../support/least-refuting.ts';
import { PYTHON } from '../support/python.ts';

const script = join(fileURLToPath(new URL('.', import.meta.url)), 'record_runs.py');
const CLAIM = 'dpsgd(noise=3, rate=0.5, steps=10)';
const [CANARIES, TAU] = [40, 0.05];
const DESIGNS = [
  { guesses: 20, sides: 'both' },
  { guesses: 40, sides: 'both' },
  { guesses: 10, sides: 'in' },
] as const;
const SCORES = ['fitted_ratio', 'likelihood_ratio', 'sum'];

interface Game {
  readonly scores: Record<string, number[]>;
  readonly included: number[];
}

function played(runs: number, share: string): Game[] {
  const { status, stdout, stderr } = spawnSync(PYTHON as string, [script, '1', `${runs}`, share], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const games = stdout.trimEnd().split('\n');
  expect(games.length).toBe(runs);
  return games.map((line) => JSON.parse(line));
}

function right({ scores, included }: Game, score: string, guesses: number, sides: Sides): number {
  const answers = guessByRank(Float64Array.from(scores[score]), guesses, sides, createRandom(0));
  return observe(Uint32Array.from(included), answers, 2, guesses).correct;
}

describe.skipIf(PYTHON === null)('canaries as records, through the whole path of an optimiser', () => {
  test('a true claim stands, with a canary at every parameter; too little noise does not', async () => {
    const [sound, broken] = [played(300, '1'), played(100, '0.1')];
    for (const { guesses, sides } of DESIGNS) {
      const least = await leastRefuting(CLAIM, CANARIES, guesses, sides);
      for (const score of SCORES) {
        const refuted = (games: Game[]) =>
          games.filter((game) => right(game, score, guesses, sides) >= least).length;
        expect(clopperPearsonLower(refuted(sound), sound.length, 0.001)).toBeLessThanOrEqual(TAU);
        if (score === 'fitted_ratio') expect(refuted(broken)).toBeGreaterThan(broken.length / 2);
      }
    }
  });
});
