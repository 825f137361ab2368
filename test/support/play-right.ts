import { oneOrder, parseClaim, type TradeOff, tradeOff } from '../../src/claims/index.ts';
import { calledIn } from '../../src/games/index.ts';
import {
  clopperPearsonLower,
  clopperPearsonUpper,
  nthLargest,
  type Random,
} from '../../src/numerics/index.ts';
import type { Sides } from '../../src/types.ts';

/** A game before it is played. */
export interface PlayedGame {
  readonly m: number;
  readonly k?: number;
  readonly guesses: number;
  readonly sides?: Sides;
}

/** The score that the best attack ranks a canary by. */
export type DrawScore = (isIn: boolean, random: Random) => number;

/** Scores of a mechanism that is stated as a claim, equal ones told apart by a draw. */
export function scoresOf(text: string): DrawScore {
  const { name, parameters } = parseClaim(text);
  if (name === 'gaussian') {
    const sigma = parameters.sigma ?? 1 / parameters.mu;
    return (isIn, random) => Number(isIn) + sigma * random.normal();
  }
  if (name === 'laplace')
    return (isIn, random) => Number(isIn) - parameters.scale * Math.log(1 - random.uniform()) * sign(random);
  if (name === 'randomized-response') {
    const kept = 1 / (1 + Math.exp(-parameters.epsilon));
    return (isIn, random) => Number(random.bernoulli(kept) === isIn) + 0.5 * random.uniform();
  }
  return idealScores(tradeOff(text));
}

/** How much likelier a score is of a canary that is in. */
export function oddsOf(text: string): (score: number) => number {
  const { name, parameters } = parseClaim(text);
  if (name === 'gaussian') {
    const sigma = parameters.sigma ?? 1 / parameters.mu;
    return (score) => Math.exp((score - 0.5) / sigma ** 2);
  }
  if (name === 'laplace')
    return (score) => Math.exp((Math.abs(score) - Math.abs(score - 1)) / parameters.scale);
  if (name === 'randomized-response')
    return (score) => Math.exp(score < 1 ? -parameters.epsilon : parameters.epsilon);
  const { slope } = oneOrder(tradeOff(text), 'in');
  return (score) => slope(Math.max(0, -score));
}

const sign = (random: Random) => (random.coin() === 1 ? 1 : -1);

const NODES = 4000;

/**
 * The two laws that a curve describes exactly: a canary that is out has the level u, uniform, and one that is
 * in has a level of at most x with probability fBar(x). Between nodes the curve is taken as a line.
 */
function idealScores(f: TradeOff): DrawScore {
  const fBar = inFromOut(f);
  const levels = Array.from({ length: NODES + 1 }, (_, i) => {
    const half = 2 * Math.min(i, NODES - i);
    const near = 0.5 * 1e-9 ** (1 - half / NODES);
    return i === 0 || i === NODES ? i / NODES : 2 * i <= NODES ? near : 1 - near;
  });
  const reached = levels.map((x) => (x === 1 ? 1 : fBar(x)));
  return (isIn, random) => {
    const u = random.uniform();
    if (!isIn) return -u;
    // Sure ones, equal but for a draw.
    if (u <= reached[0]) return 1e-9 * random.uniform();
    let [low, high] = [0, NODES];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (reached[middle] >= u) high = middle;
      else low = middle;
    }
    const part = (u - reached[low]) / (reached[high] - reached[low]);
    return -(levels[low] + part * (levels[high] - levels[low]));
  };
}

/** How likely what is called in with probability x of a canary that is out is of one that is in. */
function inFromOut(f: TradeOff): (x: number) => number {
  const { oneWay } = f;
  if (oneWay === undefined) return f.fBar;
  const [inside, outside] = [oneWay('in'), oneWay('out')];
  // What is called out of the same two laws bounds it too.
  return (x) => Math.min(inside.fBar(x), 1 - outside.fBarInv(1 - x));
}

/** Plays one game: the number of right guesses. */
export function playRight(
  { m, k = 2, guesses, sides = 'both' }: PlayedGame,
  draw: DrawScore,
  random: Random,
  odds?: (score: number) => number,
): number {
  if (k > 2) return rightAmongCandidates(m, k, guesses, draw, random, odds);
  const members: number[] = [];
  const scores = new Float64Array(m);
  let ins = 0;
  for (let i = 0; i < m; i++) {
    const isIn = random.coin() === 1;
    scores[i] = draw(isIn, random);
    if (isIn) members[ins++] = scores[i];
  }
  const top = calledIn(guesses, sides);
  const bottom = guesses - top;
  const upper = top > 0 ? nthLargest(scores, top) : Infinity;
  const lower = bottom > 0 ? nthLargest(scores, m - bottom + 1) : -Infinity;
  let right = bottom;
  for (const score of members) {
    if (score >= upper) right++;
    if (score <= lower) right--;
  }
  return right;
}

/** Guesses where the likeliest candidate is surest; how sure it is does not matter where all are guessed. */
function rightAmongCandidates(
  m: number,
  k: number,
  guesses: number,
  draw: DrawScore,
  random: Random,
  odds?: (score: number) => number,
): number {
  if (guesses < m && odds === undefined) throw new Error('no way to tell the surest');
  const isRight = new Uint8Array(m);
  const sure = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const scores = Array.from({ length: k }, (_, j) => draw(j === 0, random));
    const best = Math.max(...scores);
    isRight[i] = Number(best === scores[0]);
    if (odds === undefined) continue;
    const ratios = scores.map(odds);
    const sum = ratios.reduce((a, b) => a + b);
    // Equal ones are told apart by a draw.
    sure[i] = (odds(best) / sum) * (1 + 1e-9 * random.uniform());
  }
  const cut = guesses < m ? nthLargest(sure, guesses) : -Infinity;
  return isRight.reduce((right, one, i) => right + (sure[i] >= cut ? one : 0), 0);
}

/** How many of so many games have each number of right guesses. */
export function playMany(game: PlayedGame, text: string, games: number, random: Random): Uint32Array {
  const [draw, odds] = [scoresOf(text), oddsOf(text)];
  const seen = new Uint32Array(game.guesses + 1);
  for (let i = 0; i < games; i++) seen[playRight(game, draw, random, odds)]++;
  return seen;
}

/** How many of them have at least so many. */
export function playedAtLeast(seen: Uint32Array, count: number): number {
  return seen.subarray(Math.max(0, count)).reduce((sum, games) => sum + games, 0);
}

/** Between which two chances a number of games is likely: so unlikely is one beyond either. */
export function playedRange(happened: number, games: number, unlikely = 1e-6): [low: number, high: number] {
  return [clopperPearsonLower(happened, games, unlikely), clopperPearsonUpper(happened, games, unlikely)];
}
