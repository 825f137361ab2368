import { drawAssignment } from '../../../src/games/index.ts';
import { type Side, type Sides, tradeOff } from '../../../src/index.ts';
import { bytesSource } from '../../../src/io/index.ts';
import { worstCase } from '../../../src/mechanisms/index.ts';
import { binomialPmf, binomialTail, type Random } from '../../../src/numerics/index.ts';
import { oneSide } from '../../../src/observation.ts';
import { type Columns, csv, jsonLines, npy } from '../../io/files.ts';
import type { Audited, RunFiles } from './play.ts';
import { critical, hypergeometric, rankedTail, type Split } from './rates.ts';

/** From who is in to a score for each canary: a mechanism and the attack on it. */
export type Score = (included: Uint32Array, random: Random) => ArrayLike<number>;

/** How a run is written down. */
export interface Layout {
  /** The file's rows: as the canaries were numbered, or all members before all others. */
  readonly rows?: 'by number' | 'members first';
  readonly ids?: boolean;
  readonly format?: 'csv' | 'json lines' | 'npy pair';
  /** Who was in stands in a file of its own, in another order. */
  readonly joined?: boolean;
}

/** Membership games of m canaries, written down and audited. */
export function membership(
  m: number,
  score: Score,
  layout: Layout,
  rest: Omit<Audited, 'play'>,
  runs = 1,
): Audited {
  return {
    ...rest,
    play: (random) =>
      Array.from({ length: runs }, (_, run) => {
        const own = random.split(run);
        const included = drawAssignment(m, 2, own.split('coins'));
        const scores = score(included, own.split('mechanism'));
        return write(included, scores, layout, own.split('order'));
      }),
  };
}

function write(included: Uint32Array, scores: ArrayLike<number>, layout: Layout, random: Random): RunFiles {
  const { rows = 'by number', ids = false, format = 'csv', joined = false } = layout;
  const all = Array.from(included, (_, i) => i);
  const order = rows === 'by number' ? all : all.toSorted((a, b) => included[b] - included[a]);
  const source = (name: string, columns: Columns) =>
    format === 'csv' ? bytesSource(name, csv(columns)) : bytesSource(name, jsonLines(columns));
  if (format === 'npy pair') {
    const of = (bit: number) => npy(all.filter((i) => included[i] === bit).map((i) => scores[i]));
    return { members: bytesSource('members.npy', of(1)), others: bytesSource('others.npy', of(0)) };
  }
  const score = order.map((i) => scores[i]);
  if (joined) {
    const other = all.toSorted((a, b) => included[b] - included[a]);
    const names = (places: readonly number[]) => places.map((i) => `canary ${i}`);
    const shuffled = shuffle(all, random);
    return {
      scores: source('scores', { id: names(shuffled), score: shuffled.map((i) => scores[i]) }),
      assignment: source('assignment', { id: names(other), included: other.map((i) => included[i]) }),
    };
  }
  // Numbered along the file: where members come first they have the first ids too.
  const id = ids ? { id: order.map((_, place) => place) } : {};
  return { scores: source('scores', { ...id, score, included: order.map((i) => included[i]) }) };
}

export function shuffle(values: readonly number[], random: Random): number[] {
  const shuffled = [...values];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}

/** Of a budget, how much calls canaries in and how much out. */
export function splitOf(guesses: number, sides: Sides = 'both'): Split {
  const ins = sides === 'in' ? guesses : sides === 'out' ? 0 : Math.ceil(guesses / 2);
  return { ins, outs: guesses - ins };
}

/** Scores that know nothing. */
export const blind: Record<'distinct' | 'constant' | 'rounded', Score> = {
  distinct: (included, random) => Float64Array.from(included, () => random.normal()),
  constant: (included) => new Float64Array(included.length),
  rounded: (included, random) => Float64Array.from(included, () => Math.round(random.normal())),
};

/** A sum of unit vectors, one per canary that is in, with Gaussian noise, rounded to multiples of `step` if stated. */
export function noisySum(sigma: number, step = 0): Score {
  return (included, random) =>
    Float64Array.from(included, (bit) => {
      const score = bit + sigma * random.normal();
      return step === 0 ? score : step * Math.round(score / step);
    });
}

/**
 * The worst mechanism of a claim for `answered` answers, as scores: 1 for in, -1 for out, 0 for no answer, with the
 * places within each kind left to ties or to noise that knows nothing. It answers a few more than the audit will guess,
 * so that there are enough of both kinds.
 */
export function worstScores(
  claim: string,
  design: { readonly m: number; readonly answered: number; readonly right: number },
  ties: boolean,
): { law: Float64Array; score: Score } {
  const { m, answered, right } = design;
  const { law, mechanism } = worstCase({ m, k: 2, guesses: answered, correct: right }, tradeOff(claim));
  return {
    law,
    score(included, random) {
      const noise = random.split('noise');
      return Float64Array.from(mechanism(included, random), (answer) => {
        const sign = answer < 0 ? 0 : 2 * answer - 1;
        return ties ? sign : sign + 0.9 * (noise.uniform() - 0.5);
      });
    },
  };
}

/** Blind scores audited against the claim that nothing leaks: every guess is right by a coin. */
export function blindMembership(
  kind: keyof typeof blind,
  layout: Layout,
  { m = 100, guesses = 30, sides = 'both' as Sides } = {},
): Audited {
  const claim = 'perfect()';
  const rate = binomialTail(guesses, 0.5, critical({ m, k: 2, guesses, ...oneSide(sides) }, claim));
  return membership(m, blind[kind], layout, { claim, design: { guesses: [guesses], sides }, rate });
}

/** The number of canaries, of answers and of right ones that the worst mechanism is made for, and the audit's guesses. */
export interface WorstDesign {
  readonly m: number;
  readonly answered: number;
  readonly right: number;
  readonly guesses: number;
  readonly sides?: Sides;
}

/** The worst mechanism of a claim, audited against that claim. */
export function worstMembership(
  claim: string,
  { guesses, sides = 'both', ...worst }: WorstDesign,
  layout: Layout & { readonly ties?: boolean } = {},
): Audited {
  const { law, score } = worstScores(claim, worst, layout.ties ?? false);
  const least = critical({ m: worst.m, k: 2, guesses, ...oneSide(sides) }, claim);
  const rate = rankedTail(law, splitOf(guesses, sides), least);
  return membership(worst.m, score, layout, { claim, design: { guesses: [guesses], sides }, rate });
}

/**
 * With probability delta w / guesses, w of the canaries being on a side, it gives away so many of them, chosen at random,
 * else as many of all canaries: (0, delta)-DP, for each canary on the side is among those that are given away with
 * probability delta. All guesses of an audit of that side are right about as often as any such mechanism can have it.
 */
export function leakOfOneSide(side: Side, delta: number, m: number, guesses: number): Audited {
  const claim = `approx-dp(epsilon=0, delta=${delta})`;
  const least = critical({ m, k: 2, guesses, sides: side }, claim);
  const own = side === 'in' ? 1 : 0;
  const leak = (w: number) => (w < guesses ? 0 : (delta * w) / guesses);
  let rate = 0;
  for (let w = 0; w <= m; w++) {
    let blindly = 0;
    for (let x = least; x <= Math.min(w, guesses); x++) blindly += hypergeometric(m, w, guesses, x);
    rate += binomialPmf(m, 0.5, w) * (leak(w) + (1 - leak(w)) * blindly);
  }
  const score: Score = (included, random) => {
    const all = Array.from(included, (_, i) => i);
    const ours = all.filter((i) => included[i] === own);
    const pool = random.bernoulli(leak(ours.length)) ? ours : all;
    const told = new Set(shuffle(pool, random).slice(0, guesses));
    const far = side === 'in' ? 2 : -2;
    return Float64Array.from(included, (_, i) => (told.has(i) ? far : 0) + random.uniform());
  };
  return membership(m, score, {}, { claim, design: { guesses: [guesses], sides: side }, rate });
}
