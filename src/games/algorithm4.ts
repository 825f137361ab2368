import { InvalidInput } from '../errors.ts';
import { exp, findSignChange, normalCdf, type Random } from '../numerics/index.ts';

/** The setting of Algorithm 4. The numbers of guesses are not part of it, since one game serves them all. */
export interface Algorithm4Setting {
  readonly sigma: number;
  readonly m: number;
  readonly k: number;
}

/**
 * One game of the paper's Algorithm 4, exactly as listed: of n guesses only the upper half is counted (k =
 * 2), or the n - 1 surest (k > 2), and their share of right ones, times n, is rounded up in floating point.
 * Returns that number for each n of `guesses`. A plan or an audit plays `simulateIdeal` instead, which makes
 * all the guesses.
 */
export function algorithm4(setting: Algorithm4Setting, guesses: readonly number[], random: Random): number[] {
  const { m, k } = setting;
  const least = k === 2 ? 1 : 2;
  for (const n of guesses)
    if (!(Number.isSafeInteger(n) && n >= least && n <= m && m >= 2))
      throw new InvalidInput(
        `invalid guesses; Algorithm 4 needs whole numbers from ${least} to the canaries (${m}): ${n}`,
      );
  return k === 2 ? membership(setting, guesses, random) : reconstruction(setting, guesses, random);
}

const ceilShare = (n: number, right: number, kept: number) => Math.ceil(n * (right / kept));

/**
 * s = +-1 by a fair coin, scored with noise of standard deviation 2 sigma; the highest ceil(n / 2) are called
 * +1.
 */
function membership(setting: Algorithm4Setting, guesses: readonly number[], random: Random): number[] {
  const most = Math.max(...guesses.map((n) => Math.ceil(n / 2)));
  let top = highest(setting, cutFor(setting, most), random);
  // The cut was too high, which hardly ever happens: play the same draws again and keep all scores.
  if (top.plus.length + top.minus.length < most) top = highest(setting, -Infinity, random);
  const plus = top.plus.sort();
  const minus = top.minus.sort();
  const order = guesses.map((_, i) => i).sort((a, b) => guesses[a] - guesses[b]);
  const counts = new Array<number>(guesses.length);
  let right = 0;
  let wrong = 0;
  for (const i of order) {
    const kept = Math.ceil(guesses[i] / 2);
    while (right + wrong < kept) {
      const [a, b] = [plus[plus.length - 1 - right], minus[minus.length - 1 - wrong]];
      if (b === undefined || a > b) right++;
      else wrong++;
    }
    counts[i] = ceilShare(guesses[i], right, kept);
  }
  return counts;
}

/**
 * A score that at least `most` of m canaries exceed almost surely, and not many more: ten standard deviations
 * of room.
 */
function cutFor({ sigma, m }: Algorithm4Setting, most: number): number {
  const share = (most + 10 * Math.sqrt(most) + 10) / m;
  if (share > 0.9) return -Infinity;
  const above = (t: number) => 0.5 * (normalCdf((1 - t) / (2 * sigma)) + normalCdf((-1 - t) / (2 * sigma)));
  const far = 1 + 80 * sigma;
  return findSignChange((t) => above(t) - share || Number.MIN_VALUE, -far, far, 1e-9).lo;
}

/**
 * The scores above a cut, of +1 and of -1. No array of length m is kept, so ten million canaries need little
 * memory.
 */
function highest({ sigma, m }: Algorithm4Setting, cut: number, random: Random) {
  const coins = random.split('assignment');
  const noise = random.split('noise');
  const plus = new NumberList();
  const minus = new NumberList();
  for (let i = 0; i < m; i++) {
    const s = 2 * coins.coin() - 1;
    const score = s + 2 * sigma * noise.normal();
    if (score > cut) (s === 1 ? plus : minus).push(score);
  }
  return { plus: plus.values(), minus: minus.values() };
}

/** An array of numbers that grows as they are added. */
class NumberList {
  private space = new Float64Array(1024);
  private length = 0;

  push(value: number): void {
    if (this.length === this.space.length) {
      const wider = new Float64Array(Math.ceil(1.5 * this.length));
      wider.set(this.space);
      this.space = wider;
    }
    this.space[this.length++] = value;
  }

  values(): Float64Array {
    return this.space.subarray(0, this.length);
  }
}

/**
 * One of k candidates, one-hot, with noise of standard deviation sqrt(2) sigma; confidence is the best one's
 * posterior.
 */
function reconstruction(
  { sigma, m, k }: Algorithm4Setting,
  guesses: readonly number[],
  random: Random,
): number[] {
  const truth = random.split('assignment');
  const noise = random.split('noise');
  const spread = Math.SQRT2 * sigma;
  const weight = 1 / (2 * sigma * sigma);
  const confidence = new Float64Array(m);
  const right = new Uint8Array(m);
  for (let i = 0; i < m; i++) {
    const chosen = truth.integer(k);
    let best = -Infinity;
    let guess = 0;
    let sum = 0;
    for (let j = 0; j < k; j++) {
      const score = weight * ((j === chosen ? 1 : 0) + spread * noise.normal());
      if (score > best) {
        sum = sum * exp(best - score) + 1;
        best = score;
        guess = j;
      } else sum += exp(score - best);
    }
    confidence[i] = 1 / sum;
    right[i] = guess === chosen ? 1 : 0;
  }
  const sorted = confidence.slice().sort();
  return guesses.map((n) => {
    const threshold = sorted[m - n];
    let kept = 0;
    let hits = 0;
    for (let i = 0; i < m; i++) {
      if (!(confidence[i] > threshold)) continue;
      kept++;
      hits += right[i];
    }
    // Where all confidences are equal none exceeds the threshold, and the listing would divide by zero.
    return kept === 0 ? 0 : ceilShare(n, hits, kept);
  });
}
