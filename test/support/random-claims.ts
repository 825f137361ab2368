import type { Random } from '../../src/numerics/index.ts';

/**
 * A random valid claim: every kind, parameters from everyday to the ends of what the grammar allows, compositions in
 * compositions, both relations.
 */
export function randomClaim(random: Random, depth = 2): string {
  const body = claim(random, depth);
  if (!random.bernoulli(0.3)) return body;
  return body.endsWith('()')
    ? `${body.slice(0, -1)}relation=replace)`
    : `${body.slice(0, -1)}, relation=replace)`;
}

type Make = (random: Random, depth: number) => string;

const KINDS: readonly (readonly [weight: number, make: Make])[] = [
  [
    3,
    (r) =>
      r.bernoulli(0.5) ? `gaussian(sigma=${scale(r)})` : `gaussian(mu=${r.bernoulli(0.1) ? 0 : scale(r)})`,
  ],
  [3, (r) => `laplace(scale=${scale(r)})`],
  [3, (r) => `pure-dp(epsilon=${epsilon(r)})`],
  [4, (r) => `approx-dp(epsilon=${epsilon(r)}, delta=${delta(r)})`],
  [
    3,
    (r) =>
      `randomized-response(epsilon=${epsilon(r)}${r.bernoulli(0.5) ? `, alphabet=${whole(r, 2, 1000)}` : ''})`,
  ],
  [4, (r) => `dpsgd(noise=${noise(r)}, rate=${rate(r)}, steps=${whole(r, 1, 3000)})`],
  [
    2,
    (r) =>
      `profile(${Array.from({ length: 1 + r.integer(4) }, () => `${epsilon(r)}:${delta(r)}`).join(', ')})`,
  ],
  [2, points],
  [1, () => 'perfect()'],
  [12, compose],
];

function claim(random: Random, depth: number): string {
  const kinds = depth > 0 ? KINDS : KINDS.slice(0, -1);
  let ticket = random.integer(kinds.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, make] of kinds) {
    if (ticket < weight) return make(random, depth);
    ticket -= weight;
  }
  throw new Error('internal: no kind drawn');
}

function compose(random: Random, depth: number): string {
  const parts = Array.from({ length: 1 + random.integer(3) }, () => {
    const count = random.bernoulli(0.4)
      ? 1
      : random.bernoulli(0.1)
        ? whole(random, 1000, 1e6)
        : whole(random, 1, 300);
    return `${claim(random, depth - 1)}${count === 1 ? '' : `*${count}`}`;
  });
  return `compose(${parts.join(', ')})`;
}

/** Log-uniform between the ends. */
function between(random: Random, low: number, high: number): number {
  return Number((low * Math.exp(Math.log(high / low) * random.uniform())).toPrecision(1 + random.integer(8)));
}

const whole = (random: Random, low: number, high: number) =>
  Math.max(low, Math.round(between(random, low, high)));
const scale = (random: Random) =>
  random.bernoulli(0.1)
    ? between(random, 1e-100, 1e100)
    : random.bernoulli(0.2)
      ? between(random, 1e-3, 1e5)
      : between(random, 0.2, 30);
const noise = (random: Random) =>
  random.bernoulli(0.15) ? between(random, 1e-2, 1e4) : between(random, 0.5, 10);
const rate = (random: Random) =>
  random.bernoulli(0.15) ? 1 : random.bernoulli(0.1) ? between(random, 1e-12, 1) : between(random, 1e-3, 1);
const epsilon = (random: Random) =>
  random.bernoulli(0.1)
    ? 0
    : random.bernoulli(0.1)
      ? between(random, 1e-100, 1e100)
      : random.bernoulli(0.2)
        ? between(random, 1e-6, 1e4)
        : between(random, 0.05, 5);
const delta = (random: Random) =>
  random.bernoulli(0.15)
    ? 0
    : random.bernoulli(0.1)
      ? 1 - between(random, 1e-15, 0.5)
      : random.bernoulli(0.2)
        ? between(random, 1e-300, 0.5)
        : between(random, 1e-8, 0.5);

/** A convex polyline below 1 - alpha, in general not symmetric. */
function points(random: Random): string {
  const start = random.bernoulli(0.3) ? 1 - 0.5 * random.uniform() : 1;
  const alphas = Array.from({ length: random.integer(4) }, () => random.uniform()).sort((a, b) => a - b);
  const pairs: [number, number][] = [[0, start]];
  // Slopes that rise to 0, from at most that of the line to (1, 0).
  let slope = -start * (1 + 5 * random.uniform());
  for (const alpha of alphas) {
    const [before, beta] = pairs[pairs.length - 1];
    const next = Math.max(0, beta + slope * (alpha - before));
    if (alpha - before < 1e-3 || next < 1e-3) continue;
    pairs.push([alpha, next]);
    const [lastAlpha, lastBeta] = pairs[pairs.length - 1];
    const least = -lastBeta / (1 - lastAlpha);
    slope = Math.min(least, slope) * (0.3 + 0.7 * random.uniform());
    slope = Math.min(slope, least);
  }
  pairs.push([1, 0]);
  return `points(${pairs.map(([alpha, beta]) => `${alpha}:${beta}`).join(', ')})`;
}
