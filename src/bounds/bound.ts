import type { TradeOff } from '../tradeoff/index.ts';
import type { Method, Observation } from '../types.ts';

/** How to search along a family, in the coordinate t that grows with the loss of privacy. */
export interface Along {
  /** Where to start, and how finely to end, relatively. */
  readonly start?: number;
  readonly tolerance?: number;
  /** Curves that are cheaper to compute and no more private, for the first steps. */
  readonly coarse?: (t: number) => TradeOff;
  /** How far to look: beyond, there is too little privacy left to measure. */
  readonly most?: number;
  /** Whether the family has a least private member, at t = Infinity. */
  readonly limited?: boolean;
}

/** What decides whether a bound has an answer: of a curve, or of all curves of a family. */
export type Hypothesis = Pick<TradeOff, 'name' | 'guarantee'>;

/**
 * What an observation says about a curve. A bound is valid when, for every mechanism with curve f, pValue <= tau
 * happens with probability at most tau.
 */
export interface Bound {
  readonly method: Method;
  /** Why this bound has no answer for this hypothesis, or null. */
  unfit(observation: Observation, hypothesis: Hypothesis): string | null;
  /** What should be said beside an answer about such an observation. */
  remark?(observation: Observation): string | null;
  pValue(observation: Observation, f: TradeOff): Promise<number>;
  rejects(observation: Observation, f: TradeOff, tau: number): Promise<boolean>;
  /**
   * Over curves that are the less private the larger t, t >= 0: the largest t, up to rounding down, that is rejected
   * at tau; null where not even t = 0 is.
   */
  threshold(
    observation: Observation,
    curve: (t: number) => TradeOff,
    tau: number,
    along?: Along,
  ): Promise<number | null>;
}

/** A bound that needs no solver. */
export interface SyncBound extends Bound {
  pValueSync(observation: Observation, f: TradeOff): number;
  rejectsSync(observation: Observation, f: TradeOff, tau: number): boolean;
  thresholdSync(
    observation: Observation,
    curve: (t: number) => TradeOff,
    tau: number,
    along?: Along,
  ): number | null;
}

type SyncParts = Pick<
  SyncBound,
  'method' | 'unfit' | 'remark' | 'pValueSync' | 'rejectsSync' | 'thresholdSync'
>;

/** The promises of a bound that computes at once. */
export function fromSync(parts: SyncParts): SyncBound {
  return {
    ...parts,
    pValue: async (observation, f) => parts.pValueSync(observation, f),
    rejects: async (observation, f, tau) => parts.rejectsSync(observation, f, tau),
    threshold: async (observation, curve, tau, search) =>
      parts.thresholdSync(observation, curve, tau, search),
  };
}
