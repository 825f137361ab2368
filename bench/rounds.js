/**
 * Which flaws the rounds of a training find, and when, and what two other audits make of the same training:
 * writes the tables of docs/rounds.md.
 * node bench/rounds.js (after npm run build), about two minutes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { audit, rounds, roundsDesign, tradeOff } from '../dist/index.js';
import { createRandom } from '../dist/numerics.js';
import { sequentialTest, thresholdOf } from './sequential-test.js';

const PRIVACY = { noise: 2, rate: 0.1, steps: 1000 };
const CLAIM = `dpsgd(noise=${PRIVACY.noise}, rate=${PRIVACY.rate}, steps=${PRIVACY.steps})`;
const CANARIES = 500;
const LENGTH = 50;
const TRAININGS = 9;

const design = (options) => roundsDesign({ claim: CLAIM, canaries: CANARIES, ...options });
const DESIGNS = {
  step: design({ length: 'step' }),
  twoScores: design({ length: 'step', scores: 2 }),
  sampled: design({ length: LENGTH }),
};

/** What a flaw changes: the noise of a step, by how much a canary moves it, the sampler, noise of the last step. */
const FLAWS = [
  ['none', {}],
  ['noise short by half', { noise: () => 0.5 }],
  ['noise short by a tenth', { noise: () => 0.9 }],
  ['noise used again in the next step', { reuses: true }],
  ['noise that falls to half by the last step', { noise: (t) => 1 - (0.5 * t) / PRIVACY.steps }],
  ['clipping forgotten in every tenth step', { moves: (t) => (t % 10 === 0 ? 10 : 1) }],
  ['one step in 100 without noise', { noise: (t) => (t % 100 === 0 ? 0 : 1) }],
  ['everything told in one step of 50', { tells: 0.02 }],
  ['sampler at twice the rate', { rate: 2 * PRIVACY.rate }],
];

const trainingOf = (
  { noise = () => 1, moves = () => 1, reuses = false, tells = 0, rate = PRIVACY.rate },
  random,
) => {
  let last = new Float64Array(CANARIES);
  /** The release of step t at the coordinate of each canary, `joined` says whose gradient is in. */
  return (t, joined) => {
    const fresh = !reuses || t % 2 === 1;
    const drawn = fresh ? last.map(() => random.normal()) : last;
    last = drawn;
    const told = random.uniform() < tells;
    const sigma = told ? 0 : PRIVACY.noise * noise(t);
    return { release: drawn.map((z, i) => joined(i, rate) * moves(t) + sigma * z), told };
  };
};

const coins = (random) => Uint8Array.from({ length: CANARIES }, () => random.integer(2));

/** The step at which rounds of one step refute; with `second`, beside a score without what repeats. */
function byStep(flaw, seed, second) {
  const random = createRandom('rounds').split(seed);
  const release = trainingOf(flaw, random);
  const found = rounds(second ? DESIGNS.twoScores : DESIGNS.step);
  let before = null;
  for (let t = 1; t <= PRIVACY.steps && found.refutedAt === null; t++) {
    const included = coins(random);
    const { release: score } = release(t, (i) => included[i]);
    // What is left of the last release once its canaries are taken out, which is known by now.
    const rest = score.map((x, i) => x - (before === null ? 0 : 0.5 * before[i]));
    found.add({ scores: second ? [score, rest] : [score], included });
    before = score.map((x, i) => x - included[i]);
  }
  return found.refutedAt;
}

/** The step at which rounds of 50 steps through the sampler refute; the score is the likelihood ratio. */
function bySampled(flaw, seed) {
  const random = createRandom('rounds of 50').split(seed);
  const release = trainingOf(flaw, random);
  const found = rounds(DESIGNS.sampled);
  const { noise, rate } = PRIVACY;
  for (let t = 0; t < PRIVACY.steps && found.refutedAt === null; ) {
    const included = coins(random);
    const score = new Float64Array(CANARIES);
    for (let s = 0; s < LENGTH; s++) {
      const { release: seen } = release(++t, (i, taken) =>
        included[i] === 1 && random.uniform() < taken ? 1 : 0,
      );
      seen.forEach((x, i) => {
        score[i] += Math.log1p(rate * Math.expm1((x - 0.5) / noise ** 2));
      });
    }
    found.add({ scores: [score], included });
  }
  return found.refutedAt === null ? null : found.refutedAt * LENGTH;
}

function shown(play) {
  const at = Array.from({ length: TRAININGS }, (_, seed) => play(seed) ?? Infinity).sort((a, b) => a - b);
  const refuted = at.filter((step) => step < Infinity).length;
  const middle = at[Math.floor(TRAININGS / 2)];
  return middle === Infinity ? (refuted === 0 ? '-' : `${refuted} of ${TRAININGS}`) : String(middle);
}

const rows = FLAWS.map(([name, flaw]) => {
  const cells = [
    shown((seed) => byStep(flaw, seed, false)),
    shown((seed) => byStep(flaw, seed, true)),
    shown((seed) => bySampled(flaw, seed)),
  ];
  console.log(name, cells.join(' | '));
  return `| ${name} | ${cells.join(' | ')} |`;
});
const table = [
  `| flaw | rounds of one step | with a second score | rounds of ${LENGTH} steps |`,
  '|---|---:|---:|---:|',
  ...rows,
].join('\n');

/** The training of the comparison: epsilon 8 at 1e-5. */
const COMPARED = { noise: 2.5758, rate: 0.08192, steps: 2500, canaries: 1000, seeds: 5 };
const WHOLE = `dpsgd(noise=${COMPARED.noise}, rate=${COMPARED.rate}, steps=${COMPARED.steps})`;
const whole = roundsDesign({ claim: WHOLE, length: 'step', canaries: COMPARED.canaries });
/** Members of the family as shares of the noise, from the claim's own on. */
const MEMBERS = Array.from({ length: 60 }, (_, i) => 1.05 ** i);
const thresholds = MEMBERS.map((share) => {
  const f = tradeOff(`gaussian(sigma=${COMPARED.noise * share})`);
  return thresholdOf((epsilon) => f.delta(epsilon));
});

/** One training, judged in three ways: the epsilon that is proved, and the step at which it is refuted. */
function compared(share, seed) {
  const { noise, rate, steps, canaries: m } = COMPARED;
  const random = createRandom('compared').split(seed);
  const sigma = noise * share;
  const found = rounds(whole);
  const pairs = [];
  // The game over the whole training has coins of its own, and the sampler decides in which steps one joins.
  const included = Uint8Array.from({ length: m }, () => random.integer(2));
  const likelihood = new Float64Array(m);
  for (let t = 0; t < steps; t++) {
    const drawn = Float64Array.from({ length: m }, () => sigma * random.normal());
    const own = Uint8Array.from({ length: m }, () => random.integer(2));
    const scores = drawn.map((z, i) => own[i] + z);
    found.add({ scores: [scores], included: own });
    pairs.push([scores[own.indexOf(1)], scores[own.indexOf(0)]]);
    drawn.forEach((z, i) => {
      const joins = included[i] === 1 && random.uniform() < rate ? 1 : 0;
      likelihood[i] += Math.log1p(rate * Math.expm1((joins + z - 0.5) / noise ** 2));
    });
  }
  const game = audit({ scores: likelihood, included }, { claim: WHOLE });
  const { most, refutedAt } = sequentialTest(pairs, thresholds);
  // The most private members come last: all of them up to the bound must have been refuted.
  const bound = most.findLastIndex((log) => log < Math.log(20)) + 1;
  const sequential =
    bound === MEMBERS.length
      ? 0
      : tradeOff(`dpsgd(noise=${noise * MEMBERS[bound]}, rate=${rate}, steps=${steps})`).epsilon(1e-5);
  const ofFamily = game.results.filter(
    ({ family, assumption }) => family.startsWith('dpsgd') && assumption === 'model-based',
  );
  return {
    rounds: { epsilon: found.result().results[0].epsilon, at: found.refutedAt },
    game: {
      epsilon: Math.max(...ofFamily.map(({ epsilon }) => epsilon)),
      at: game.refuted ? steps : null,
    },
    sequential: { epsilon: sequential, at: refutedAt },
  };
}

const middleOf = (numbers) =>
  numbers.map((x) => x ?? Infinity).sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const seeds = Array.from({ length: COMPARED.seeds }, (_, seed) => seed);
const plays = [1, 0.5, 0.9].map((share) => seeds.map((seed) => compared(share, seed)));
const judged = [
  ['rounds of one step, 1,000 canaries each', 'rounds'],
  ['one game over the whole training, 1,000 canaries', 'game'],
  ['one canary in and one out a step, the test of arXiv 2509.07055', 'sequential'],
].map(([name, key]) => {
  const [honest, half, tenth] = plays.map((own) => own.map((each) => each[key]));
  const at = (own) => {
    const step = middleOf(own.map((each) => each.at));
    return step === Infinity ? '-' : String(step);
  };
  const row = `| ${name} | ${middleOf(honest.map(({ epsilon }) => epsilon)).toFixed(2)} | ${at(half)} | ${at(tenth)} |`;
  console.log(row);
  return row;
});
const comparison = [
  '| judged by | proves | half the noise | a tenth less |',
  '|---|---:|---:|---:|',
  ...judged,
].join('\n');

const page = fileURLToPath(new URL('../docs/rounds.md', import.meta.url));
const text = readFileSync(page, 'utf8');
const written = text
  .replace(/\| flaw \|[\s\S]*?(?=\n\n)/, table)
  .replace(/\| judged by \|[\s\S]*?(?=\n\n)/, comparison);
writeFileSync(page, written);
