import {
  type AuditResult,
  audit,
  createRandom,
  drawAssignment,
  type Plan,
  plan,
  simulateIdeal,
  tradeOff,
} from '../../../src/index.ts';

const DELTA = 1e-5;
const M = 1000;

/** One game: fair coins, a noisy sum in which every canary has a coordinate of its own, and an audit of it. */
export function playGame(sigma: number, claimed: number, seed: string): AuditResult {
  const random = createRandom(seed);
  const included = Uint8Array.from(drawAssignment(M, 2, random.split('coins')));
  const noise = random.split('noise');
  const scores = Float64Array.from(included, (bit) => bit + sigma * noise.normal());
  return audit({ scores, included }, { claim: `gaussian(sigma=${claimed})` });
}

/** What each number of guesses is expected to show. */
export function abstaining(sigma: number): Plan {
  return plan({ m: M, claim: `gaussian(sigma=${sigma})`, delta: DELTA });
}

/** What one run proves as it carries more canaries, and the truth. */
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
    Array.from({ length: 200 }, (_, i) =>
      simulateIdeal({ sigma: noise, m: M, guesses, k: 2 }, createRandom(seed).split(who).split(i)),
    );
  return { honest: runs(sigma, 'honest'), broken: runs(sigma / 2, 'broken'), guesses, critical };
}
