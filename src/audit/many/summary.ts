import { METHODS, type Method, type Scores } from '../../types.ts';
import { callsOf } from '../classical/error-limits.ts';
import type { JudgedDesign } from '../plan/standing.ts';
import type { AuditOutcome, AuditResult, ProvedEpsilon, SeedSource } from '../result.ts';
import { leastPValue } from './least-p-value.ts';

/** The largest epsilon that an audit proved under one assumption; null where it is unbounded. */
interface ProvedUnder extends Omit<ProvedEpsilon, 'epsilon'> {
  readonly epsilon: number | null;
}

/** A design as it travels; the claim has its curve. */
interface SummaryDesign extends Omit<JudgedDesign, 'tested' | 'judges' | 'tau'> {
  readonly judges: readonly Method[];
  /** In how many parts the significance was shared. */
  readonly shares: number;
}

/** What a table of many audits says about one of them; plain data that survives JSON. */
export interface AuditSummary {
  readonly game: Scores['kind'];
  /** By itself, at its own tau. */
  readonly outcome: AuditOutcome;
  readonly claim: string | null;
  /** At delta; null where the claim allows any, and where nothing is claimed. */
  readonly claimEpsilon: number | null;
  readonly tau: number;
  readonly delta: number;
  readonly pValue: number | null;
  readonly leastPValue: number | null;
  /** Whether the design could have noticed the violation; null where no claim was tested. */
  readonly couldNotice: boolean | null;
  /** The design that says so, and the right guesses of all runs together; null where no claim was tested. */
  readonly design: SummaryDesign | null;
  readonly right: number | null;
  readonly violation: string | null;
  /** How likely the violation is to be refuted, alone: by the best attack, and by this one (an estimate). */
  readonly bestPower: number | null;
  readonly attackPower: number | null;
  readonly attackStrength: number | null;
  readonly m: number;
  readonly k: number;
  readonly runs: number;
  /** Of several runs: how many reached the number of right guesses that was fixed in advance. */
  readonly reached: number | null;
  readonly guesses: readonly number[];
  /** Right ones at each number of guesses, of the first run. */
  readonly correct: readonly number[];
  /** Each at the confidence of this audit alone. */
  readonly proved: readonly ProvedUnder[];
  /** The checks that failed, in words. */
  readonly failed: readonly string[];
  /** Whether another draw among equal scores could have changed the verdict. */
  readonly tiesDecide: boolean;
  readonly departures: readonly string[];
  readonly seed: string;
  readonly seedFrom: SeedSource;
}

/** What is said about one audit among many. */
export function summaryOf(result: AuditResult): AuditSummary {
  const { game, outcome, claim, attack, power, standing, tau, delta, runs, joint, checks, ties, provenance } =
    result;
  const { observations } = runs[0];
  return {
    game,
    outcome,
    claim: claim?.stated ?? null,
    claimEpsilon: finite(claim?.epsilon),
    tau,
    delta,
    pValue: result.pValue,
    leastPValue: leastPValue(result),
    couldNotice: standing === null ? null : standing.couldNot === null,
    design: designOf(result),
    right: attack.right,
    violation: power?.violation ?? null,
    bestPower: power?.best ?? null,
    attackPower: power?.thisAttack ?? null,
    attackStrength: attack.strength,
    m: observations[0].m,
    k: observations[0].k,
    runs: runs.length,
    reached: joint?.reached ?? null,
    guesses: observations.map(({ guesses }) => guesses),
    correct: observations.map(({ correct }) => correct),
    proved: result.proved.map((row) => ({ ...row, epsilon: finite(row.epsilon) })),
    failed: checks.filter(({ passed }) => !passed).map(({ message }) => message),
    tiesDecide: ties.some(({ decides }) => decides),
    departures: provenance.departures,
    seed: provenance.seed,
    seedFrom: provenance.seedFrom,
  };
}

function designOf({
  game,
  standing,
  runs,
  joint,
  classical,
  tests,
  tau,
  tauEach,
}: AuditResult): SummaryDesign | null {
  if (standing === null) return null;
  const { m, k, sides } = runs[0].observations[0];
  const { guesses, model, violation } = standing;
  return {
    game: {
      kind: game,
      m,
      k,
      ...(sides === undefined ? {} : { sides }),
      ...(classical === undefined ? {} : { calls: callsOf(classical) }),
    },
    ...{ guesses, model, violation, runs: runs.length },
    ...(joint === null ? {} : { atLeast: joint.atLeast }),
    judges: METHODS.filter((name) => tests.some(({ method }) => method === name)),
    shares: Math.round(tau / tauEach),
  };
}

/** JSON has no infinity. */
function finite(x: number | undefined): number | null {
  return x === undefined || !Number.isFinite(x) ? null : x;
}
