import { criticalCount } from '../../audit/index.ts';
import { checkWhole } from '../../check.ts';
import { tradeOff } from '../../claims/index.ts';
import { drawGame } from './games.ts';

/** Games in which a claim is true, and numbers of guesses that an attack may choose from after looking. */
export interface BestCutsAsked {
  readonly claim: string;
  readonly m: number;
  readonly tau: number;
  readonly games: number;
  readonly seed: string;
  /** The number of guesses that was fixed in advance. */
  readonly guesses: number;
  /** How many numbers of guesses are tried, that one included. */
  readonly tries: number;
}

/** What choosing after looking does to false alarms. */
export interface BestCuts {
  readonly asked: BestCutsAsked;
  /** The numbers of guesses in the order in which they are tried; half from the top, half from the bottom. */
  readonly sizes: readonly number[];
  /** The fewest right guesses that refute the claim at each; null where not even all do. */
  readonly criticals: readonly (number | null)[];
  /** In how many of the games some of the first n + 1 sizes refutes the claim, which is true. */
  readonly alarms: readonly number[];
}

/** Plays games in which the claim is true, and counts in how many any of several cuts seems to refute it. */
export function bestCuts(asked: BestCutsAsked): BestCuts {
  const { claim, m, tau, games, seed } = asked;
  checkWhole('canaries', m, 2, 100_000);
  checkWhole('games', games, 1, 100_000);
  const f = tradeOff(claim);
  const sizes = sizesTried(asked);
  const criticals = sizes.map((guesses) => criticalCount({ m, k: 2, guesses }, f, tau, 'all'));
  const firsts = new Array<number>(sizes.length).fill(0);
  for (let game = 0; game < games; game++) {
    const inside = membersAbove(drawGame({ truth: claim, m, seed: `${seed} ${game}` }));
    const first = sizes.findIndex((guesses, i) => {
      const critical = criticals[i];
      return critical !== null && rightAt(inside, guesses) >= critical;
    });
    if (first >= 0) firsts[first]++;
  }
  let sum = 0;
  return { asked, sizes, criticals, alarms: firsts.map((n) => (sum += n)) };
}

/** The number that was fixed first, then others that fill the range from 10 to all more and more evenly. */
function sizesTried({ m, guesses, tries }: BestCutsAsked): number[] {
  const sizes = new Set([guesses]);
  const [low, high] = [Math.min(5, Math.floor(m / 2)), Math.floor(m / 2)];
  for (let i = 1; sizes.size < tries && i < 20 * tries; i++)
    sizes.add(2 * Math.round(low + evenly(i) * (high - low)));
  return [...sizes];
}

/** The i-th of a row of shares that halves its largest gap again and again: 1/2, 1/4, 3/4, 1/8, ... */
function evenly(i: number): number {
  let [share, part] = [0, 0.5];
  for (let rest = i; rest > 0; rest >>= 1) {
    if (rest & 1) share += part;
    part /= 2;
  }
  return share;
}

/** How many of the n highest scores are members', for every n. */
function membersAbove({ scores, included }: ReturnType<typeof drawGame>): Uint32Array {
  const members = scores.filter((_, i) => included[i] === 1).sort();
  const others = scores.filter((_, i) => included[i] === 0).sort();
  const above = new Uint32Array(scores.length + 1);
  let [a, b] = [members.length - 1, others.length - 1];
  for (let n = 1; n < above.length; n++) {
    const isMember = b < 0 || (a >= 0 && members[a] > others[b]);
    if (isMember) a--;
    else b--;
    above[n] = above[n - 1] + (isMember ? 1 : 0);
  }
  return above;
}

/** The right guesses where the higher half is called in and the lower half out. */
function rightAt(inside: Uint32Array, guesses: number): number {
  const m = inside.length - 1;
  const top = Math.ceil(guesses / 2);
  const bottom = guesses - top;
  return inside[top] + bottom - (inside[m] - inside[m - bottom]);
}
