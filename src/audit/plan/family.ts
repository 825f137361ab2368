import {
  type Family,
  family as familyOf,
  gaussianMu,
  ownFamily,
  parseClaim,
  parseFamily,
  printFamily,
  printNumber,
  toReplace,
  tradeOff,
} from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { LastUsed } from '../../last-used.ts';
import { checkDelta, USUAL_DELTA } from '../../levels.ts';
import type { Claim, Method, Observation } from '../../types.ts';
import { provedMember } from '../epsilon/proved-member.ts';
import { throughReplace } from '../epsilon/through-replace.ts';
import { interpolated } from './costly.ts';
import type { Hypotheses } from './design.ts';

/** The family in which a plan states what an honest run is expected to prove. */
export interface PlanFamily {
  readonly name: string;
  readonly delta: number;
  /** What is claimed of epsilon at delta: nobody proves more of an honest run. */
  readonly claimed: number;
  /** What an observation proves at tau; within a costly family to a percent or so, for averages. */
  epsilon(observation: Observation, tau: number, method: Method): number;
  /** The same as an audit finds it. */
  exactEpsilon(observation: Observation, tau: number, method: Method): number;
  /** The same or what grows with it, at little cost: to compare numbers of guesses by. */
  rank(observation: Observation, tau: number): number;
}

/**
 * The family that is stated, or one that fits: the claim's own where it is Gaussian or DP-SGD and the model
 * is too; otherwise approx-dp, whose epsilon rests on no model. In another family an honest run can seem to
 * prove more than is true: the Gaussian that makes Laplace noise's share of right guesses has a larger
 * epsilon than Laplace noise.
 */
export function planFamily(
  { claim, model }: Hypotheses,
  k: number,
  options: { readonly family?: string | undefined; readonly delta?: number | undefined },
): PlanFamily {
  const delta = options.delta ?? ownDelta(options.family) ?? USUAL_DELTA;
  checkDelta(delta);
  const parsed = parseClaim(claim);
  const name = options.family ?? usualFamily(parsed, model === claim, delta);
  const own = ownDelta(name);
  if (own !== undefined && own !== delta)
    throw new InvalidInput(`invalid delta; that of the family ${name} must be the plan's (${delta}): ${own}`);
  const { relation } = parseFamily(name).claim;
  if (k === 2 && relation !== parsed.relation)
    throw new InvalidInput(
      `invalid family; must be about the same neighbours as the claim (${parsed.relation}): ${name}`,
    );
  const f = tradeOff(claim);
  const claimed = (relation === 'replace' ? toReplace(f) : f).epsilon(delta);
  const proved = (members: Family) => {
    const inGame = k === 2 ? members : throughReplace(members);
    return (observation: Observation, tau: number, method: Method) =>
      provedMember(observation, inGame, method, tau).epsilon(delta);
  };
  const members = familyOf(name);
  const exactEpsilon = proved(members);
  if (members.search === undefined) {
    const epsilon = exactEpsilon;
    return {
      name: members.name,
      delta,
      claimed,
      epsilon,
      exactEpsilon,
      rank: (o, tau) => epsilon(o, tau, 'paper'),
    };
  }
  const gaussians = proved(familyOf({ claim: { name: 'gaussian', relation, parameters: {} }, free: 'mu' }));
  return {
    name: members.name,
    delta,
    claimed,
    exactEpsilon,
    epsilon: searches.get(`${members.name} ${k === 2} ${delta}`, () =>
      interpolated(k === 2 ? members : throughReplace(members), delta),
    ),
    rank: (observation, tau) => gaussians(observation, tau, 'paper'),
  };
}

/** Plans of many sizes ask for the same members of a costly family. */
const searches = new LastUsed<string, PlanFamily['epsilon']>(10);

/** The delta that a family of (epsilon, delta) guarantees is about. */
function ownDelta(text?: string): number | undefined {
  return text === undefined ? undefined : familyOf(text).delta;
}

function usualFamily(claim: Claim, isModel: boolean, delta: number): string {
  const { relation } = claim;
  const mu = gaussianMu(claim);
  // At delta 0 every Gaussian has an infinite epsilon.
  if (isModel && delta > 0 && mu !== null && mu > 0)
    return printFamily({ claim: { name: 'gaussian', relation, parameters: {} }, free: 'mu' });
  const own = isModel && delta > 0 ? ownFamily(claim) : null;
  if (own !== null) return own;
  return `approx-dp(delta=${printNumber(delta)}${relation === 'replace' ? ', relation=replace' : ''})`;
}
