import { expect, test } from 'vitest';
import { InvalidInput, rounds, roundsDesign } from '../../../src/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';
import { median, noisy, playTraining, type RoundOfNoise } from '../../support/rounds-training.ts';

const CLAIM = 'dpsgd(noise=2.5758, rate=0.08192, steps=2500)';
const design = roundsDesign({ claim: CLAIM, length: 'step', canaries: 1000 });

test('an honest training proves nearly all of its epsilon of 8', () => {
  const found = playTraining(design, noisy(2.5758), 'honest').result();
  expect(found.outcome).toBe('not-refuted');
  expect(found.rounds.refutedAt).toBeNull();
  const [training, round, worst] = found.results;
  expect(training).toMatchObject({ of: 'training', assumption: 'model-based' });
  expect(training.epsilon).toBeGreaterThan(7.6);
  expect(training.epsilon).toBeLessThan(8);
  expect(round.epsilon).toBeLessThan(1.52);
  expect(worst).toMatchObject({ of: 'round', assumption: 'worst-case' });
  expect(worst.epsilon).toBeLessThan(round.epsilon);
});

test.each([
  [0.5, 3],
  [0.3, 10],
  [0.1, 100],
  [0.05, 400],
])('noise that is short by %d is found by round %i', (short, by) => {
  const found = Array.from({ length: 5 }, (_, i) =>
    playTraining(design, noisy(2.5758 * (1 - short)), `short ${i}`, { rounds: 2 * by, stop: true }),
  );
  expect(median(found.map(({ refutedAt }) => refutedAt ?? Infinity))).toBeLessThanOrEqual(by);
});

test('blind scores could not have noticed, however many rounds there are', () => {
  const blind: RoundOfNoise = (included, random) => Float64Array.from(included, () => random.normal());
  const found = playTraining(design, blind, 'blind').result();
  expect(found.outcome).toBe('could-not-have-noticed');
  expect(found.results.map(({ epsilon }) => epsilon)).toEqual([0, 0, 0]);
});

const small = roundsDesign({ claim: 'gaussian(sigma=1)', length: 'each', canaries: 80, rounds: 30 });

test('a round without scores counts as lost', () => {
  const training = rounds(small);
  training.add(null);
  expect(training.evidence).toBeLessThan(0.2);
  expect(training.evidence).toBeGreaterThan(0.004);
});

test('where too many rounds were lost nothing could have been noticed', () => {
  const random = createRandom('lost');
  const play = (isLost: (round: number) => boolean) => {
    const training = rounds(small);
    for (let round = 0; round < 60; round++) {
      const included = Uint8Array.from({ length: 80 }, () => random.integer(2));
      training.add(isLost(round) ? null : { scores: [noisy(1)(included, random, round)], included });
    }
    return training.result();
  };
  expect(play(() => false).outcome).toBe('not-refuted');
  const { outcome, standing } = play((round) => round % 2 === 0);
  expect(outcome).toBe('could-not-have-noticed');
  expect(standing).toMatchObject({ couldNot: 'little-power' });
});

test('counts alone give the evidence of scores', () => {
  const scored = playTraining(small, noisy(1), 'counts');
  const counted = rounds(small);
  for (const { right } of scored.result().rounds.perRound) counted.add(right);
  expect(counted.logEvidence).toBe(scored.logEvidence);
  expect(counted.result().notes.join()).toContain('only counts are known');
});

test('the whole at once gives the evidence of rounds that are followed', () => {
  const random = createRandom('whole');
  const coins = Array.from({ length: 12 }, () => Uint8Array.from({ length: 80 }, () => random.integer(2)));
  const scores = coins.map((included, round) => (round === 4 ? null : noisy(0.7)(included, random, round)));
  const whole = rounds(small, { scores, included: coins });
  const followed = rounds(small);
  coins.forEach((included, round) => {
    const own = scores[round];
    followed.add(own === null ? null : { scores: [own], included });
  });
  expect(whole.result()).toEqual(followed.result());
  expect(whole.result().rounds).toMatchObject({ count: 12, scored: 11 });
  expect(() => rounds(small, { scores: scores.slice(1), included: coins })).toThrow(
    'as many rounds as coins',
  );
});

test('of counts the number of canaries that were in is checked', () => {
  const counted = rounds(small);
  const right = counted.guesses.map((n) => n / 2);
  for (let round = 0; round < 20; round++) counted.add({ right, inside: 56 });
  const { outcome, checks } = counted.result();
  expect(outcome).toBe('no-verdict');
  expect(checks[0].message).toContain('1120 of 1600 canaries are in');
  expect(() => counted.add({ right, inside: 81 })).toThrow('canaries in');
});

test('equal scores pay what they pay on average over every choice', () => {
  const training = rounds(small);
  const included = Uint8Array.from({ length: 80 }, (_, i) => i % 2);
  training.add({ scores: [new Float64Array(80)], included });
  const other = rounds(small);
  other.add({ scores: [new Float64Array(80)], included: included.toReversed() });
  expect(training.evidence).toBe(other.evidence);
  expect(training.evidence).toBeLessThan(1);
});

test('several scores share the evidence', () => {
  const two = roundsDesign({
    claim: 'gaussian(sigma=1)',
    length: 'each',
    canaries: 80,
    rounds: 30,
    scores: 2,
  });
  const training = rounds(two);
  const alone = rounds(small);
  const random = createRandom('two');
  for (let round = 0; round < 10; round++) {
    const included = Uint8Array.from({ length: 80 }, () => random.integer(2));
    const seeing = noisy(0.5)(included, random, round);
    training.add({ scores: [Float64Array.from(included, () => random.normal()), seeing], included });
    alone.add({ scores: [seeing], included });
  }
  expect(training.logEvidence).toBeGreaterThan(alone.logEvidence - Math.log(2) - 1e-9);
  expect(training.logEvidence).toBeLessThan(alone.logEvidence);
});

test.each([
  [
    'coins that follow the last outcome',
    (coins: Uint8Array, scores: Float64Array) =>
      Uint8Array.from(scores, (score, i) => Number(score > 0.5 === (coins[i] === 1))),
  ],
  [
    'coins that follow the last score',
    (_: Uint8Array, scores: Float64Array) => Uint8Array.from(scores, (score) => Number(score > 0.5)),
  ],
  ['equal coins', (coins: Uint8Array) => coins],
  ['opposite coins', (coins: Uint8Array) => coins.map((bit) => 1 - bit)],
  ['a round without in', (coins: Uint8Array) => new Uint8Array(coins.length)],
])('%s leave no verdict', (_, next) => {
  const random = createRandom('coins');
  const training = rounds(small);
  let included: Uint8Array = Uint8Array.from({ length: 80 }, () => random.integer(2));
  for (let round = 0; round < 20; round++) {
    const scores = noisy(1)(included, random, round);
    training.add({ scores: [scores], included });
    included = next(included, scores);
  }
  expect(training.result()).toMatchObject({ outcome: 'no-verdict', refuted: null });
});

test.each([20, 40])('a round of %i canaries that is handed in twice leaves no verdict', (canaries) => {
  const few = roundsDesign({ claim: 'gaussian(sigma=0.5)', length: 'each', canaries, rounds: 30 });
  const training = rounds(few);
  const random = createRandom('twice');
  const played = Array.from({ length: 10 }, (_, round) => {
    const included = Uint8Array.from({ length: canaries }, () => random.integer(2));
    return { scores: [noisy(0.5)(included, random, round)], included };
  });
  for (const round of played) training.add(round);
  expect(training.result().outcome).not.toBe('no-verdict');
  training.add(played[3]);
  const { outcome, checks } = training.result();
  expect(outcome).toBe('no-verdict');
  expect(checks.map(({ message }) => message).join()).toContain('rounds 4 and 11 have the same scores');
});

test('scores that change a little do not hide that coins were used again', () => {
  const few = roundsDesign({ claim: 'gaussian(sigma=0.5)', length: 'each', canaries: 40, rounds: 30 });
  const training = rounds(few);
  const random = createRandom('again');
  const coins = Uint8Array.from({ length: 40 }, () => random.integer(2));
  const other = () => Uint8Array.from({ length: 40 }, () => random.integer(2));
  for (const included of [coins, other(), coins, other()])
    training.add({ scores: [noisy(0.5)(included, random, 0)], included });
  expect(
    training
      .result()
      .checks.map(({ message }) => message)
      .join(),
  ).toContain('the same coins');
});

test('coins that put exactly half of the canaries in leave no verdict', () => {
  const training = rounds(small);
  const random = createRandom('half');
  for (let round = 0; round < 20; round++) {
    const keys = Array.from({ length: 80 }, () => random.uniform());
    const middle = keys.toSorted((a, b) => a - b)[40];
    const included = Uint8Array.from(keys, (key) => Number(key < middle));
    training.add({ scores: [noisy(1)(included, random, round)], included });
  }
  const { outcome, checks } = training.result();
  expect(outcome).toBe('no-verdict');
  expect(checks.map(({ message }) => message).join()).toContain(
    '20 of 20 rounds have half of the canaries in',
  );
});

test('few canaries have the same coins now and then', () => {
  const few = roundsDesign({ claim: 'gaussian(sigma=1)', length: 'each', canaries: 8, rounds: 300 });
  const training = playTraining(few, noisy(1), 'few');
  expect(training.result().outcome).not.toBe('no-verdict');
});

test('what its rounds do not claim one by one is refused', () => {
  const stated =
    (claim: string, length: 'step' | 'each' | number = 'step') =>
    () =>
      roundsDesign({ claim, length, canaries: 100 });
  expect(stated('dp-ftrl(noise=1, steps=100)')).toThrow('correlated over steps (DP-FTRL');
  expect(stated('gaussian(sigma=1)')).toThrow('parts of a training');
  expect(stated(`compose(${CLAIM}, ${CLAIM})`)).toThrow('judge the rounds of each phase alone');
  expect(stated('bandmf(noise=1)')).toThrow('correlated over steps');
  expect(stated(CLAIM, 5000)).toThrow('from 1 to 2500');
  expect(stated('gaussian(sigma=1, relation=replace)', 'each')).toThrow('add-remove');
  expect(stated('perfect()', 'each')).toThrow(InvalidInput);
});
