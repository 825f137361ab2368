import { tradeOff } from '../accounting/index.ts';
import { checkTau } from '../bounds/index.ts';
import { InvalidInput } from '../errors.ts';
import { exp, ln } from '../numerics/index.ts';
import { checkDelta } from './empirical.ts';
import { membership, reconstruction } from './plan-design.ts';
import { judge, type PlanRow, powerOf, type Setting } from './plan-judge.ts';
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
  return remembered(powers, options, () => {
    const { m, k, design, tau } = checked(options);
    return powerOf({ m, k, guesses: options.guesses }, design, tau, 'all').power;
  });
}

interface Scan {
  readonly chosen: PlanRow;
  readonly rows: readonly PlanRow[];
}

function scan(options: PlanOptions): Scan {
  return remembered(scans, options, () => {
    const request = checked(options);
    const { m, k } = request;
    const numbers = k > 2 ? [m] : options.guesses === undefined ? budgets(m) : [options.guesses];
    const rows = numbers.map((guesses) => judge({ m, k, guesses }, request, 'quick'));
    return { rows, chosen: best(rows) };
  });
}

const scans = new Map<string, Scan>();
const powers = new Map<string, number>();

/** Audits of many runs of one design ask for the same again. */
function remembered<T>(known: Map<string, T>, options: PlanOptions, compute: () => T): T {
  const key = JSON.stringify(options);
  const found = known.get(key) ?? compute();
  if (known.size > 100) known.clear();
  known.set(key, found);
  return found;
}

/** A request in order, with the defaults filled in. */
interface Request extends Setting {
  readonly m: number;
  readonly k: number;
  readonly name: string;
  readonly violation: string;
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
