import type { TradeOff } from '../../claims/index.ts';
import { type CountLaw, exp, ln } from '../../numerics/index.ts';
import { canariesInTheorem } from '../../observation.ts';
import type { Payoff, WeightedTangent } from '../../types.ts';
import { testedCurve } from '../bound.ts';
import { type GameForm, provenMean } from '../certificate.ts';
import { type LogSumProgram, maximiseLogSum, sumsOf } from './log-sum.ts';
import type { PayoffCertificate } from './payoff.ts';

/** A line above the curve that takes part from `start` right guesses on. */
interface Line {
  readonly start: number;
  readonly epsilon: number;
}

/** Neighbouring counts, and how likely each is to be seen. */
interface Counts {
  readonly first: number;
  readonly chances: Float64Array;
}

/** Counts less likely than this hardly decide; but at none may all be lost. */
const NEGLIGIBLE = 1e-6;
/** Slopes of the lines that are tried. */
const SLOPES = Array.from({ length: 44 }, (_, i) => 1.02 * 1.1 ** i);
/** Lines at first: how many counts apart, in standard deviations, and slopes beside the odds there. */
const APART = 0.3;
const BESIDE = [0.85, 1.2];
/** How often lines that are worth more than they cost are added, and how many. */
const TIMES = 4;
const MOST_ADDED = 16;
/** Lines of which less is bought are left out. */
const LEAST = 1e-4;

/**
 * The payoff with which evidence against a curve grows fastest where right guesses have this law (Kelly), of
 * all that certificates prove: a line fBar(x) <= lambda x + delta with the weight w from `start` on pays
 *
 *     w (N - lambda (c' - N) / (k - 1)) / m  from `start` on,  and costs  w lambda (c' - N) / ((k - 1) m)
 *
 * at start - 1, at the price w delta. From 0 on that is a bet on the mean; lines that begin later free what
 * would be held back for counts that hardly occur. How well it is searched decides how fast evidence grows,
 * never whether it is evidence: in the end it is divided by what its lines prove.
 */
export function fastestPayoff(
  game: GameForm,
  f: TradeOff,
  law: CountLaw,
  leastHeldBack: number,
): PayoffCertificate {
  const curve = testedCurve({ ...game, correct: 0 }, f);
  const slopes = curve.guarantee === undefined ? SLOPES : [...SLOPES, exp(curve.guarantee[0])];
  const counts = countsOf(law);
  const costs = slopes.map((slope) => curve.delta(ln(slope)));
  let lines = firstLines(game, counts);
  for (let time = 0; ; time++) {
    const program = programOf(game, curve, counts, lines);
    const weights = maximiseLogSum(program, startOf(program));
    const paid = sumsOf(program, weights);
    const better = time === TIMES ? [] : worthwhile(game, counts, paid, slopes, costs);
    const bought = program.columns.slice(1).map((column, a) => weights[a + 1] * largest(column));
    const kept = lines.filter((_, a) => bought[a] > LEAST);
    if (better.length === 0) {
      const tangents = lines.map((line, a) => tangentOf(game, curve, line, weights[a + 1]));
      return priced(
        game,
        counts,
        paid,
        tangents.filter((_, a) => bought[a] > LEAST),
        leastHeldBack,
      );
    }
    lines = [...kept, ...better];
  }
}

/** What a payoff pays at most on average against another curve, by lines of the same slopes: never less. */
export function priceAgainst({ game, payoff, tangents }: PayoffCertificate, f: TradeOff): number {
  const curve = testedCurve({ ...game, correct: 0 }, f);
  const own = tangents.map((tangent) => ({ ...tangent, delta: curve.delta(tangent.epsilon) }));
  return provenMean(game, payoff, own);
}

function countsOf({ from, chances }: CountLaw): Counts {
  let [low, high] = [0, chances.length - 1];
  while (low < high && chances[low] < NEGLIGIBLE) low++;
  while (high > low && chances[high] < NEGLIGIBLE) high--;
  // One count more below: there the first lines cost something.
  const first = Math.max(0, from + low - 1);
  const seen = Float64Array.from(
    { length: from + high - first + 1 },
    (_, j) => chances[first + j - from] ?? 0,
  );
  return { first, chances: seen.map((chance) => chance + NEGLIGIBLE) };
}

function firstLines({ guesses }: GameForm, { first, chances }: Counts): Line[] {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const mean = chances.reduce((sum, chance, j) => sum + chance * j, 0) / total;
  const spread = Math.sqrt(chances.reduce((sum, chance, j) => sum + chance * (j - mean) ** 2, 0) / total);
  const apart = Math.max(1, Math.round(APART * spread));
  const lines: Line[] = [];
  for (let j = 1; j < chances.length; j += apart) {
    const odds = (first + j) / (guesses - first - j + 0.5);
    for (const beside of BESIDE)
      if (odds * beside > SLOPES[0]) lines.push({ start: first + j, epsilon: ln(odds * beside) });
  }
  return lines.length > 0 ? lines : [{ start: first + 1, epsilon: ln(SLOPES[0]) }];
}

function programOf(game: GameForm, curve: TradeOff, counts: Counts, lines: readonly Line[]): LogSumProgram {
  const { length } = counts.chances;
  return {
    weights: counts.chances,
    columns: [new Float64Array(length).fill(1), ...lines.map((line) => paidBy(game, line, counts))],
    costs: Float64Array.from([1, ...lines.map(({ epsilon }) => curve.delta(epsilon))]),
  };
}

function paidBy(game: GameForm, { start, epsilon }: Line, { first, chances }: Counts): Float64Array {
  const m = canariesInTheorem(game);
  const slope = exp(epsilon) / (game.k - 1);
  return chances.map((_, j) => {
    const n = first + j;
    const lost = slope * (game.guesses - n);
    return n >= start ? (n - lost) / m : n === start - 1 ? -lost / m : 0;
  });
}

/** All but a little held back. */
function startOf(program: LogSumProgram): Float64Array {
  const { columns, costs } = program;
  const x = columns.map((column, a) => 1e-3 / (columns.length * Math.max(costs[a], largest(column))));
  for (let tries = 0; tries < 60; tries++) {
    x[0] = 1 - x.slice(1).reduce((sum, each, a) => sum + each * costs[a + 1], 0);
    const start = Float64Array.from(x);
    if (x[0] > 0 && sumsOf(program, start).every((sum) => sum > 0.5)) return start;
    for (let a = 1; a < x.length; a++) x[a] /= 2;
  }
  throw new Error('internal: no payoff to start from');
}

const largest = (column: Float64Array) => column.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The best slope for each start, where a line is worth more than it costs; the most worthwhile ones. */
function worthwhile(
  game: GameForm,
  { first, chances }: Counts,
  paid: Float64Array,
  slopes: readonly number[],
  costs: readonly number[],
): Line[] {
  const m = canariesInTheorem(game);
  const { k, guesses } = game;
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const found: (Line & { worth: number })[] = [];
  // Of the counts from `start` on: the sums of n and of c' - n, each over what is paid there.
  let [right, wrong] = [0, 0];
  for (let j = chances.length - 1; j > 0; j--) {
    const n = first + j;
    right += (chances[j] / paid[j]) * n;
    wrong += (chances[j] / paid[j]) * (guesses - n);
    const before = (chances[j - 1] / paid[j - 1]) * (guesses - n + 1);
    let best = { start: n, epsilon: 0, worth: 1e-4 };
    slopes.forEach((slope, s) => {
      const worth = (right - (slope / (k - 1)) * (wrong + before)) / m - total * costs[s];
      // What a line adds, were all of the evidence staked on it.
      const size = Math.max(costs[s], guesses / m);
      if (worth / size > best.worth) best = { start: n, epsilon: ln(slope), worth: worth / size };
    });
    if (best.epsilon > 0) found.push(best);
  }
  return found.sort((a, b) => b.worth - a.worth).slice(0, MOST_ADDED);
}

function tangentOf(
  { guesses }: GameForm,
  curve: TradeOff,
  { start, epsilon }: Line,
  w: number,
): WeightedTangent {
  return { epsilon, delta: curve.delta(epsilon), weights: [[start, guesses, w]] };
}

/** What is paid, never falling, with so much held back; divided by what the lines prove. */
function priced(
  game: GameForm,
  { first }: Counts,
  paid: Float64Array,
  lines: readonly WeightedTangent[],
  leastHeldBack: number,
): PayoffCertificate {
  const heights = paid.slice();
  for (let j = heights.length - 2; j >= 0; j--) heights[j] = Math.min(heights[j], heights[j + 1]);
  const at = (height: number) => leastHeldBack + (1 - leastHeldBack) * Math.max(0, height);
  const steps: (readonly [number, number])[] = [];
  for (let j = 1; j < heights.length; j++)
    if (heights[j] > heights[j - 1]) steps.push([first + j, at(heights[j]) - at(heights[j - 1])]);
  let payoff: Payoff = { base: at(heights[0]), steps };
  let tangents = lines.map((line) => scaled(line, 1 - leastHeldBack));
  for (let room = 1e-12; ; room *= 10) {
    const bound = provenMean(game, payoff, tangents);
    if (bound <= 1) return { game, payoff, tangents, bound };
    const by = 1 / (bound * (1 + room));
    payoff = { base: payoff.base * by, steps: payoff.steps.map(([reach, height]) => [reach, height * by]) };
    tangents = tangents.map((line) => scaled(line, by));
  }
}

function scaled({ epsilon, delta, weights }: WeightedTangent, by: number): WeightedTangent {
  return { epsilon, delta, weights: weights.map(([from, to, weight]) => [from, to, weight * by] as const) };
}
