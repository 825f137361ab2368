import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { createRandom, exp, expm1, ln, normalQuantile, type Random } from '../../numerics/index.ts';
import { MOST_CANARIES } from '../../observation.ts';
import type { GamesAsked, GamesPlayed } from '../question.ts';
import { type LevelTable, levelTable } from './level-table.ts';

/** How long a chunk of games may take, in milliseconds. */
const CHUNK = 50;
const MOST_GAMES = 1_000_000;
/** Levels nearer to 0 or 1 than this get the score of this one. */
const NEAREST = 1e-16;
/** Stands for a level that is not drawn yet. */
const NONE = -1;

/**
 * Plays games and yields what is known after every chunk. Each canary's coin is fair; the levels of those
 * that are out are uniform and of those in follow the truth's curve; the smallest levels are called in, the
 * largest out. Only the levels that are guessed are drawn, in their order.
 */
export function* playGames(asked: GamesAsked): Generator<GamesPlayed> {
  checkGames(asked);
  const table = levelTable(asked.truth);
  const random = createRandom(asked.seed);
  const correct = new Uint32Array(asked.games);
  let played = 0;
  while (played < asked.games) {
    const end = performance.now() + CHUNK;
    do correct[played++] = playOnce(asked, table, random);
    while (played < asked.games && performance.now() < end);
    yield { asked, correct: correct.slice(0, played), done: played === asked.games };
  }
}

/** The right guesses of one game. */
function playOnce({ m, top, bottom }: GamesAsked, table: LevelTable, random: Random): number {
  const members = heads(m, random);
  const inside = new Ranks(members, random, table);
  const outside = new Ranks(m - members, random, null);
  let right = 0;
  for (let i = 0; i < top; i++) {
    if (inside.left > 0 && (outside.left === 0 || inside.smallest() < outside.smallest())) {
      inside.takeSmallest();
      right++;
    } else outside.takeSmallest();
  }
  for (let i = 0; i < bottom; i++) {
    if (outside.left > 0 && (inside.left === 0 || outside.largest() > inside.largest())) {
      outside.takeLargest();
      right++;
    } else inside.takeLargest();
  }
  return right;
}

/** How many of m fair coins show heads. */
function heads(m: number, random: Random): number {
  let count = 0;
  for (let left = m; left > 0; left -= 32) {
    let word = random.bits();
    if (left < 32) word >>>= 32 - left;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/**
 * Uniform numbers, drawn in their order from both ends as far as they are asked for: the smallest of n that
 * are left is beyond the last by a share 1 - U^(1/n) of the way to the other end.
 */
class Ranks {
  left: number;
  readonly #random: Random;
  readonly #table: LevelTable | null;
  /** ln of the share above the smallest that was drawn, and the largest drawn as ln of its share of that. */
  #above = 0;
  #below = 0;
  /** Numbers that are not drawn yet. */
  #open: number;
  /** The next level from either end once it is drawn, else NONE. */
  #small = NONE;
  #large = NONE;

  constructor(n: number, random: Random, table: LevelTable | null) {
    this.left = n;
    this.#open = n;
    this.#random = random;
    this.#table = table;
  }

  smallest(): number {
    if (this.#small === NONE) {
      this.#above += this.#logUniform() / this.#open--;
      this.#small = this.#level(-expm1(this.#above));
    }
    return this.#small;
  }

  takeSmallest(): void {
    this.smallest();
    this.#small = NONE;
    this.left--;
  }

  largest(): number {
    if (this.#large === NONE) {
      // The last of all may have been drawn from the other end.
      if (this.#open === 0) return this.smallest();
      this.#below += this.#logUniform() / this.#open--;
      this.#large = this.#level(1 + exp(this.#above) * expm1(this.#below));
    }
    return this.#large;
  }

  takeLargest(): void {
    this.largest();
    if (this.#large === NONE) this.#small = NONE;
    this.#large = NONE;
    this.left--;
  }

  #level(v: number): number {
    return this.#table === null ? v : this.#table.levelAt(v);
  }

  /** ln of a uniform number that is not 0. */
  #logUniform(): number {
    return ln(1 - this.#random.uniform());
  }
}

/**
 * One game with a score for each canary, higher for more likely in: those of canaries that are out are
 * standard normal, those of canaries in follow the truth's curve.
 */
export function drawGame({ truth, m, seed }: Pick<GamesAsked, 'truth' | 'm' | 'seed'>): {
  readonly scores: Float64Array;
  readonly included: Uint8Array;
} {
  checkWhole('canaries', m, 1, MOST_CANARIES);
  const table = levelTable(truth);
  const random = createRandom(seed);
  const [coins, levels] = [random.split('coins'), random.split('levels')];
  const included = Uint8Array.from({ length: m }, () => coins.coin());
  const scores = Float64Array.from(included, (bit) => {
    const v = levels.uniform();
    const level = bit === 1 ? table.levelAt(v) : v;
    return -normalQuantile(Math.min(1 - NEAREST, Math.max(NEAREST, level)));
  });
  return { scores, included };
}

function checkGames({ m, top, bottom, games }: GamesAsked): void {
  checkWhole('canaries', m, 1, MOST_CANARIES);
  checkWhole('guesses from the top', top, 0, m);
  checkWhole('guesses from the bottom', bottom, 0, m);
  checkWhole('games', games, 1, MOST_GAMES);
  if (top + bottom > m)
    throw new InvalidInput(`invalid guesses; must be at most canaries (${m}): ${top + bottom}`);
}
