import { family as familyOf, parameterAt, printNumber } from '../../claims/index.ts';
import type { Assumption } from '../../types.ts';
import { refutedMember } from '../evidence/member.ts';
import type { RoundsDesign } from './design.ts';
import { roundClaimOf } from './round-claim.ts';
import type { RoundsWealth } from './wealth.ts';

/** The epsilon that rounds prove, valid at every moment at confidence 1 - tau. */
export interface RoundsEpsilon {
  readonly family: string;
  /** Whether it is the epsilon of all rounds together or that of a round. */
  readonly of: 'training' | 'round';
  readonly delta: number;
  /** The family's parameter at the bound; null where epsilon is 0 because nothing was refuted. */
  readonly parameter: number | null;
  readonly epsilon: number;
  readonly assumption: Assumption;
  /** What it rests on besides. */
  readonly restsOn: string;
}

/** How finely members are told apart, relatively: those of a composition are costly. */
const TOLERANCE = 1e-4;

const TRAINING = 'every step visible; rounds alike; sampling as stated';
const ROUND = 'some round leaks so much, whichever';

/** What the evidence against every member of the families comes to. */
export function roundsEpsilons(design: RoundsDesign, wealth: RoundsWealth): RoundsEpsilon[] {
  const { claim, length, delta, tau } = design;
  const { family: own, whole } = roundClaimOf(claim, length);
  const most = wealth.mostAgainst.bind(wealth);
  const proved = (name: string, within: string | null): RoundsEpsilon[] => {
    const family = familyOf(name);
    const found = refutedMember(family, tau, most, TOLERANCE);
    const at = found === null ? null : parameterAt(family.direction, found.t);
    const roundEpsilon = found === null ? 0 : found.f.epsilonLower(family.delta ?? delta);
    const facts = { delta: family.delta ?? delta, assumption: family.assumption };
    const row: RoundsEpsilon = {
      ...{ family: family.name, of: 'round', ...facts, restsOn: ROUND },
      parameter: roundEpsilon === 0 ? null : at,
      epsilon: roundEpsilon,
    };
    if (within === null) return [row];
    const training = familyOf(within);
    const parameter = found === null ? null : parameterAt(training.direction, found.t);
    const epsilon = parameter === null ? 0 : training.at(parameter).epsilonLower(delta);
    return [
      {
        ...{ family: training.name, of: 'training', ...facts, restsOn: TRAINING },
        parameter: epsilon === 0 ? null : parameter,
        epsilon,
      },
      row,
    ];
  };
  return [
    ...(own === null ? [] : proved(own, whole)),
    ...proved(`approx-dp(delta=${printNumber(delta)})`, null),
  ];
}
