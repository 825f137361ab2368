import { parseClaim, printClaim } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { LastUsed } from '../../last-used.ts';
import { checkTau } from '../../levels.ts';
import { exp, ln } from '../../numerics/index.ts';
import { checkSides, MOST_CANARIES, oneSide } from '../../observation.ts';
import type { Observation, Sides } from '../../types.ts';
import { type Hypotheses, membership, reconstruction } from './design.ts';
import { planFamily } from './family.ts';
import { expectedEpsilon, judge, type PlanRow, powerOf, type Setting, typicalEpsilon } from './judge.ts';
import { modelOf } from './model.ts';
import { violationOf, violationOrNull } from './violation.ts';

export interface PlanOptions {
  /** Canaries. */
  readonly m: number;
  /** What will be claimed, about the neighbours that the game compares. */
  readonly claim: string;
  /**
   * The mechanism that the plan takes to be running; by default the claim, and for a guarantee the Gaussian
   * (or where delta is 0 the Laplace mechanism) that spends it. It shapes the design and never affects what a
   * verdict means.
   */
  readonly model?: string;
  /** What may be true instead; by default half the noise, of a guarantee twice the epsilon. */
  readonly violation?: string;
  readonly tau?: number;
  readonly delta?: number;
  /** A number of guesses to judge, instead of the best. */
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
  /** Which end of the scores will be guessed: both unless stated. */
  readonly sides?: Sides;
  /** Whether scores will be losses: the lower, the more likely in. */
  readonly lowerIsIn?: boolean;
  /** Breaks ties among equal scores in the audit: fixed with the plan, before there are scores. */
  readonly seed?: string;
}

export interface Plan {
  readonly schema: 'onerun-plan/1';
  readonly m: number;
  readonly k: number;
  readonly tau: number;
  readonly delta: number;
  readonly claim: string;
  /** The mechanism that was assumed. Plans of earlier versions have none. */
  readonly model?: string;
  readonly violation: string;
  readonly family: string;
  readonly seed?: string;
  /** Which end of the scores is guessed; absent for a choice among candidates. */
  readonly sides?: Sides;
  readonly lowerIsIn?: boolean;
  /** What should be known about the numbers. */
  readonly note?: string;
  /** The row that is recommended, and all that were looked at. */
  readonly chosen: PlanRow;
  readonly rows: readonly PlanRow[];
}

/**
 * Plans an audit from (m, k, claim) and a model of the mechanism, before any training: the number of guesses
 * by rank that is most likely to catch the violation, and among equals proves the largest epsilon. Canaries
 * are taken as independent and the attack as the best; a real attack does worse. Numbers of guesses are
 * compared by Algorithm 3, which is quick and ranks them alike; the one that is chosen is then judged by all
 * methods, the optimal test among them.
 *
 * @example
 * const { chosen } = plan({ m: 1000, claim: 'gaussian(sigma=1)' }); // chosen.guesses, chosen.power
 */
export function plan(options: PlanOptions): Plan {
  const request = checked(options);
  const { m, k, tau, family, claim, model, violation, game } = request;
  const guesses = plannedGuesses(options);
  const chosen = judge(game(guesses), request, 'all');
  const rows = numbersOf(options).map((n) => (n === guesses ? chosen : judge(game(n), request, 'quick')));
  const note =
    typicalEpsilon(game(guesses), request) > family.claimed
      ? `within ${family.name} an honest run of ${model} seems to prove more than is claimed, for the family does not fit it: the expected epsilon is cut at the claim's`
      : null;
  return {
    schema: 'onerun-plan/1',
    m,
    k,
    tau,
    delta: family.delta,
    claim,
    model,
    violation,
    family: family.name,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(k === 2 ? { sides: options.sides ?? 'both', lowerIsIn: options.lowerIsIn ?? false } : {}),
    ...(note === null ? {} : { note }),
    chosen,
    rows,
  };
}

/** The epsilon that the best number of guesses is expected to prove, by Algorithm 3. */
export function plannedEpsilon(options: PlanOptions): number {
  return knownFor(epsilons, options, () => {
    const request = checked(options);
    const { family, tau, game } = request;
    const expected = (guesses: number) =>
      expectedEpsilon(game(guesses), request, (observation) => family.epsilon(observation, tau, 'paper'));
    return Math.max(...numbersOf(options).map(expected));
  });
}

/** What the claim says of epsilon at the plan's delta: no honest run proves more. */
export function claimedEpsilon(options: PlanOptions): number {
  return checked(options).family.claimed;
}

/**
 * The number of guesses that a plan would choose; where there is nothing to plan against, half of the
 * canaries.
 */
export function plannedGuesses(options: PlanOptions): number {
  if (nothingToPlanAgainst(options)) return options.guesses ?? halfOf(options.m);
  return knownFor(choices, options, () => {
    const request = checked(options);
    const { design, tau, family, game } = request;
    const powers = numbersOf(options).map((guesses) => ({
      guesses,
      power: powerOf(game(guesses), design, tau, 'quick').power,
    }));
    const most = Math.max(...powers.map(({ power }) => power));
    // Powers that differ by less than one in a thousand count as equal, unless all are small, and the larger
    // epsilon decides.
    const best = powers.filter(({ power }) => power >= most - Math.min(1e-3, 0.1 * most));
    if (best.length === 1) return best[0].guesses;
    return best
      .map(({ guesses }) => ({
        guesses,
        epsilon: expectedEpsilon(game(guesses), request, (observation) => family.rank(observation, tau)),
      }))
      .reduce((a, b) => (b.epsilon > a.epsilon ? b : a)).guesses;
  });
}

/** Whether no violation is stated and the claim has no usual one, as perfect privacy has none. */
export function nothingToPlanAgainst({ claim, violation, model, k = 2 }: PlanOptions): boolean {
  return k === 2 && violationOrNull(claim, violation, model) === null;
}

/** About half of the canaries, an even number: near the best for a leak that hardly shows. */
function halfOf(m: number): number {
  return Math.max(1, 2 * Math.floor(m / 4));
}

/**
 * The probability that a mechanism with the violation is refuted with a given number of guesses, by any
 * method.
 */
export function powerAt(options: PlanOptions & { readonly guesses: number }): number {
  return judgedAt(options).power;
}

/** The same, and from how many right guesses on the claim is refuted: null where not even all do. */
export function judgedAt(
  options: PlanOptions & { readonly guesses: number },
): Pick<PlanRow, 'critical' | 'power'> {
  return knownFor(powers, options, () => {
    const { design, tau, game } = checked(options);
    return powerOf(game(options.guesses), design, tau, 'all');
  });
}

const epsilons = new LastUsed<string, number>(100);
const choices = new LastUsed<string, number>(100);
const powers = new LastUsed<string, Pick<PlanRow, 'critical' | 'power'>>(100);

/** Audits of many runs of one design ask for the same again. */
function knownFor<T>(known: LastUsed<string, T>, { seed: _, ...options }: PlanOptions, compute: () => T): T {
  return known.get(JSON.stringify(options), compute);
}

/** A request in order, with the defaults filled in. */
interface Request extends Setting, Hypotheses {
  readonly m: number;
  readonly k: number;
  /** The game with so many guesses. */
  game(guesses: number): Omit<Observation, 'correct'>;
}

function checked(options: PlanOptions): Request {
  const { m, claim: stated, tau = 0.05, guesses, k = 2 } = options;
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
  return {
    m,
    k,
    tau,
    game: (guesses) => ({ m, k, guesses, ...oneSide(options.sides) }),
    ...hypotheses,
    family: planFamily(hypotheses, k, options),
    design: k === 2 ? membership(m, hypotheses, options.sides) : reconstruction(m, k, hypotheses),
  };
}

function numbersOf({ m, k = 2, guesses, sides = 'both' }: PlanOptions): number[] {
  return k > 2 ? [m] : guesses === undefined ? budgets(m, sides) : [guesses];
}

/**
 * Even numbers of guesses, evenly spread over the logarithm, and all of them; on one side half, for all of
 * them would be the same guess whatever the scores.
 */
function budgets(m: number, sides: Sides): number[] {
  const found = new Set<number>([sides === 'both' ? m : Math.ceil(m / 2)]);
  for (let t = ln(8); t < ln(m); t += 0.3) found.add(2 * Math.round(exp(t) / 2));
  return [...found].filter((n) => n < m || sides === 'both' || m === 1).sort((a, b) => a - b);
}
