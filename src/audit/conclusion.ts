import type { Assumption } from '../types.ts';
import type { AuditTest, EmpiricalEpsilon, ProvedEpsilon, Standing } from './records.ts';
import type { AuditConclusion, AuditResult } from './result.ts';

/** What an audit's outcome rests on. */
export interface Grounds {
  readonly isClaimed: boolean;
  /** Whether a check failed that the theorem rests on. */
  readonly isVoid: boolean;
  readonly tests: readonly AuditTest[];
  readonly tau: number;
  /** What "not refuted" is worth; null where nothing is known of it. */
  readonly standing: Standing | null;
  /** Right guesses of all runs together, at the number of guesses that the standing is about. */
  readonly right: number;
  /** The same of each run. */
  readonly each: readonly number[];
  /** Whether the power that was required is not reached. */
  readonly lacksPower: boolean;
}

/** From the tests to the outcome: the one place where it is decided. */
export function conclude({
  isClaimed,
  isVoid,
  tests,
  tau,
  standing,
  right,
  each,
  lacksPower,
}: Grounds): AuditConclusion {
  if (isVoid) return { outcome: 'no-verdict', refuted: null, decidedBy: null, pValue: null };
  if (!isClaimed || tests.length === 0)
    return { outcome: 'none', refuted: null, decidedBy: null, pValue: null };
  const refuted = tests.some((test) => test.refuted);
  const deciding = decidingTests(tests);
  const decidedBy = deciding.reduce((a, b) => (saysMore(b, a) ? b : a));
  const couldNotice = !lacksPower && standing !== null && stands(standing, right, each);
  return {
    outcome: refuted ? 'refuted' : couldNotice ? 'not-refuted' : 'could-not-have-noticed',
    refuted,
    decidedBy,
    pValue: pValueOf(deciding, tau, refuted),
  };
}

/** Whether there is less power than was required. */
export function lacksRequiredPower({ outcome, checks }: Pick<AuditResult, 'outcome' | 'checks'>): boolean {
  // Any other check that fails leaves no verdict.
  return outcome !== 'no-verdict' && checks.some(({ passed }) => !passed);
}

/** What is refuted whatever the canaries do to each other needs no assumption about them. */
export function decidingTests(tests: readonly AuditTest[]): readonly AuditTest[] {
  const free = tests.filter(({ assumes }) => assumes === undefined);
  return free.some(({ refuted }) => refuted) ? free : tests;
}

/**
 * Whether "not refuted" stands after so many right guesses of all runs together: of several runs enough have
 * to show an attack, for a blind one never counts.
 */
export function stands(
  { standsFrom, eachFrom = 0, runsSeeing = 0 }: Standing,
  right: number,
  each: readonly number[] = [],
): boolean {
  if (standsFrom === null || right < standsFrom) return false;
  return each.length < 2 || each.filter((own) => own >= eachFrom).length >= runsSeeing;
}

/** Where no run of several counted every p-value is 1: there the test that says most of one run decides. */
function saysMore(a: AuditTest, b: AuditTest): boolean {
  const [x, y] = [a.pValue / a.level, b.pValue / b.level];
  return x < y || (x === y && (a.perRun ?? 1) < (b.perRun ?? 1));
}

/**
 * All methods bound the same tail probability of the same count, so that the smallest of their p-values is as
 * valid as each. Numbers of guesses share the significance evenly: the p-value of each counts as often as
 * there are shares (Bonferroni).
 */
function pValueOf(tests: readonly AuditTest[], tau: number, refuted: boolean): number {
  const smallest = Math.min(1, ...tests.map(({ pValue, level }) => timesUp(pValue, Math.round(tau / level))));
  // The tests themselves decide; a product may differ from their decision by its rounding.
  if (refuted) return Math.min(smallest, tau);
  return smallest > tau ? smallest : tau * (1 + 1e-12);
}

/** p-values below this are not told apart: one that is smaller says no more than that it is below this. */
const SMALLEST = 1e-300;

/** A p-value times a whole number, rounded up. */
export function timesUp(pValue: number, times: number): number {
  return times === 1 ? pValue : roundedUp(Math.max(SMALLEST, pValue) * times);
}

/** Up by more than one rounding can have lowered it. */
export function roundedUp(x: number): number {
  return x * (1 + 2 ** -51);
}

const ASSUMPTIONS: readonly Assumption[] = ['model-based', 'independent-canaries', 'worst-case'];

/**
 * The largest epsilon under each assumption, at each delta. All bounds are about the same counts, so the
 * largest holds too.
 */
export function largestProved(results: readonly EmpiricalEpsilon[]): ProvedEpsilon[] {
  const deltas = [...new Set(results.map(({ delta }) => delta))];
  return deltas.flatMap((at) =>
    ASSUMPTIONS.flatMap((assumption) => {
      const rows = results.filter((row) => row.assumption === assumption && row.delta === at);
      if (rows.length === 0) return [];
      const { family, method, delta, epsilon } = rows.reduce((a, b) => (b.epsilon > a.epsilon ? b : a));
      return [{ assumption, delta, epsilon, family, method }];
    }),
  );
}
