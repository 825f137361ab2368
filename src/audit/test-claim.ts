import { boundNamed } from '../bounds/index.ts';
import type { TradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { binomialTail } from '../numerics/index.ts';
import type { BoundName, Observation } from '../types.ts';
import type { AuditTest } from './records.ts';
import { remembered } from './remember.ts';
import type { ResolvedClaim } from './resolve-claim.ts';
import type { Evidence } from './runs/several-runs.ts';
import { claimTests } from './verdict.ts';

/** Refuses a method that was asked for by name and has no answer for a claim. */
export function checkAnswered(method: BoundName, observation: Observation, tested: TradeOff): void {
  const whyNot = boundNamed(method).whyNot(observation, tested);
  if (whyNot !== null) throw new InvalidInput(whyNot);
}

/**
 * The claim's p-value by each method and number of guesses; of several runs, that of their successes
 * together.
 */
export function testClaim(
  { observations, tau, successes }: Evidence,
  { tested }: ResolvedClaim,
  methods: readonly BoundName[],
  runs: { readonly count: number; readonly tau: number },
  knownNotes: readonly string[],
  onePerRun = false,
): { tests: AuditTest[]; notes: string[] } {
  const tests: AuditTest[] = [];
  const notes: string[] = [];
  for (const observation of observations) {
    const found = claimTests(observation, tested, { tau, methods });
    notes.push(...found.notes);
    for (const { method, pValue, refuted } of found.tests) {
      const { guesses } = observation;
      const assumed = method === 'independent' && !onePerRun;
      const rests = assumed ? { assumes: 'independent-canaries' as const } : {};
      if (successes === undefined) tests.push({ method, guesses, pValue, ...rests, level: tau, refuted });
      else {
        const perRun = Math.min(1, pValue);
        const p = binomialTail(runs.count, perRun, successes);
        const level = runs.tau;
        tests.push({ method, guesses, pValue: p, perRun, ...rests, level, refuted: refuted && p <= level });
      }
    }
  }
  if (tests.length === 0)
    throw new InvalidInput(`the claim was not tested; ${[...knownNotes, ...notes].join('; ')}`);
  return { tests, notes };
}

const keyOf = (...parts: (string | number | Observation)[]) => JSON.stringify(parts);

/** Whether any method refutes the claim. */
export function isRefuted(
  { observations, tau }: Pick<Evidence, 'observations' | 'tau'>,
  f: TradeOff,
  methods: readonly BoundName[],
): boolean {
  return observations.some((observation) =>
    methods.some(
      (method) =>
        boundNamed(method).whyNot(observation, f) === null &&
        remembered(f, keyOf('rejects', method, observation, tau), () =>
          boundNamed(method).rejects(observation, f, tau),
        ),
    ),
  );
}
