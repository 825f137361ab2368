import { exp, ln, logBinomialTail, nthLargest } from '../../numerics/index.ts';
import { checkDraws } from '../checks/checks.ts';
import { pointsTheOtherWay } from '../checks/direction.ts';
import type { AuditCheck } from '../records.ts';
import { type CountedRound, coinsOf, type RoundScores } from './count.ts';
import type { RoundsDesign } from './design.ts';

/** Below this probability coins are not fair and fresh, and the theorem says nothing. */
const IMPOSSIBLE = 1e-6;

/**
 * What is seen of the coins while rounds come in: each round alone, all together, and each beside the one
 * before. Coins must be fair and independent of all that happened before.
 */
export class RoundCoins {
  private rounds = 0;
  private readonly drawn: [number, number] = [0, 0];
  /** How often a coin was the one before, and followed the last score or the last right guess. */
  private readonly same = new Agreement();
  private readonly afterScore = new Agreement();
  private readonly afterRight = new Agreement();
  private last: { readonly included: Uint8Array; readonly high: Uint8Array } | null = null;
  private readonly seen = new Map<string, number>();
  private readonly faults: string[] = [];
  /** Rounds that have the coins of an earlier one. */
  private readonly alike: string[] = [];
  /** Rounds with half of the canaries in, to one. */
  private halves = 0;
  private unlikely: { round: number; inside: number; m: number } | null = null;

  /** A round of which it is known how many canaries were in. */
  count(round: number, [outside, inside]: readonly [number, number]): void {
    const m = outside + inside;
    this.rounds++;
    this.drawn[0] += outside;
    this.drawn[1] += inside;
    // Of few canaries all are in now and then.
    if ((inside === 0 || inside === m) && m >= MANY)
      this.faults.push(`round ${round} has none ${inside === 0 ? 'in' : 'out'}`);
    const off = Math.abs(inside - m / 2);
    if (off < 1) this.halves++;
    if (this.unlikely === null || off > Math.abs(this.unlikely.inside - this.unlikely.m / 2))
      this.unlikely = { round, inside, m };
  }

  /** A round whose scores and coins are known; it is counted as well. */
  add(round: number, { scores, included: given }: RoundScores): void {
    const included = coinsOf(given);
    const m = included.length;
    this.lookForCopies(round, included, scores[0]);
    const high = aboveMedian(scores[0]);
    if (this.last !== null && this.last.included.length === m)
      for (let i = 0; i < m; i++) {
        this.same.see(included[i] === this.last.included[i]);
        if (this.last.high[i] === MIDDLE) continue;
        this.afterScore.see(included[i] === this.last.high[i]);
        this.afterRight.see((included[i] === 1) === (this.last.high[i] === this.last.included[i]));
      }
    this.last = { included, high };
  }

  private lookForCopies(round: number, included: Uint8Array, scores: ArrayLike<number>): void {
    const coins = `coins ${String.fromCharCode(...packed(included))}`;
    const other = this.seen.get(coins);
    if (other !== undefined) this.alike.push(`rounds ${other} and ${round} have the same coins`);
    else this.seen.set(coins, round);
    if (new Set(Array.from(scores).slice(0, 4 * DISTINCT)).size < DISTINCT) return;
    const key = `scores ${sketch(scores)}`;
    const copied = this.seen.get(key);
    if (copied !== undefined) this.faults.push(`rounds ${copied} and ${round} have the same scores`);
    else this.seen.set(key, round);
  }

  /** ln of the chance that fair coins of so many rounds agree so often, at most: of so many pairs that do. */
  private logChanceOfAlike(): number {
    const pairs = (this.rounds * (this.rounds - 1)) / 2;
    const canaries = (this.drawn[0] + this.drawn[1]) / this.rounds;
    return this.alike.reduce((sum, _, i) => sum + ln(pairs) - canaries * Math.LN2 - ln(i + 1), 0);
  }

  check(): AuditCheck[] {
    if (this.rounds === 0) return [];
    const checks = [checkDraws(this.drawn, 'membership')];
    const say = (passed: boolean, message: string) =>
      checks.push({ name: 'coins of rounds', passed, message });
    const { unlikely } = this;
    if (unlikely !== null) {
      const { round, inside, m } = unlikely;
      const log = Math.LN2 + logBinomialTail(m, 0.5, Math.max(inside, m - inside)) + ln(this.rounds);
      if (log < ln(IMPOSSIBLE))
        say(
          false,
          `${inside} of ${m} canaries are in in round ${round}, which fair coins do not do in ${this.rounds} rounds (probability ${exp(log).toExponential(1)})`,
        );
    }
    if (unlikely !== null) {
      const { m } = unlikely;
      const half = 1 - 2 * exp(logBinomialTail(m, 0.5, Math.floor(m / 2 + 1) + (m % 2)));
      if (logBinomialTail(this.rounds, half, this.halves) < ln(IMPOSSIBLE))
        say(
          false,
          `${this.halves} of ${this.rounds} rounds have half of the canaries in, which fair coins have in ${(100 * half).toFixed(0)}% of rounds: draw the coin of each canary alone`,
        );
    }
    for (const [agreement, message] of [
      [this.same, 'coins repeat, or avoid, those of the round before'],
      [this.afterScore, 'coins follow the scores of the round before'],
      [this.afterRight, 'coins follow whether the last guess was right'],
    ] as const)
      if (agreement.logChance() < ln(IMPOSSIBLE)) say(false, message);
    const alike = this.logChanceOfAlike() < ln(IMPOSSIBLE) ? this.alike : [];
    for (const fault of [...this.faults, ...alike].slice(0, 3)) say(false, fault);
    if (checks.every(({ passed }) => passed))
      say(
        true,
        `coins are fair in each of ${this.rounds} rounds${this.last === null ? '; whether they are fresh is not known' : ', and do not follow the round before'}`,
      );
    return checks;
  }
}

/** Of so many canaries all are not in by chance. */
const MANY = 60;
/** Rounds with so many different scores do not have all of them in common by chance. */
const DISTINCT = 16;
/** Neither above the median nor below. */
const MIDDLE = 2;

/** How often two things agreed that agree half of the time by chance. */
class Agreement {
  private yes = 0;
  private all = 0;

  see(agrees: boolean): void {
    this.all++;
    if (agrees) this.yes++;
  }

  logChance(): number {
    const most = Math.max(this.yes, this.all - this.yes);
    return Math.min(0, Math.LN2 + logBinomialTail(this.all, 0.5, most));
  }
}

function aboveMedian(scores: ArrayLike<number>): Uint8Array {
  const m = scores.length;
  const middle = nthLargest(Float64Array.from(scores), Math.ceil(m / 2));
  const above = new Uint8Array(m);
  for (let i = 0; i < m; i++) above[i] = scores[i] > middle ? 1 : scores[i] < middle ? 0 : MIDDLE;
  return above;
}

/** Eight coins to a letter. */
function packed(included: Uint8Array): Uint8Array {
  const letters = new Uint8Array(Math.ceil(included.length / 8));
  included.forEach((bit, i) => {
    letters[i >> 3] |= bit << (i & 7);
  });
  return letters;
}

/** Tells rows of scores apart: their bits, mixed into one number of 53 bits. */
function sketch(scores: ArrayLike<number>): string {
  const words = new Uint32Array(Float64Array.from(scores).buffer);
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (const word of words) {
    a = Math.imul(a ^ word, 0xcc9e2d51);
    b = Math.imul((b + word) ^ (b >>> 15), 0x1b873593);
  }
  return `${a >>> 0} ${b >>> 0}`;
}

/** Far fewer right than blind guessing gets, over all rounds: the scores point the other way. */
export function checkRoundsDirection(
  design: RoundsDesign,
  rounds: readonly (CountedRound | null)[],
): AuditCheck[] {
  const { canaries: m } = design;
  const shown = rounds.filter((round) => round !== null);
  const [first] = shown;
  if (first === undefined) return [];
  return first.counts
    .flatMap(({ guesses, score }, i) => {
      const right = Math.floor(shown.reduce((sum, { counts }) => sum + counts[i].right, 0));
      const n = shown.length;
      const p = pointsTheOtherWay({ m: m * n, k: 2, guesses: guesses * n, correct: right });
      if (p === null || score > 0) return [];
      const message = `the scores seem to point the other way: ${right} of ${guesses * n} guesses are right where blind guessing gets about half (p = ${p.toExponential(1)}); if a ${design.lowerIsIn ? 'higher' : 'lower'} score means more likely in, say so, and test again at half of tau (${design.tau / 2}), because that is a second test`;
      return [{ name: 'direction', passed: false, message }];
    })
    .slice(0, 1);
}
