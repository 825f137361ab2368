import { tradeOff } from '../accounting/index.ts';
import { BOUNDS, checkTau, type SyncBound } from '../bounds/index.ts';
import { InvalidInput } from '../errors.ts';
import { expectedFraction, idealFraction } from '../games/index.ts';
import { binomialTail, exp, ln, normalQuantile } from '../numerics/index.ts';
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
 * attack as the best; a real attack does worse. Numbers of guesses are compared by Algorithm 3, which is quick and ranks
 * them alike; the one that is chosen is then judged by all methods, the optimal test among them.
 */
export function plan(options: PlanOptions): Plan {
  const request = checked(options);
  const { m, k, tau, delta, violation, family } = request;
  const found = scan(options);
  const judged = judge({ m, k, guesses: found.chosen.guesses }, request, 'all');
  return {
    schema: 'onerun-plan/1',
    m,
    k,
    tau,
    delta,
    claim: request.name,
    violation,
    family,
    chosen: judged,
    rows: found.rows.map((row) => (row === found.chosen ? judged : row)),
  };
}

/** The epsilon that the best number of guesses is expected to prove, by Algorithm 3. */
export function plannedEpsilon(options: PlanOptions): number {
  return Math.max(...scan(options).rows.map((row) => row.epsilon));
}

/** The number of guesses that a plan would choose. */
export function plannedGuesses(options: PlanOptions): number {
  return scan(options).chosen.guesses;
}

/** The probability that a mechanism with the violation is refuted with a given number of guesses, by any method. */
export function powerAt(options: PlanOptions & { readonly guesses: number }): number {
  const key = JSON.stringify(options);
  let power = powers.get(key);
  if (power === undefined) {
    const { m, k, design, tau } = checked(options);
    power = powerOf({ m, k, guesses: options.guesses }, design, tau, 'all').power;
  }
  if (powers.size > 100) powers.clear();
  powers.set(key, power);
  return power;
}

const powers = new Map<string, number>();

interface Scan {
  readonly chosen: PlanRow;
  readonly rows: readonly PlanRow[];
}

/** Audits of many runs of one design ask for the same plans. */
const known = new Map<string, Scan>();

function scan(options: PlanOptions): Scan {
  const key = JSON.stringify(options);
  let found = known.get(key);
  if (found === undefined) {
    const request = checked(options);
    const { m, k } = request;
    const numbers = k > 2 ? [m] : options.guesses === undefined ? budgets(m) : [options.guesses];
    const rows = numbers.map((guesses) => judge({ m, k, guesses }, request, 'quick'));
    found = { rows, chosen: best(rows) };
  }
  if (known.size > 100) known.clear();
  known.set(key, found);
  return found;
}

/** A request in order, with the defaults filled in. */
interface Request {
  readonly m: number;
  readonly k: number;
  readonly tau: number;
  readonly delta: number;
  readonly name: string;
  readonly violation: string;
  readonly family: string;
  readonly design: Design;
}

function checked(options: PlanOptions): Request {
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
  return {
    m,
    k,
    tau,
    delta,
    name: tradeOff(claim).name,
    violation,
    family: options.family ?? (k === 2 ? 'gaussian' : 'gaussian(relation=replace)'),
    design: k === 2 ? membership(m, claim, violation) : reconstruction(m, k, claim, violation),
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
  for (let t = ln(8); t < ln(m); t += 0.3) found.add(2 * Math.round(exp(t) / 2));
  return [...found].filter((n) => n <= m).sort((a, b) => a - b);
}

/** The most power; what differs by less than one in a thousand counts as equal, and then the larger epsilon decides. */
function best(rows: readonly PlanRow[]): PlanRow {
  const most = Math.max(...rows.map((row) => row.power));
  return rows.filter((row) => row.power > most - 1e-3).reduce((a, b) => (b.epsilon > a.epsilon ? b : a));
}

/** Which methods judge: all of them, or those that take no time. */
type Judges = 'quick' | 'all';

const JUDGES: Readonly<Record<Judges, readonly SyncBound[]>> = {
  quick: [BOUNDS.paper, BOUNDS.steinke],
  all: Object.values(BOUNDS),
};

function judge(
  game: Omit<Observation, 'correct'>,
  { design, family, tau, delta }: Request,
  judges: Judges,
): PlanRow {
  const method = judges === 'all' ? 'optimal' : 'paper';
  const { critical, power } = powerOf(game, design, tau, judges);
  const fraction = design.fraction(game.guesses);
  const epsilonAt = (correct: number) =>
    empiricalEpsilonSync({ ...game, correct }, family, { tau, deltas: [delta], method })[0].epsilon;
  return {
    guesses: game.guesses,
    fraction,
    violationFraction: design.violationFraction(game.guesses),
    critical,
    power,
    epsilon: averageOver(game.guesses, fraction, epsilonAt),
    largestProvable: epsilonAt(game.guesses),
  };
}

function powerOf(
  game: Omit<Observation, 'correct'>,
  design: Design,
  tau: number,
  judges: Judges,
): { critical: number | null; power: number } {
  const critical = criticalCount(game, design.tested, tau, judges);
  const fraction = design.violationFraction(game.guesses);
  return { critical, power: critical === null ? 0 : binomialTail(game.guesses, fraction, critical) };
}

/** The fewest right guesses at which any of the judges refutes f: they all reject for large counts. */
function criticalCount(
  game: Omit<Observation, 'correct'>,
  f: TradeOff,
  tau: number,
  judges: Judges,
): number | null {
  const rejects = (correct: number) => {
    const observation = { ...game, correct };
    return JUDGES[judges].some(
      (bound) => bound.unfit(observation, f) === null && bound.rejectsSync(observation, f, tau),
    );
  };
  // What is quick leaves a short way for what is not.
  const sure = judges === 'all' ? criticalCount(game, f, tau, 'quick') : game.guesses;
  if (sure === null || !rejects(sure)) return null;
  let high = sure;
  let step = judges === 'all' ? 1 : game.guesses;
  let low = Math.max(0, high - step);
  while (low > 0 && rejects(low)) {
    high = low;
    step *= 2;
    low = Math.max(0, low - step);
  }
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
