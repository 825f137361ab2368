import { InvalidInput } from '../errors.ts';
import type { Assumption, FamilyClaim } from '../types.ts';
import { tradeOff } from './from-claim.ts';
import { parseFamily } from './parse.ts';
import { printFamily } from './print.ts';
import type { TradeOff } from './tradeoff.ts';

/** An ordered set of hypotheses. */
export interface Family {
  readonly name: string;
  /** The parameter that varies. */
  readonly parameter: string;
  /** Whether a larger parameter is less private. */
  readonly direction: 'larger-is-less-private' | 'smaller-is-less-private';
  /** What the family's epsilon rests on. */
  readonly assumption: Assumption;
  /** The delta that the family's epsilon is about, where the family fixes it: 0 for pure-dp. */
  readonly ownDelta?: number;
  at(parameter: number): TradeOff;
}

/** The parameters over which a family may range, and whether a larger one is less private. */
const DIRECTIONS: Readonly<Record<string, Family['direction']>> = {
  'gaussian.mu': 'larger-is-less-private',
  'laplace.scale': 'smaller-is-less-private',
  'pure-dp.epsilon': 'larger-is-less-private',
  'approx-dp.epsilon': 'larger-is-less-private',
  'randomized-response.epsilon': 'larger-is-less-private',
};

/** The family of a text such as `gaussian` or `approx-dp(delta=1e-5)`. */
export function family(text: FamilyClaim | string): Family {
  const parsed = typeof text === 'string' ? parseFamily(text) : text;
  const { claim, free } = parsed;
  const name = printFamily(parsed);
  const direction = DIRECTIONS[`${claim.name}.${free}`];
  if (direction === undefined)
    throw new InvalidInput(`invalid family ${name}; ${claim.name} cannot leave out ${free}`);
  const outright = claim.name === 'pure-dp' || claim.name === 'approx-dp';
  return {
    name,
    parameter: free,
    direction,
    assumption: outright ? 'worst-case' : 'model-based',
    ...(outright ? { ownDelta: claim.parameters.delta ?? 0 } : {}),
    at: (value) => tradeOff({ ...claim, parameters: { ...claim.parameters, [free]: value } }),
  };
}
