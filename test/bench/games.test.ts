import { describe, expect, test } from 'vitest';
import { criticalCount } from '../../src/audit/index.ts';
import { drawGame, playGames } from '../../src/bench/index.ts';
import { tradeOff } from '../../src/claims/index.ts';
import { simulate } from '../../src/games/index.ts';
import { clopperPearsonLower, normalCdf } from '../../src/numerics/index.ts';

const CLAIMS = [
  'gaussian(sigma=1)',
  'gaussian(sigma=0.2)',
  'laplace(scale=1)',
  'pure-dp(epsilon=1)',
  'approx-dp(epsilon=1, delta=0.1)',
  'perfect()',
  'profile(1:0.1, 3:1e-3)',
  'dpsgd(noise=0.7, rate=0.1, steps=20)',
];

type Asked = Omit<Parameters<typeof playGames>[0], 'seed'>;

function played(asked: Asked, seed = 'games'): Uint32Array {
  const parts = [...playGames({ ...asked, seed })];
  expect(parts.filter(({ done }) => done)).toEqual(parts.slice(-1));
  return parts[parts.length - 1].correct;
}

/** Every canary is drawn and all are sorted. */
function playedNaively({ truth, m, top, bottom, games }: Asked): number[] {
  return Array.from({ length: games }, (_, game) => {
    const { scores, included } = drawGame({ truth, m, seed: `naive ${game}` });
    const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
    const right = (rows: number[], bit: number) => rows.filter((row) => included[row] === bit).length;
    return right(order.slice(0, top), 1) + right(order.slice(m - bottom), 0);
  });
}

/** The largest distance between two distributions, in units in which 1.95 is passed once in a thousand times. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [x, y] = [Array.from(a), Array.from(b)];
  const share = (values: number[], most: number) => values.filter((v) => v <= most).length / values.length;
  const furthest = Math.max(...[...new Set([...x, ...y])].map((v) => Math.abs(share(x, v) - share(y, v))));
  return furthest * Math.sqrt((x.length * y.length) / (x.length + y.length));
}

describe('scores of a drawn game', () => {
  test.each(CLAIMS)('%s: levels are uniform out, and follow the curve in', (truth) => {
    const m = 10_000;
    const { scores, included } = drawGame({ truth, m, seed: 'levels' });
    expect(scores.every(Number.isFinite)).toBe(true);
    const f = tradeOff(truth);
    const [withIt, without] = (['in', 'out'] as const).map((side) => f.oneWay?.(side) ?? f);
    const share = (x: number) => Math.min(withIt.fBar(x), 1 - without.fBarInv(1 - x));
    const levels = [0, 1].map((bit) =>
      Array.from(
        scores.filter((_, i) => included[i] === bit),
        (score) => normalCdf(-score),
      ),
    );
    for (const [bit, expected] of [(x: number) => x, share].entries()) {
      const n = levels[bit].length;
      expect(Math.abs(n - m / 2)).toBeLessThan(4 * Math.sqrt(m / 4));
      for (const x of [1e-3, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 0.99]) {
        const found = levels[bit].filter((level) => level <= x).length / n;
        const p = Math.min(1, expected(x));
        expect(Math.abs(found - p), `${bit} ${x}`).toBeLessThan(4.5 * Math.sqrt((p * (1 - p)) / n) + 1e-4);
      }
    }
  });
});

describe('games', () => {
  test('count what a game counts whose canaries are all drawn and sorted', () => {
    for (const [i, truth] of CLAIMS.entries())
      for (const [m, top, bottom] of [
        [60, 20, 10],
        [30, 30, 0],
        [30, 0, 30],
        [30, 17, 13],
      ]) {
        const asked = { truth, m, top, bottom, games: 150 };
        expect(
          distance(played(asked, `games ${i}`), playedNaively(asked)),
          JSON.stringify(asked),
        ).toBeLessThan(1.95);
      }
  });

  test('of Gaussians are those of the idealised setting', () => {
    for (const [sigma, m, guesses] of [
      [1, 200, 40],
      [0.5, 100, 100],
    ]) {
      const asked = {
        truth: `gaussian(sigma=${sigma})`,
        m,
        top: guesses / 2,
        bottom: guesses / 2,
        games: 1500,
      };
      const ideal = Array.from({ length: 500 }, (_, i) => simulate({ sigma, m, guesses, seed: i }).correct);
      expect(distance(played(asked), ideal)).toBeLessThan(1.95);
    }
  });

  test.each(CLAIMS)('%s: a true claim is refuted in a share of at most tau', (truth) => {
    const [m, top, bottom, tau, games] = [1000, 30, 30, 0.05, 1500];
    const game = { m, k: 2, guesses: top + bottom };
    const critical = criticalCount(game, tradeOff(truth), tau, 'all') ?? Infinity;
    const alarms = played({ truth, m, top, bottom, games }).filter((right) => right >= critical).length;
    expect(clopperPearsonLower(alarms, games, 1e-4)).toBeLessThanOrEqual(tau);
  });

  test.each([
    ['in', 40, 0],
    ['out', 0, 40],
  ] as const)(
    'with all guesses %s a true claim is refuted in a share of at most tau',
    (sides, top, bottom) => {
      const [m, tau, games] = [200, 0.05, 1500];
      for (const truth of [
        'dpsgd(noise=0.8, rate=0.3, steps=5)',
        'pure-dp(epsilon=2)',
        'laplace(scale=0.7)',
      ]) {
        const game = { m, k: 2, guesses: 40, sides };
        const critical = criticalCount(game, tradeOff(truth), tau, 'all') ?? Infinity;
        const alarms = played({ truth, m, top, bottom, games }).filter((right) => right >= critical).length;
        expect(clopperPearsonLower(alarms, games, 1e-4), truth).toBeLessThanOrEqual(tau);
      }
    },
  );

  test('of a violation are caught, and one seed gives the same games', () => {
    const asked = { truth: 'gaussian(sigma=0.5)', m: 1000, top: 50, bottom: 50, games: 300 };
    const critical = criticalCount(
      { m: 1000, k: 2, guesses: 100 },
      tradeOff('gaussian(sigma=1)'),
      0.05,
      'all',
    );
    const caught = played(asked).filter((right) => right >= (critical ?? Infinity)).length;
    expect(caught).toBeGreaterThan(200);
    expect(played(asked)).toEqual(played(asked));
    expect(played(asked, 'others')).not.toEqual(played(asked));
  });

  test('refuse more guesses than canaries', () => {
    const asked = { truth: 'perfect()', m: 10, top: 6, bottom: 5, games: 1 };
    expect(() => played(asked)).toThrow('invalid guesses; must be at most canaries (10): 11');
  });
});
