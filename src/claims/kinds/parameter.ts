/** Whether a larger value of a parameter is less private. */
export type Direction = 'larger-is-less-private' | 'smaller-is-less-private';

/** One parameter of a kind of claim. */
export interface Parameter {
  readonly key: string;
  /** The values that it may take, in words and in code. */
  readonly rule: string;
  readonly allows: (value: number) => boolean;
  /** Its value where it is left out. */
  readonly fallback?: number;
  readonly direction: Direction;
  /**
   * `strength` says how much one run protects: families range over it, the usual violation halves or doubles
   * it, and it can be calibrated. `extent` says how much is done under that protection: it can be calibrated.
   * Others are always stated.
   */
  readonly role?: 'strength' | 'extent';
  /** The largest value, where a calibration may come near it. */
  readonly most?: number;
  readonly whole?: true;
}

/**
 * The parameter's value at t, the coordinate that grows with the loss of privacy: t itself or its inverse.
 */
export function parameterAt(direction: Direction, t: number): number {
  return direction === 'larger-is-less-private' ? t : 1 / t;
}

/** Scales beyond these ends leave the doubles on their way through the formulas of the curves. */
export const isScale = (x: number) => x >= 1e-100 && x <= 1e100;

/** The standard deviation or scale of noise, above 0. */
export const noiseScale = (key: string): Parameter => ({
  key,
  rule: 'must be above 0 (1e-100 to 1e100)',
  allows: isScale,
  direction: 'smaller-is-less-private',
  role: 'strength',
});

export const epsilonParameter: Parameter = {
  key: 'epsilon',
  rule: 'must be 0 or above',
  allows: (x) => x >= 0 && x <= 1e100,
  direction: 'larger-is-less-private',
  role: 'strength',
};

export const deltaParameter: Parameter = {
  key: 'delta',
  rule: 'must be in [0, 1)',
  allows: (x) => x >= 0 && x < 1,
  direction: 'larger-is-less-private',
};

/** A count, at least `least`. */
export const countParameter = (key: string, least: number, direction: Direction): Parameter => ({
  key,
  rule: `must be a whole number, ${least} or above`,
  allows: (x) => Number.isSafeInteger(x) && x >= least,
  direction,
  whole: true,
});
