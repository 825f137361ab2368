import { InvalidInput } from '../errors.ts';
import { LastUsed } from '../last-used.ts';
import { quoted } from '../quote.ts';
import type { Claim, FamilyClaim, MechanismAssumption, Relation } from '../types.ts';
import type { TradeOff } from './curves/trade-off.ts';
import { parseClaim, parseFamily } from './grammar/parse.ts';
import { printFamily } from './grammar/print.ts';
import { kindOf } from './kinds/lookup.ts';
import { type Direction, parameterAt } from './kinds/parameter.ts';
import { curveOf } from './resolve.ts';
import type { SearchHints } from './search-hints.ts';

/** An ordered set of hypotheses. */
export interface Family {
  readonly name: string;
  /** Whom the family's epsilon is about, as the family states it. */
  readonly relation: Relation;
  /** The parameter that varies. */
  readonly parameter: string;
  /** Whether a larger parameter is less private. */
  readonly direction: Direction;
  /** What the family's epsilon rests on. */
  readonly assumption: MechanismAssumption;
  /** The most private guarantee, where the members are (epsilon, delta) guarantees. */
  readonly guarantee?: readonly [epsilon: number, delta: number];
  /** The one delta that the family's epsilon is about, where the family says it. */
  readonly delta?: number;
  at(parameter: number): TradeOff;
  /**
   * How to search it: families whose members are costly to compute, and not exact to the last digit, ask for
   * less.
   */
  readonly search?: Required<SearchHints>;
}

/** How much less accurate the curves are on which a search takes its first steps. */
const COARSE = 200;

/**
 * The family of a text such as `gaussian` or `approx-dp(delta=1e-5)`.
 *
 * @example
 * const gaussians = family('gaussian'); // gaussians.at(0.5): the curve of mu = 0.5
 */
export function family(text: FamilyClaim | string): Family {
  const parsed = typeof text === 'string' ? parseFamily(text) : text;
  const { claim, free } = parsed;
  const name = printFamily(parsed);
  const { parameters, either, guarantees, hints } = kindOf(claim);
  const parameter = parameters.find(({ key, role }) => key === free && role === 'strength');
  if (parameter === undefined || free === either?.[1])
    throw new InvalidInput(`invalid family ${quoted(name)}; ${claim.name} cannot leave out ${free}`);
  const { direction } = parameter;
  const member = (value: number): Claim => ({
    ...claim,
    parameters: { ...claim.parameters, [free]: value },
  });
  // Each method and number of guesses searches the same way; only costly members are worth remembering.
  const [exact, coarse] = [new LastUsed<number, TradeOff>(16), new LastUsed<number, TradeOff>(64)];
  // A search asks for hundreds of members, which nobody names.
  const exactAt = (value: number) => curveOf(member(value), 1, name);
  const coarseAt = (value: number) => curveOf(member(value), COARSE, name);
  const [guarantee, another] = guarantees?.(member(parameterAt(direction, 0))) ?? [];
  return {
    name,
    relation: claim.relation,
    parameter: free,
    direction,
    assumption: guarantees === undefined ? 'model-based' : 'worst-case',
    ...(guarantee === undefined || another !== undefined ? {} : { guarantee, delta: guarantee[1] }),
    ...(hints === undefined
      ? {}
      : {
          search: {
            ...hints(claim),
            coarseCurve: (t: number) => {
              const value = parameterAt(direction, t);
              return coarse.get(value, () => coarseAt(value));
            },
          },
        }),
    at: hints === undefined ? exactAt : (value) => exact.get(value, () => exactAt(value)),
  };
}

/**
 * The family of which a claim is a member, where an audit searches it besides the usual ones: of DP-SGD with
 * the claim's rate and steps. Null for other claims.
 *
 * @example
 * ownFamily('dpsgd(noise=1, rate=0.01, steps=1000)'); // 'dpsgd(rate=0.01, steps=1000)'
 */
export function ownFamily(given: Claim | string): string | null {
  const claim = typeof given === 'string' ? parseClaim(given) : given;
  const { parameters, searchOwnFamily } = kindOf(claim);
  const strength = parameters.find(({ role }) => role === 'strength');
  if (!searchOwnFamily || strength === undefined) return null;
  const { [strength.key]: _, ...fixed } = claim.parameters;
  return printFamily({ claim: { ...claim, parameters: fixed }, free: strength.key });
}
