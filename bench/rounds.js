/**
 * Which flaws the rounds of a training find, and when: writes the table of docs/rounds.md.
 * node bench/rounds.js (after npm run build), about a minute.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rounds, roundsDesign } from '../dist/index.js';
import { createRandom } from '../dist/numerics.js';

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
const page = fileURLToPath(new URL('../docs/rounds.md', import.meta.url));
const text = readFileSync(page, 'utf8');
writeFileSync(page, text.replace(/\| flaw \|[\s\S]*?(?=\n\n)/, table));
