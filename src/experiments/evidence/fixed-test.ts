import { mechanismLaw } from '../../audit/index.ts';
import { BOUNDS } from '../../bounds/index.ts';
import { type TradeOff, tradeOff } from '../../claims/index.ts';
import { idealFraction } from '../../games/index.ts';
import { LastUsed } from '../../last-used.ts';
import { binomialTail, firstWhere, ln, normalQuantile } from '../../numerics/index.ts';
import { guessGrid } from '../guess-grid.ts';

/** Fixed in advance: the claim is refuted when `successes` runs have `correct` right guesses or more. */
export interface FixedTest {
  readonly guesses: number;
  readonly correct: number;
  readonly successes: number;
  /** The probability that it refutes if noise sigma is what runs. */
  readonly power: number;
}

interface FixedSetting {
  readonly claim: string;
  readonly sigma: number;
  /** Canaries of each run. */
  readonly m: number;
  readonly runs: number;
  readonly tau: number;
}

/** Of the numbers of guesses, so many that Algorithm 3 likes best are judged by the optimal test. */
const FINALISTS = 4;
/** More guesses than this are not tried in one large run: the best number grows far slower than the run. */
const MOST_GUESSES = 10_000;
/** Up to so many runs every threshold is compared exactly, of more runs so many thresholds. */
const FEW_RUNS = 100;
const COMPARED = 100;
/** Of more canaries at most half are guessed: where more are, evidence is thin, and the test slow. */
const FEW_GUESSES = 200;
/** Where thresholds lie, in standard deviations around the expected number of right guesses: -4 to 4. */
const PLACES = Array.from({ length: 33 }, (_, i) => (i - 16) / 4);

/** A number of guesses and a threshold; how likely a run reaches it. */
interface Threshold {
  readonly guesses: number;
  readonly correct: number;
  /** At most, if the claim is kept. */
  readonly price: number;
  /** If noise sigma is what runs. */
  readonly chance: number;
}

/**
 * The most powerful test of several runs, by the optimal p-value of each (docs/bounds.md). With many runs
 * thresholds are compared by the normal approximation, and the best of them exactly.
 */
export function bestTestOfRuns(setting: FixedSetting): FixedTest {
  const { runs, tau } = setting;
  // Where not even all runs refute together, no number of them does.
  const useful = thresholdsOf(setting).filter(({ price }) => runs * ln(price) <= ln(tau));
  const score = new Map(useful.map((threshold) => [threshold, roughScore(threshold, runs, tau)]));
  const compared =
    runs <= FEW_RUNS
      ? useful
      : useful.toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0)).slice(0, COMPARED);
  return compared
    .map(({ guesses, correct, price, chance }): FixedTest => {
      const successes = firstWhere(0, runs + 1, (s) => binomialTail(runs, price, s) <= tau);
      const power = successes > runs ? 0 : binomialTail(runs, chance, successes);
      return { guesses, correct, successes, power };
    })
    .reduce((a, b) => (b.power > a.power ? b : a), NO_TEST);
}

const NO_TEST: FixedTest = { guesses: 1, correct: 1, successes: 1, power: 0 };

/** By how many standard deviations the runs that count are expected to exceed what refutes. */
function roughScore({ price, chance }: Threshold, runs: number, tau: number): number {
  const refuting = runs * price + normalQuantile(1 - tau) * Math.sqrt(runs * price * (1 - price));
  return (runs * chance - refuting) / (Math.sqrt(runs * chance * (1 - chance)) + 1e-9);
}

function thresholdsOf({ claim, sigma, m }: FixedSetting): readonly Threshold[] {
  return thresholds.get(`${claim} ${sigma} ${m}`, () =>
    guessGrid(m)
      .filter((guesses) => guesses <= Math.max(FEW_GUESSES, 0.5 * m))
      .flatMap((guesses) => {
        const fraction = idealFraction({ sigma, m, guesses, k: 2 });
        const chance = chanceOf(sigma, m);
        const spread = Math.sqrt(guesses * fraction * (1 - fraction));
        const places = PLACES.map((z) => Math.round(guesses * fraction + z * spread));
        const counts = new Set(places.map((count) => Math.min(guesses, Math.max(1, count))));
        return [...counts].map((correct): Threshold => {
          const price = BOUNDS.optimal.pValue({ m, k: 2, guesses, correct }, curveOf(claim));
          return { guesses, correct, price, chance: chance(guesses, correct) };
        });
      }),
  );
}

/** The most powerful test of one run, which may have very many canaries. */
export function bestTestOfOneRun({ claim, sigma, m, tau }: Omit<FixedSetting, 'runs'>): FixedTest {
  const f = curveOf(claim);
  const at = (guesses: number, method: 'paper' | 'optimal', sure: number): FixedTest => {
    const rejects = (correct: number) => BOUNDS[method].rejects({ m, k: 2, guesses, correct }, f, tau);
    if (!rejects(sure)) return { ...NO_TEST, guesses, correct: sure };
    const correct = firstWhere(0, sure, rejects);
    return { guesses, correct, successes: 1, power: chanceOf(sigma, m)(guesses, correct) };
  };
  return guessGrid(Math.min(m, MOST_GUESSES))
    .map((guesses) => at(guesses, 'paper', guesses))
    .sort((a, b) => b.power - a.power)
    .slice(0, FINALISTS)
    .map(({ guesses, correct }) => at(guesses, 'optimal', correct))
    .reduce((a, b) => (b.power > a.power ? b : a));
}

const thresholds = new LastUsed<string, readonly Threshold[]>(10);
const curves = new LastUsed<string, TradeOff>(10);

const curveOf = (claim: string) => curves.get(claim, () => tradeOff(claim));

const chanceOf = (sigma: number, m: number) => (guesses: number, atLeast: number) =>
  mechanismLaw({ kind: 'membership', m, k: 2 }, `gaussian(sigma=${sigma})`).law(guesses).atLeast(atLeast);
