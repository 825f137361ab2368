import { checkProbability } from '../../check.ts';
import type { TradeOff } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDelta, USUAL_DELTA } from '../../levels.ts';
import { ln, log1p } from '../../numerics/index.ts';

/** At most this epsilon at delta, which is 1e-5 unless stated. */
export interface EpsilonTarget {
  readonly epsilon: number;
  readonly delta?: number;
}

/** At most this advantage: true positive rate less false positive rate, of the best attack on one record. */
export interface AdvantageTarget {
  readonly advantage: number;
}

/** At most this true positive rate, of the best attack on one record with this false positive rate. */
export interface RateTarget {
  readonly tpr: number;
  readonly fpr: number;
}

/** What a calibrated claim is to keep: one of the three. */
export type CalibrationTarget = EpsilonTarget | AdvantageTarget | RateTarget;

/** A target that was checked, with what a search for it needs. */
export interface Goal {
  /** What is to stay small, in words. */
  readonly what: string;
  /** Whether some Gaussian reaches it. */
  readonly gaussian: boolean;
  /** What a curve spends, never below the exact value, beside what the target fixes. */
  kept(f: TradeOff): CalibrationTarget;
  /**
   * What a curve leaves of the target: the logarithm of a ratio, negative exactly where it spends more.
   */
  room(f: TradeOff): number;
}

/** The target as something to search for; throws where it is none, or none that can be missed and met. */
export function goalOf(target: CalibrationTarget): Goal {
  const { epsilon, delta, advantage, tpr, fpr }: Partial<EpsilonTarget & AdvantageTarget & RateTarget> =
    target;
  const given = Object.entries({ epsilon, advantage, tpr }).filter(([, value]) => value !== undefined);
  if (given.length !== 1)
    throw new InvalidInput(
      `invalid target; must be one of epsilon, advantage and tpr: ${given.map(([key]) => key).join(', ') || 'none'}`,
    );
  if (epsilon !== undefined) return epsilonGoal(epsilon, delta ?? USUAL_DELTA);
  return advantage === undefined ? rateGoal(tpr ?? NaN, fpr ?? NaN) : advantageGoal(advantage);
}

function epsilonGoal(epsilon: number, delta: number): Goal {
  if (!(epsilon > 0)) throw new InvalidInput(`invalid epsilon; must be above 0: ${epsilon}`);
  checkDelta(delta);
  return {
    what: 'epsilon',
    gaussian: delta > 0,
    kept: (f) => ({ epsilon: f.epsilon(delta), delta }),
    room: (f) => ratioRoom(epsilon, f.epsilon(delta), (spent) => spent),
  };
}

function advantageGoal(advantage: number): Goal {
  checkProbability('advantage', advantage);
  return {
    what: 'the advantage',
    gaussian: true,
    kept: (f) => ({ advantage: f.delta(0) }),
    room: (f) => ratioRoom(advantage, f.delta(0), lossOf),
  };
}

function rateGoal(tpr: number, fpr: number): Goal {
  checkProbability('fpr', fpr);
  checkProbability('tpr', tpr);
  if (!(tpr > fpr))
    throw new InvalidInput(
      `invalid tpr; must be above fpr (${fpr}), which an attack reaches by blind guessing: ${tpr}`,
    );
  return {
    what: 'the true positive rate',
    gaussian: true,
    kept: (f) => ({ tpr: f.fBar(fpr), fpr }),
    room: (f) => ratioRoom(tpr, f.fBar(fpr), (rate) => lossOf((rate - fpr) / (1 - fpr))),
  };
}

/**
 * A share in a coordinate that grows without end as the share nears 1, about like the square of the inverse
 * noise: equal steps of a search are worth about the same everywhere.
 */
function lossOf(share: number): number {
  return share >= 1 ? Infinity : -log1p(-Math.max(0, share));
}

function ratioRoom(target: number, spent: number, coordinate: (x: number) => number): number {
  const room = ln(coordinate(target) / coordinate(spent));
  // Rounding of the coordinate must not turn a miss into a hit.
  return spent <= target ? Math.max(0, room) : Math.min(room, -Number.MIN_VALUE);
}
