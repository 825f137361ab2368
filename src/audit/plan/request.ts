import type { DesignChoices } from '../../audit-choices.ts';
import { checkWhole } from '../../check.ts';
import { parseClaim, printClaim } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkTau, USUAL_TAU } from '../../levels.ts';
import { exp, ln } from '../../numerics/index.ts';
import { checkSides, MOST_CANARIES, oneSide } from '../../observation.ts';
import type { Observation, Sides } from '../../types.ts';
import { designOf, type Hypotheses } from './design.ts';
import type { Setting } from './expected.ts';
import { planFamily } from './family.ts';
import type { GuessingGame } from './mechanism-law.ts';
import { modelOf } from './model.ts';
import { violationOf } from './violation.ts';

export interface PlanOptions
  extends Pick<DesignChoices, 'violation' | 'tau' | 'delta' | 'sides' | 'lowerIsIn' | 'seed'> {
  /** Canaries, in each run. */
  readonly m: number;
  /**
   * Independent runs that will be audited together: 1 unless stated. Of several, the plan also chooses from
   * how many right guesses on a run counts, and how many runs must.
   */
  readonly runs?: number;
  /** What will be claimed, about the neighbours that the game compares. */
  readonly claim: string;
  /**
   * The mechanism that the plan takes to be running; by default the claim, and for a guarantee the Gaussian
   * (or where delta is 0 the Laplace mechanism) that spends it. It shapes the design and never affects what a
   * verdict means.
   */
  readonly model?: string;
  /** A number of guesses to judge, instead of the best: for one run only. */
  readonly guesses?: number;
  /**
   * Options per canary: 2 for in or out, more for a choice of candidates, which is planned without
   * abstention.
   */
  readonly k?: number;
  /**
   * The family in which the expected epsilon is stated; by default one in which no honest run proves too
   * much.
   */
  readonly family?: string;
}

/** A plan for several runs can be made to prove as much as possible, in place of catching the violation. */
export type AimedOptions = PlanOptions & { readonly aim?: Setting['aim'] };

/** A request in order, with the defaults filled in. */
export interface PlanRequest extends Setting, Hypotheses {
  readonly m: number;
  readonly k: number;
  readonly played: GuessingGame;
  /** The game with so many guesses. */
  game(guesses: number): Omit<Observation, 'correct'>;
}

export function checkedRequest(options: AimedOptions): PlanRequest {
  const { m, runs = 1, claim: stated, tau = USUAL_TAU, guesses, k = 2 } = options;
  if (!(Number.isSafeInteger(m) && m >= 1 && m <= MOST_CANARIES))
    throw new InvalidInput(`invalid canaries; must be a whole number from 1 to ${MOST_CANARIES}: ${m}`);
  if (guesses !== undefined && !(Number.isSafeInteger(guesses) && guesses >= 1 && guesses <= m))
    throw new InvalidInput(`invalid guesses; must be a whole number up to the canaries (${m}): ${guesses}`);
  if (!(Number.isSafeInteger(k) && k >= 2))
    throw new InvalidInput(`invalid options; must be at least 2: ${k}`);
  if (k > 2 && guesses !== undefined && guesses < m)
    throw new InvalidInput(
      'invalid guesses; a choice among candidates is planned without abstention: leave the guesses out',
      ['guesses'],
    );
  checkRuns(options);
  checkSides(options.sides);
  if (options.sides !== undefined && k > 2)
    throw new InvalidInput(`invalid sides; a choice among candidates has no in and out: ${options.sides}`);
  if (k === 2 && parseClaim(stated).relation === 'replace')
    throw new InvalidInput(
      `invalid claim; ${stated} is about exchanging a record, but with two options a canary in is compared with the same canary out: claim add-remove`,
    );
  if (options.seed === '') throw new InvalidInput('invalid seed; must not be empty');
  checkTau(tau);
  const claim = printClaim(parseClaim(stated));
  const hypotheses = {
    claim,
    model: modelOf(claim, options.model, options.delta),
    violation: violationOf(claim, options.violation, options.model),
  };
  const played: GuessingGame = {
    kind: k === 2 ? 'membership' : 'reconstruction',
    m,
    k,
    sides: options.sides,
  };
  return {
    m,
    k,
    played,
    runs,
    aim: runs === 1 ? 'power' : (options.aim ?? 'power'),
    tau,
    game: (guesses) => ({ m, k, guesses, ...oneSide(options.sides) }),
    ...hypotheses,
    family: planFamily(hypotheses, k, options),
    design: designOf(played, hypotheses),
  };
}

/** More runs than anyone makes of one design. */
const MOST_RUNS = 1000;

function checkRuns({ m, runs = 1, guesses, k = 2 }: PlanOptions): void {
  checkWhole('runs', runs, 1, MOST_RUNS);
  if (runs === 1) return;
  if (guesses !== undefined)
    throw new InvalidInput(
      'invalid guesses; a plan for several runs chooses them together with how many right ones make a run count: leave the guesses out',
      ['guesses'],
    );
  if (m === 1 && k === 2)
    throw new InvalidInput(
      `invalid canaries; runs of one canary each are audited together as one game: plan one run of ${runs} canaries`,
    );
}

/** The numbers of guesses that are looked at. */
export function guessesToTry({ m, k = 2, guesses, sides = 'both' }: PlanOptions): number[] {
  return k > 2 ? [m] : guesses === undefined ? budgets(m, sides) : [guesses];
}

/**
 * Even numbers of guesses, evenly spread over the logarithm, and all of them; on one side half, for all of
 * them would be the same guess whatever the scores.
 */
function budgets(m: number, sides: Sides): number[] {
  const found = new Set([sides === 'both' ? m : Math.ceil(m / 2), ...evenNumbers(m, 0.3)]);
  return [...found].filter((n) => n < m || sides === 'both' || m === 1).sort((a, b) => a - b);
}

/** Even numbers from 8 to about `most`, `step` apart in the logarithm, each once. */
export function evenNumbers(most: number, step: number): number[] {
  const found = new Set<number>();
  for (let t = ln(8); t < ln(most); t += step) found.add(2 * Math.round(exp(t) / 2));
  return [...found];
}
