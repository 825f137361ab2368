import { describe, expect, test } from 'vitest';
import { hangTogether } from '../../../src/audit/checks/hang-together.ts';
import { createRandom, type Random } from '../../../src/numerics/index.ts';
import { auditText } from '../../../src/report/index.ts';
import type { MembershipScores } from '../../../src/types.ts';
import { playedRange } from '../../support/play-right.ts';
import { noisySum, one } from '../../support/scores.ts';

/** Canaries in blocks of neighbours; `begin` draws what a block has in common. */
function blocks(
  m: number,
  size: number,
  random: Random,
  begin: () => (isIn: boolean) => number,
): MembershipScores {
  const included = Uint8Array.from({ length: m }, () => random.coin());
  let score = begin();
  const scores = Float64Array.from(included, (bit, i) => {
    if (i % size === 0) score = begin();
    return score(bit === 1);
  });
  return { kind: 'membership', scores, included };
}

const own = (random: Random) => () => (isIn: boolean) => Number(isIn) + random.normal();
const allOrNothing = (random: Random, chance: number, part: number) => () => {
  const tells = random.bernoulli(chance);
  return (isIn: boolean) => (tells && isIn && random.bernoulli(part) ? 6 : 0) + random.normal();
};
const shifted = (random: Random) => () => {
  const shift = random.normal();
  return (isIn: boolean) => Number(isIn) + shift + random.normal();
};

/** The share of games in which something is said, as an interval. */
function saidIn(games: number, play: () => MembershipScores, level?: number): [low: number, high: number] {
  let said = 0;
  for (let game = 0; game < games; game++) if (hangTogether(play(), level) !== null) said++;
  return playedRange(said, games);
}

describe('nothing is said of independent canaries more often than stated', () => {
  const byTruth = ({ scores, included }: MembershipScores): MembershipScores => {
    const order = Array.from(scores.keys()).sort((a, b) => included[a] - included[b]);
    return {
      kind: 'membership',
      scores: scores.filter((_, i) => i >= 0).map((_, i) => scores[order[i]]),
      included: included.map((_, i) => included[order[i]]),
    };
  };
  const coarse = ({ scores, ...rest }: MembershipScores): MembershipScores => ({
    ...rest,
    scores: scores.map(Math.round),
  });
  const none = (scores: MembershipScores) => scores;
  test.each([
    ['as they are', none],
    ['in the order of their truth', byTruth],
    ['in a few scores', coarse],
  ])('%s', (_, made) => {
    for (const m of [5, 40, 300]) {
      const random = createRandom(`honest ${m}`);
      const play = () => made(blocks(m, 1, random, own(random)));
      expect(saidIn(2000, play, 0.05)[0]).toBeLessThan(0.05);
      expect(saidIn(2000, play)[0]).toBeLessThan(1e-4);
    }
  });

  test('in the order of their scores, which says nothing', () => {
    const { scores, included } = noisySum(500, 1, 'sorted');
    const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b]);
    const sorted = { scores: scores.map((_, i) => scores[order[i]]), included };
    expect(hangTogether({ kind: 'membership', ...sorted })).toBeNull();
  });
});

test('neighbours that are told all or none are noticed, and those with a shift in common', () => {
  const random = createRandom('power');
  expect(saidIn(60, () => blocks(1000, 20, random, allOrNothing(random, 0.5, 1)))[0]).toBeGreaterThan(0.5);
  expect(saidIn(60, () => blocks(1000, 10, random, shifted(random)))[0]).toBeGreaterThan(0.75);
});

test('all canaries of a run together leave no trace in it', () => {
  const random = createRandom('whole');
  const play = () => blocks(1000, 1000, random, allOrNothing(random, 0.18, 0.34));
  expect(saidIn(1000, play, 0.05)[0]).toBeLessThan(0.05);
});

test('stands beside the row that needs independence, and weakens a verdict that rests on it', () => {
  const random = createRandom('said');
  const scores = blocks(1000, 10, random, shifted(random));
  const asked = { claim: 'gaussian(sigma=3)', guesses: [216] };
  const said = 'the scores of neighbouring rows hang together';
  expect(auditText(one(scores, asked))).toContain(`Note: ${said}`);
  expect(auditText(one(scores, asked))).not.toContain('Weakened');
  const assumed = one(scores, { ...asked, methods: ['steinke'], assume: 'independent-canaries' });
  expect(auditText(assumed)).toContain(`Weakened: ${said}`);
  expect(auditText(one(scores, { ...asked, onePerRun: true }))).not.toContain(said);
});
