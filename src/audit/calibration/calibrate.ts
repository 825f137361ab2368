import {
  curveOf,
  kindOf,
  type Parameter,
  parameterAt,
  parseFamily,
  printClaim,
  printFamily,
  tradeOff,
} from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDelta } from '../../levels.ts';
import { ln } from '../../numerics/index.ts';
import { quoted } from '../../quote.ts';
import type { Claim, FamilyClaim } from '../../types.ts';
import { largestValue, largestWhole, type Room, type Rooms } from './search.ts';

export interface Calibration {
  readonly family: string;
  readonly parameter: string;
  readonly value: number;
  /** The claim with that value, and the epsilon, at most the target, that it has at delta. */
  readonly claim: string;
  readonly epsilon: number;
  readonly delta: number;
}

/** How much less accurate curves may be on the way to the neighbourhood of an answer. */
const COARSE = 200;
/** The part of epsilon that a calibrated parameter may leave unused. */
const LITTLE = 1e-6;

/**
 * The least private value of a family's open parameter that still keeps epsilon(delta) at or below a target:
 * the smallest noise, the largest number of steps. By root finding on curves that err towards less privacy.
 *
 * @example
 * const { value: sigma } = calibrate('gaussian', 'sigma', 1, 1e-5); // the least noise for epsilon 1
 */
export function calibrate(text: string, parameter: string, epsilon: number, delta: number): Calibration {
  if (!(epsilon > 0)) throw new InvalidInput(`invalid epsilon; must be above 0: ${epsilon}`);
  checkDelta(delta);
  const members = parseFamily(text);
  const { direction, most, whole } = openParameter(text, members, parameter);
  const { claim } = members;
  const at = (value: number): Claim => ({
    ...claim,
    parameters: { ...claim.parameters, [parameter]: value },
  });
  const start = firstGuess(claim, parameter, epsilon, delta);
  const value = whole
    ? largestWhole(
        roomsOf((t) => at(Math.floor(t)), epsilon, delta),
        start,
        parameter,
      )
    : parameterAt(
        direction,
        largestValue(
          roomsOf((t) => at(parameterAt(direction, t)), epsilon, delta),
          start,
          most ?? Infinity,
        ),
      );
  const answer = at(value);
  return {
    family: printFamily(members),
    parameter,
    value,
    claim: printClaim(answer),
    epsilon: tradeOff(answer).epsilon(delta),
    delta,
  };
}

/** The parameter to calibrate: the one that the family leaves out, or another name for it. */
function openParameter(text: string, { claim, free }: FamilyClaim, key: string): Parameter {
  const { parameters, either } = kindOf(claim);
  const isFree = key === free || (either?.includes(free) && either.includes(key));
  const parameter = parameters.find((p) => p.key === key && p.role !== undefined);
  if (!isFree || parameter === undefined)
    throw new InvalidInput(
      `cannot calibrate ${quoted(key)}; the parameter that ${quoted(text)} leaves out is ${free}`,
    );
  return parameter;
}

/** What claims leave of the target epsilon, as the logarithm of a ratio, each computed once. */
function roomsOf(claimAt: (t: number) => Claim, epsilon: number, delta: number): Rooms {
  const roomOf = (claim: Claim, coarse: number): Room => {
    try {
      const spent = (coarse === 1 ? tradeOff(claim) : curveOf(claim, coarse)).epsilon(delta);
      return ln(epsilon / spent);
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
  return { rough: remembered(COARSE), exact: remembered(1), little: LITTLE };
}

/**
 * Where to start, in the coordinate that grows with the loss of privacy: by the central limit, where the kind
 * has one.
 */
function firstGuess(claim: Claim, parameter: string, epsilon: number, delta: number): number {
  const { limit } = kindOf(claim);
  if (limit === undefined || !(delta > 0)) return 1;
  const { parameters, relation } = claim;
  const gaussian = (mu: number): Claim => ({ name: 'gaussian', relation, parameters: { mu } });
  const mu = largestValue(roomsOf(gaussian, epsilon, delta), 1, Infinity);
  return limit.solve(parameter, parameters, relation, mu);
}
