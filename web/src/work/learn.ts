import { type AuditResult, audit, type Plan, plan, simulate, tradeOff } from '../../../src/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';

const DELTA = 1e-5;
const M = 1000;

/** One game: fair coins, a noisy sum in which every canary has a coordinate of its own, and an audit of it. */
export function playGame(sigma: number, claimed: number, seed: string): AuditResult {
  const random = createRandom(seed);
  const coins = random.split('coins');
  const included = Uint8Array.from({ length: M }, () => coins.coin());
  const noise = random.split('noise');
  const scores = Float64Array.from(included, (bit) => bit + sigma * noise.normal());
  return audit({ scores, included }, { claim: `gaussian(sigma=${claimed})` });
}

/** What each number of guesses is expected to show. */
export function abstaining(sigma: number): Plan {
  return plan({ m: M, claim: `gaussian(sigma=${sigma})`, delta: DELTA });
}

/** What one run proves with more and more canaries, and the true epsilon. */
export function growing(sigma: number): { plans: Plan[]; truth: number } {
  const claim = `gaussian(sigma=${sigma})`;
  const plans = [10, 30, 100, 1000, 10_000, 100_000, 1_000_000].map((m) => plan({ m, claim, delta: DELTA }));
  return { plans, truth: tradeOff(claim).epsilon(DELTA) };
}

/** Many audits of an honest mechanism and of one with half the noise, at the planned number of guesses. */
export function manyRuns(sigma: number, seed: string) {
  const claim = `gaussian(sigma=${sigma})`;
  const { guesses, critical } = plan({ m: M, claim, delta: DELTA }).chosen;
  const runs = (noise: number, who: string) =>
    Array.from(
      { length: 200 },
      (_, i) => simulate({ sigma: noise, m: M, guesses, seed: `${seed} ${who} ${i}` }).correct,
    );
  return { honest: runs(sigma, 'honest'), broken: runs(sigma / 2, 'broken'), guesses, critical };
}
