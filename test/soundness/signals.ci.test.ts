import { describe, expect, test } from 'vitest';
import { countByRank, drawAssignment } from '../../src/games/index.ts';
import { verdict } from '../../src/index.ts';
import { clopperPearsonLower, createRandom, type Random } from '../../src/numerics/index.ts';
import { type SignalScoreOptions, scoreSignals } from '../../src/signals/index.ts';

const [M, R, GUESSES, GAMES] = [200, 8, 40, 1000];

const KINDS: readonly SignalScoreOptions[] = [
  { kind: 'loss' },
  { kind: 'calibrated' },
  { kind: 'calibrated', mode: 'online' },
  { kind: 'lira', mode: 'online' },
  { kind: 'lira', mode: 'online', variance: 'each' },
  { kind: 'lira', mode: 'offline' },
  { kind: 'rmia', mode: 'online' },
  { kind: 'rmia', mode: 'offline', gamma: 1.5 },
];

const hard = createRandom('hardness').split('levels');
/** How sure every model is of each canary, whether it was in or not. */
const LEVELS = Array.from({ length: M }, () => 2 * hard.normal());

/** A sum with noise, released as logits: each model adds noise of its own to who was in and to the levels. */
function logits(included: ArrayLike<number>, noise: number, random: Random): Float64Array {
  return Float64Array.from(LEVELS, (level, i) => level + included[i] + noise * random.normal());
}

const refuted = new Map<number, boolean>();

/** Whether one game refutes gaussian(sigma=1). */
function refutes(options: SignalScoreOptions, noise: number, game: number): boolean {
  const random = createRandom(`signals ${game}`);
  const included = drawAssignment(M, 2, random.split('coins'));
  const own = random.split('models');
  const references = Array.from({ length: R }, () => {
    const coins = drawAssignment(M, 2, own);
    return { signals: logits(coins, noise, own), included: coins };
  });
  const signals = { form: 'logit' as const, target: logits(included, noise, own), references };
  const { scores } = scoreSignals(signals, options);
  const tie = { random: random.split('ties'), ids: null };
  const { correct } = countByRank(scores, Uint8Array.from(included), GUESSES, 'both', tie, 1);
  const known = refuted.get(correct);
  if (known !== undefined) return known;
  const found = verdict({ m: M, guesses: GUESSES, correct }, 'gaussian(sigma=1)').refuted;
  refuted.set(correct, found);
  return found;
}

function timesRefuted(options: SignalScoreOptions, noise: number, games: number): number {
  let times = 0;
  for (let game = 0; game < games; game++) if (refutes(options, noise, game)) times++;
  return times;
}

describe.each(KINDS)('%j', (options) => {
  test('a true claim is refuted at most as often as tau says', () => {
    const times = timesRefuted(options, 1, GAMES);
    expect(clopperPearsonLower(times, GAMES, 1e-3)).toBeLessThanOrEqual(0.05);
  });

  // The others are weak here: they know few references of each canary, or not how canaries differ.
  const isStrong = options.kind !== 'loss' && options.variance === undefined && options.gamma === undefined;
  test.runIf(isStrong)('noise that is short is caught', () => {
    expect(timesRefuted(options, 0.3, 40)).toBeGreaterThan(20);
  });
});
