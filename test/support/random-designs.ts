import { expect } from 'vitest';
import { type PlanOptions, plannedGuesses } from '../../src/audit/index.ts';
import { judge } from '../../src/audit/plan/judge.ts';
import { checkedRequest } from '../../src/audit/plan/request.ts';
import { createRandom, type Random } from '../../src/numerics/index.ts';
import type { Sides } from '../../src/types.ts';
import { playedRange, playRight, scoresOf } from './play-right.ts';

/** A design of any kind, as a plan is asked for it. */
export function randomDesign(random: Random, mostCanaries: number): PlanOptions {
  const pick = <T>(values: readonly T[]) => values[random.integer(values.length)];
  const between = (low: number, high: number) =>
    Math.exp(Math.log(low) + random.uniform() * Math.log(high / low));
  const m = Math.round(between(10, mostCanaries));
  const k = random.integer(6) === 0 ? 4 : 2;
  const runs = pick([1, 1, 1, 2, 3, 5]);
  const strength = between(0.3, 4);
  const gaussian = (part: number) => `gaussian(sigma=${digits(part * strength)})`;
  const share = between(0.2, 0.9);
  const [claim, violation] = pick([
    [gaussian(1), gaussian(share)],
    [`laplace(scale=${digits(strength)})`, `laplace(scale=${digits(share * strength)})`],
    [
      `randomized-response(epsilon=${digits(1 / strength)})`,
      `randomized-response(epsilon=${digits(1 / (share * strength))})`,
    ],
    dpsgd(strength, share, random),
  ]);
  if (k > 2) return { m, k, runs, claim: gaussian(4), violation: gaussian(share) };
  return { m, runs, claim, violation, sides: pick<Sides>(['both', 'both', 'in', 'out']) };
}

function dpsgd(strength: number, share: number, random: Random): [string, string] {
  const rate = digits(0.05 + 0.5 * random.uniform());
  const steps = 1 + random.integer(8);
  const noise = 0.4 + 0.4 * strength;
  const text = (part: number) => `dpsgd(noise=${digits(part * noise)}, rate=${rate}, steps=${steps})`;
  return [text(1), text(share)];
}

const digits = (x: number) => Number(x.toPrecision(3));

/** A plan's stated power, and in how many of so many plays the violation is refuted by its numbers. */
function statedAndPlayed(
  options: PlanOptions,
  games: number,
  random: Random,
): { readonly power: number; readonly refuted: number } {
  // What a plan chooses, without what it says of other designs.
  const request = checkedRequest(options);
  const { m, k, runs, violation, game: gameOf } = request;
  const { critical, atLeast, runsNeeded, guesses, power } = judge(
    gameOf(plannedGuesses(options)),
    request,
    'all',
  );
  const { sides = 'both' } = options;
  const from = runs === 1 ? critical : atLeast;
  const needed = runs === 1 ? 1 : runsNeeded;
  if (from === null || from === undefined || needed === null || needed === undefined)
    return { power, refuted: 0 };
  const draw = scoresOf(violation);
  let refuted = 0;
  for (let game = 0; game < games; game++) {
    let counted = 0;
    for (let run = 0; run < runs; run++)
      if (playRight({ m, k, guesses, sides }, draw, random) >= from) counted++;
    if (counted >= needed) refuted++;
  }
  return { power, refuted };
}

/**
 * Plays designs and holds each stated power against its plays: within the interval that misses one true power
 * in a million, and all together as luck alone would have it.
 */
export function expectStatedPowers(designs: readonly PlanOptions[], games: number, seed: string): void {
  const strayed = designs.map((options, i) => {
    const { power, refuted } = statedAndPlayed(options, games, createRandom(seed).split(i));
    const [low, high] = playedRange(refuted, games);
    const what = JSON.stringify(options);
    expect(power, what).toBeGreaterThanOrEqual(low - LAW_ERROR);
    expect(power, what).toBeLessThanOrEqual(high + LAW_ERROR);
    const deviation = Math.sqrt((power * (1 - power)) / games);
    return power > MIDDLE && power < 1 - MIDDLE ? (refuted / games - power) / deviation : null;
  });
  const some = strayed.filter((z) => z !== null);
  expect(some.length).toBeGreaterThan(designs.length / 4);
  // Means and mean squares of standard normal numbers, within four of their deviations.
  const mean = some.reduce((sum, z) => sum + z, 0) / some.length;
  const square = some.reduce((sum, z) => sum + z * z, 0) / some.length;
  expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(some.length));
  expect(square).toBeLessThan(1 + 4 * Math.sqrt(2 / some.length));
}

/** How far a law may be from the exact one. */
const LAW_ERROR = 1e-4;
/** Powers nearer to 0 or 1 than this have no normal plays. */
const MIDDLE = 0.02;
