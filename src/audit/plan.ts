import { tradeOff } from '../accounting/index.ts';
import { BOUNDS, checkTau } from '../bounds/index.ts';
import { InvalidInput } from '../errors.ts';
import { expectedFraction, idealFraction } from '../games/index.ts';
import { binomialTail, normalQuantile } from '../numerics/index.ts';
import { gaussianMu, parseClaim, type TradeOff, toReplace } from '../tradeoff/index.ts';
import type { Observation } from '../types.ts';
import { checkDelta, empiricalEpsilonSync } from './empirical.ts';
import { violationOf } from './violate.ts';

export interface PlanOptions {
  /** Canaries. */
  readonly m: number;
  /** What will be claimed, about the neighbours that the game compares. */
  readonly claim: string;
  /** What may be true instead; by default half the noise. */
  readonly violation?: string;
  readonly tau?: number;
  readonly delta?: number;
  /** A number of guesses to judge, instead of the best. */
  readonly guesses?: number;
  /** Options per canary: 2 for in or out, more for a choice of candidates, which is planned without abstention. */
  readonly k?: number;
  /** The family in which the expected epsilon is stated. */
  readonly family?: string;
}

/** What one number of guesses can be expected to show. */
export interface PlanRow {
  readonly guesses: number;
  /** The expected fraction of right guesses if the claim is exactly true, and if the violation is. */
  readonly fraction: number;
  readonly violationFraction: number;
  /** The fewest right guesses that refute the claim; null where not even all do. */
  readonly critical: number | null;
  /** The probability that a mechanism with the violation is refuted. */
  readonly power: number;
  /** The epsilon, at delta, that an honest run is expected to prove within the family. */
  readonly epsilon: number;
  /** The epsilon that would be proved with every guess right. */
  readonly largestProvable: number;
}

export interface Plan {
  readonly schema: 'onerun-plan/1';
  readonly m: number;
  readonly k: number;
  readonly tau: number;
  readonly delta: number;
  readonly claim: string;
  readonly violation: string;
  readonly family: string;
  /** The row that is recommended, and all that were looked at. */
  readonly chosen: PlanRow;
  readonly rows: readonly PlanRow[];
}

/** Over how many quantiles of the number of right guesses epsilon is averaged. */
const QUANTILES = 9;

/**
 * Plans an audit from (m, k, claim) alone, before any training: the number of guesses by rank that is most
 * likely to catch the violation, and among equals proves the largest epsilon. Canaries are taken as independent and the
 * attack as the best; a real attack does worse.
 */
export function plan(options: PlanOptions): Plan {
  const key = JSON.stringify(options);
  const found = known.get(key) ?? makePlan(options);
  if (known.size > 100) known.clear();
  known.set(key, found);
  return found;
}

/** Audits of many runs of one design ask for the same plans. */
const known = new Map<string, Plan>();

function makePlan(options: PlanOptions): Plan {
  const { m, claim, violation: stated, tau = 0.05, delta = 1e-5, guesses, k = 2 } = options;
  if (!(Number.isSafeInteger(m) && m >= 1))
    throw new InvalidInput(`invalid canaries; must be a whole number, 1 or above: ${m}`);
  if (guesses !== undefined && !(Number.isSafeInteger(guesses) && guesses >= 1 && guesses <= m))
    throw new InvalidInput(`invalid guesses; must be a whole number up to the canaries (${m}): ${guesses}`);
  if (!(Number.isSafeInteger(k) && k >= 2))
    throw new InvalidInput(`invalid options; must be at least 2: ${k}`);
  if (k > 2 && guesses !== undefined && guesses < m)
    throw new InvalidInput(
      'invalid guesses; a choice among candidates is planned without abstention: leave --guesses out',
    );
  checkTau(tau);
  checkDelta(delta);
  const violation = violationOf(claim, stated);
  const design = k === 2 ? membership(m, claim, violation) : reconstruction(m, k, claim, violation);
  const family = options.family ?? (k === 2 ? 'gaussian' : 'gaussian(relation=replace)');
  const row = (budget: number) => judge({ m, k, guesses: budget }, design, family, tau, delta);
  const rows = (k > 2 ? [m] : guesses === undefined ? budgets(m) : [guesses]).map(row);
  const name = tradeOff(claim).name;
  return {
    schema: 'onerun-plan/1',
    m,
    k,
    tau,
    delta,
    claim: name,
    violation,
    family,
    chosen: best(rows),
    rows,
  };
}

/** The curve that is tested, and the expected fractions of right guesses under the claim and under the violation. */
interface Design {
  readonly tested: TradeOff;
  fraction(guesses: number): number;
  violationFraction(guesses: number): number;
}

function membership(m: number, claim: string, violation: string): Design {
  const [f, broken] = [tradeOff(claim), tradeOff(violation)];
  return {
    tested: f,
    fraction: (guesses) => expectedFraction((x) => f.fBar(x), guesses / m),
    violationFraction: (guesses) => expectedFraction((x) => broken.fBar(x), guesses / m),
  };
}

/** Candidates that are orthogonal in a noisy sum: an exchange moves it by sqrt(2) times what adding one does. */
function reconstruction(m: number, k: number, claim: string, violation: string): Design {
  const fraction = (text: string) => {
    const parsed = parseClaim(text);
    const mu = gaussianMu(parsed);
    if (mu === null || mu === 0)
      throw new InvalidInput(
        `cannot plan a choice among ${k} candidates for ${text}; how many guesses are right is known for Gaussian claims only`,
      );
    const exchanged = parsed.relation === 'replace' ? mu : Math.SQRT2 * mu;
    return idealFraction({ sigma: 1 / exchanged, m, guesses: m, k });
  };
  const [right, broken] = [fraction(claim), fraction(violation)];
  return { tested: toReplace(tradeOff(claim)), fraction: () => right, violationFraction: () => broken };
}

/** Even numbers of guesses, evenly spread over the logarithm, and all of them. */
function budgets(m: number): number[] {
  const found = new Set<number>([m]);
  for (let t = Math.log(8); t < Math.log(m); t += 0.3) found.add(2 * Math.round(Math.exp(t) / 2));
  return [...found].filter((n) => n <= m).sort((a, b) => a - b);
}

/** The most power; what differs by less than one in a thousand counts as equal, and then the larger epsilon decides. */
function best(rows: readonly PlanRow[]): PlanRow {
  const most = Math.max(...rows.map((row) => row.power));
  return rows.filter((row) => row.power > most - 1e-3).reduce((a, b) => (b.epsilon > a.epsilon ? b : a));
}

function judge(
  { m, k, guesses }: Omit<Observation, 'correct'>,
  design: Design,
  family: string,
  tau: number,
  delta: number,
): PlanRow {
  const observation = (correct: number): Observation => ({ m, k, guesses, correct });
  const [fraction, violationFraction] = [design.fraction(guesses), design.violationFraction(guesses)];
  const critical = criticalCount(observation(0), design.tested, tau);
  const epsilonAt = (correct: number) =>
    empiricalEpsilonSync(observation(correct), family, { tau, deltas: [delta] })[0].epsilon;
  return {
    guesses,
    fraction,
    violationFraction,
    critical,
    power: critical === null ? 0 : binomialTail(guesses, violationFraction, critical),
    epsilon: averageOver(guesses, fraction, epsilonAt),
    largestProvable: epsilonAt(guesses),
  };
}

/** The fewest right guesses at which any bound refutes f: they all reject for large counts. */
function criticalCount(design: Observation, f: TradeOff, tau: number): number | null {
  const rejects = (correct: number) => {
    const observation = { ...design, correct };
    return Object.values(BOUNDS).some(
      (bound) => bound.unfit(observation, f) === null && bound.rejectsSync(observation, f, tau),
    );
  };
  if (!rejects(design.guesses)) return null;
  let low = 0;
  let high = design.guesses;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rejects(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The mean of g over the number of right guesses among n, each right with probability p: at evenly spread quantiles. */
function averageOver(n: number, p: number, g: (correct: number) => number): number {
  const known = new Map<number, number>();
  let sum = 0;
  for (let i = 0; i < QUANTILES; i++) {
    const z = normalQuantile((i + 0.5) / QUANTILES);
    const correct = Math.min(n, Math.max(0, Math.round(n * p + z * Math.sqrt(n * p * (1 - p)))));
    const value = known.get(correct) ?? g(correct);
    known.set(correct, value);
    sum += value;
  }
  return sum / QUANTILES;
}
