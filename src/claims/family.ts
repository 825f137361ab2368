import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import type { Assumption, FamilyClaim } from '../types.ts';
import type { TradeOff } from './curves/trade-off.ts';
import { parseFamily } from './grammar/parse.ts';
import { printFamily } from './grammar/print.ts';
import { limitInverseNoise } from './losses/central-limit.ts';
import { curveOf } from './resolve.ts';

/** An ordered set of hypotheses. */
export interface Family {
  readonly name: string;
  /** The parameter that varies. */
  readonly parameter: string;
  /** Whether a larger parameter is less private. */
  readonly direction: 'larger-is-less-private' | 'smaller-is-less-private';
  /** What the family's epsilon rests on. */
  readonly assumption: Assumption;
  /** The most private guarantee, where the members are (epsilon, delta) guarantees. */
  readonly guarantee?: readonly [epsilon: number, delta: number];
  /** The one delta that the family's epsilon is about, where the family says it. */
  readonly delta?: number;
  at(parameter: number): TradeOff;
  /** How to search it: families whose members are costly to compute, and not exact to the last digit, ask for less. */
  readonly search?: FamilySearch;
}

export interface FamilySearch {
  /** Where to start, in the coordinate that grows with the loss of privacy. */
  readonly start: number;
  readonly tolerance: number;
  /** How far to look, in the same coordinate. */
  readonly most: number;
  /** A member by its parameter, less accurate, as sound, and cheaper. */
  coarse(parameter: number): TradeOff;
  /** Whether there is a least private member, in the limit. */
  readonly limited: boolean;
}

/** DP-SGD with less noise hardly protects anyone, and its curve is costly. */
const LEAST_NOISE = 0.25;

/** A search starts about where the central limit has this mu: private, and cheap to compute. */
const START_MU = 0.2;

/** How much less accurate the curves are on which a search takes its first steps. */
const COARSE = 200;

/** The parameters over which a family may range, and whether a larger one is less private. */
const DIRECTIONS: Readonly<Record<string, Family['direction']>> = {
  'gaussian.mu': 'larger-is-less-private',
  'laplace.scale': 'smaller-is-less-private',
  'pure-dp.epsilon': 'larger-is-less-private',
  'approx-dp.epsilon': 'larger-is-less-private',
  'randomized-response.epsilon': 'larger-is-less-private',
  'dpsgd.noise': 'smaller-is-less-private',
};

/** The family of a text such as `gaussian` or `approx-dp(delta=1e-5)`. */
export function family(text: FamilyClaim | string): Family {
  const parsed = typeof text === 'string' ? parseFamily(text) : text;
  const { claim, free } = parsed;
  const name = printFamily(parsed);
  const direction = DIRECTIONS[`${claim.name}.${free}`];
  if (direction === undefined)
    throw new InvalidInput(`invalid family ${quoted(name)}; ${claim.name} cannot leave out ${free}`);
  const member = (value: number, coarse: number) =>
    curveOf({ ...claim, parameters: { ...claim.parameters, [free]: value } }, coarse);
  const outright = claim.name === 'pure-dp' || claim.name === 'approx-dp';
  return {
    name,
    parameter: free,
    direction,
    assumption: outright ? 'worst-case' : 'model-based',
    ...(outright
      ? { guarantee: [0, claim.parameters.delta ?? 0] as const, delta: claim.parameters.delta ?? 0 }
      : {}),
    ...(claim.name === 'dpsgd'
      ? {
          search: {
            start: limitInverseNoise(claim.parameters, claim.relation, START_MU),
            tolerance: 1e-6,
            most: 1 / LEAST_NOISE,
            coarse: (value: number) => member(value, COARSE),
            limited: true,
          },
        }
      : {}),
    at: (value) => member(value, 1),
  };
}
