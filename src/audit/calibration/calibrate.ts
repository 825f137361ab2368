import {
  closedForm,
  curveOf,
  type Direction,
  kindOf,
  type Parameter,
  parameterAt,
  parseFamily,
  printClaim,
  printFamily,
  tradeOff,
} from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { USUAL_DELTA } from '../../levels.ts';
import { quoted } from '../../quote.ts';
import type { Claim, FamilyClaim } from '../../types.ts';
import { type CalibrationTarget, type EpsilonTarget, type Goal, goalOf } from './goal.ts';
import { everyValueKeeps, largestValue, largestWhole, type Room, type Rooms } from './search.ts';

/** The value that was found. */
export interface CalibratedValue {
  readonly family: string;
  readonly parameter: string;
  readonly value: number;
  /** The claim with that value. */
  readonly claim: string;
}

/** The value that was found, and what the claim with it has: at most the target. */
export type Calibration<T extends CalibrationTarget = EpsilonTarget> = CalibratedValue & Required<T>;

/** How much less accurate curves may be on the way to the neighbourhood of an answer. */
const COARSE = 200;
/** The part of the target that a calibrated parameter may leave unused. */
const LITTLE = 1e-6;

/**
 * The least private value of a family's open parameter that still keeps a target: the smallest noise, the
 * largest number of steps. The target is an epsilon at delta, the advantage of the best attack on one record,
 * or its true positive rate at a false positive rate. By root finding on curves that err towards less
 * privacy. `noise` stands for the scale of any noise.
 *
 * @example
 * const { value: sigma } = calibrate('gaussian', 'sigma', 1, 1e-5); // the least noise for epsilon 1
 * const { value: scale } = calibrate('laplace', 'scale', { advantage: 0.2 });
 * const { value: noise } = calibrate('dpsgd(rate=0.01, steps=100)', 'noise', { tpr: 0.05, fpr: 0.01 });
 */
export function calibrate(text: string, parameter: string, epsilon: number, delta: number): Calibration;
export function calibrate<T extends CalibrationTarget>(
  text: string,
  parameter: string,
  target: T,
): Calibration<T>;
export function calibrate(
  text: string,
  parameter: string,
  target: number | CalibrationTarget,
  delta = USUAL_DELTA,
): CalibratedValue & CalibrationTarget {
  const goal = goalOf(typeof target === 'number' ? { epsilon: target, delta } : target);
  const members = parseFamily(text);
  const { claim } = members;
  const { key, direction, most, whole } = openParameter(text, members, parameter);
  const at = (value: number): Claim => ({ ...claim, parameters: { ...claim.parameters, [key]: value } });
  const start = firstGuess(claim, key, goal);
  const byValue = (t: number) => at(parameterAt(direction, t));
  if (!whole && keptWithoutNoise(byValue(Infinity), direction, goal)) throw everyValueKeeps(goal.what);
  const value = whole
    ? largestWhole(
        roomsOf((t) => at(Math.floor(t)), goal),
        start,
        key,
      )
    : parameterAt(direction, largestValue(roomsOf(byValue, goal), start, most ?? Infinity));
  const answer = at(value);
  return {
    family: printFamily(members),
    parameter: key,
    value,
    claim: printClaim(answer),
    ...goal.kept(tradeOff(answer)),
  };
}

/** Whether even the member without any noise keeps the target, as DP-SGD does that samples hardly anyone. */
function keptWithoutNoise(claim: Claim, direction: Direction, goal: Goal): boolean {
  if (direction === 'larger-is-less-private' || kindOf(claim).limit === undefined) return false;
  const f = closedForm(claim);
  return f !== null && goal.room(f) >= 0;
}

/** What any scale of noise may be called. */
const NOISE = 'noise';

/** The parameter to calibrate: the one that the family leaves out, or another name for it. */
function openParameter(text: string, { claim, free }: FamilyClaim, key: string): Parameter {
  const { parameters, either } = kindOf(claim);
  const isFree = (name: string) => name === free || (either?.includes(free) && either.includes(name));
  const named = parameters.find((p) => p.key === key && p.role !== undefined);
  const noise = parameters.find((p) => p.role === 'strength' && p.direction === 'smaller-is-less-private');
  const parameter = named ?? (key === NOISE ? noise : undefined);
  if (named === undefined && key === free)
    throw new InvalidInput(`cannot calibrate ${quoted(key)} of ${quoted(text)}; leave out another parameter`);
  if (parameter === undefined || !isFree(parameter.key))
    throw new InvalidInput(
      `cannot calibrate ${quoted(key)}; the parameter that ${quoted(text)} leaves out is ${free}`,
    );
  return parameter;
}

/** What claims leave of the target, each computed once. */
function roomsOf(claimAt: (t: number) => Claim, goal: Goal): Rooms {
  const roomOf = (claim: Claim, coarse: number): Room => {
    try {
      return goal.room(coarse === 1 ? tradeOff(claim) : curveOf(claim, coarse));
    } catch (error) {
      if (error instanceof InvalidInput) return error;
      throw error;
    }
  };
  const remembered = (coarse: number) => {
    const known = new Map<string, Room>();
    return (t: number) => {
      const claim = claimAt(t);
      const key = printClaim(claim);
      const room = known.get(key) ?? roomOf(claim, coarse);
      known.set(key, room);
      return room;
    };
  };
  return { rough: remembered(COARSE), exact: remembered(1), little: LITTLE, what: goal.what };
}

/**
 * Where to start, in the coordinate that grows with the loss of privacy: by the central limit, where the kind
 * has one.
 */
function firstGuess(claim: Claim, parameter: string, goal: Goal): number {
  const { limit } = kindOf(claim);
  if (limit === undefined || !goal.gaussian) return 1;
  const { parameters, relation } = claim;
  const gaussian = (mu: number): Claim => ({ name: 'gaussian', relation, parameters: { mu } });
  const mu = largestValue(roomsOf(gaussian, goal), 1, Infinity);
  return limit.solve(parameter, parameters, relation, mu);
}
