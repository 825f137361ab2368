import { paper } from '../../src/bounds/index.ts';
import { parseClaim, type TradeOff, toReplace, tradeOff } from '../../src/claims/index.ts';
import type { Observation } from '../../src/index.ts';
import type { Random } from '../../src/numerics/index.ts';

/** An observation and a curve whose optimal p-value is asked for. */
export interface ProgramCase extends Observation {
  readonly claim: string;
  /** The curve is what the claim implies for exchanging a record. */
  readonly exchanged: boolean;
}

/** The curve that is tested: of DP-SGD, in a game of in or out, the one of an order that a fair coin decides. */
export function curveOfCase({
  claim,
  exchanged,
  k,
}: Pick<ProgramCase, 'claim' | 'exchanged'> & { readonly k?: number }): TradeOff {
  const f = exchanged ? toReplace(tradeOff(claim)) : tradeOff(claim);
  return (k === 2 ? f.fairOrder?.() : undefined) ?? f;
}

/** Kinds of claims of everyday strength, with how often each is drawn. */
const KINDS: readonly (readonly [weight: number, claim: (random: Random) => string])[] = [
  [4, (r) => `gaussian(mu=${between(r, 0.05, 2.5)})`],
  [4, (r) => `laplace(scale=${between(r, 0.3, 10)})`],
  [3, (r) => `pure-dp(epsilon=${between(r, 0.05, 3)})`],
  [5, (r) => `approx-dp(epsilon=${between(r, 0.05, 3)}, delta=${between(r, 1e-6, 0.1)})`],
  [8, (r) => `randomized-response(epsilon=${between(r, 0.1, 3)}, alphabet=${whole(r, 2, 30)})`],
  [2, (r) => `dpsgd(noise=${between(r, 0.6, 3)}, rate=${between(r, 0.01, 0.3)}, steps=${whole(r, 1, 200)})`],
  [12, (r) => `profile(${guarantees(r)})`],
  [6, symmetricPoints],
  [2, points],
  [1, () => 'perfect()'],
  [5, compose],
];

/** A random case whose p-value, by Algorithm 3, is about between 1e-6 and 0.9, mostly from 0.001 to 0.2. */
export function randomProgramCase(random: Random): ProgramCase {
  for (;;) {
    const drawn = pick(random);
    const exchanged = random.bernoulli(0.2);
    const claim = exchanged || random.bernoulli(0.75) ? drawn : parseableReplace(drawn);
    const f = curveOfCase({ claim, exchanged });
    // With many counts a smooth curve takes long.
    const most = f.bends === undefined ? 70 : 2500;
    const guesses = whole(random, random.bernoulli(0.6) ? 0.1 * most : 2, most);
    const m = random.bernoulli(0.25) ? guesses : whole(random, guesses, 3000);
    const k = [2, 2, 2, 3, 5, 10][random.integer(6)];
    const target = random.bernoulli(0.8) ? between(random, 1e-3, 0.2) : between(random, 2e-6, 0.9);
    const at = (correct: number) => paper.pValue({ m, k, guesses, correct }, f);
    let [low, high] = [0, guesses];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (at(middle) > target) low = middle;
      else high = middle;
    }
    const p = at(high);
    if (p > 1e-6 && p < 0.9) return { claim, exchanged, m, k, guesses, correct: high };
  }
}

function parseableReplace(claim: string): string {
  const replaced = `${claim.slice(0, -1)}${claim.endsWith('()') ? '' : ', '}relation=replace)`;
  parseClaim(replaced);
  return replaced;
}

function pick(random: Random): string {
  let ticket = random.integer(KINDS.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, claim] of KINDS) {
    if (ticket < weight) return claim(random);
    ticket -= weight;
  }
  throw new Error('internal: no kind drawn');
}

/** Log-uniform between the ends. */
function between(random: Random, low: number, high: number): number {
  return Number((low * Math.exp(Math.log(high / low) * random.uniform())).toPrecision(3));
}

function whole(random: Random, low: number, high: number): number {
  return Math.round(low * Math.exp(Math.log(high / low) * random.uniform()));
}

function guarantees(random: Random): string {
  let [epsilon, delta] = [0, 0.5];
  const pairs = Array.from({ length: 1 + random.integer(4) }, () => {
    epsilon = Number((epsilon + between(random, 0.1, 1.5)).toPrecision(3));
    delta = Number((delta * between(random, 1e-3, 0.5)).toPrecision(3));
    return `${epsilon}:${delta}`;
  });
  return pairs.join(', ');
}

/** A convex polyline from (0, 1) that is its own mirror image. */
function symmetricPoints(random: Random): string {
  const middle = between(random, 0.2, 0.45);
  const alpha = between(random, 0.005, 0.5 * middle);
  // Below the chord from (0, 1) to the middle, above the line of slope -1 through the middle.
  const least = (1.05 * middle) / (1 - middle);
  const share = least + (0.97 - least) * random.uniform();
  const beta = Number((middle + ((1 - middle) * (middle - alpha) * share) / middle).toPrecision(3));
  return `points(0:1, ${alpha}:${beta}, ${middle}:${middle}, ${beta}:${alpha}, 1:0)`;
}

function points(random: Random): string {
  const alpha = between(random, 0.05, 0.3);
  return `points(0:1, ${alpha}:${Number(((1 - alpha) * between(random, 0.4, 0.9)).toPrecision(3))}, 1:0)`;
}

function compose(random: Random): string {
  const parts: readonly ((random: Random) => string)[] = [
    (r) => `laplace(scale=${between(r, 1, 10)})*${1 + r.integer(4)}`,
    (r) => `randomized-response(epsilon=${between(r, 0.1, 0.8)})*${1 + r.integer(5)}`,
    (r) => `gaussian(sigma=${between(r, 1, 8)})`,
    (r) => `approx-dp(epsilon=${between(r, 0.1, 0.8)}, delta=${between(r, 1e-5, 0.01)})*${1 + r.integer(3)}`,
    (r) => `profile(${guarantees(r)})`,
  ];
  const chosen = Array.from({ length: 1 + random.integer(2) }, () =>
    parts[random.integer(parts.length)](random),
  );
  return `compose(${chosen.join(', ')})`;
}
