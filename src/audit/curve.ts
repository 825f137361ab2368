import { beta, centralLimitMu, type TradeOff, tradeOff } from '../claims/index.ts';
import { InvalidInput } from '../errors.ts';
import { checkDelta } from '../levels.ts';
import { exp } from '../numerics/index.ts';
import type { Claim, Relation } from '../types.ts';

/** A curve in numbers. */
export interface CurveNumbers {
  readonly claim: string;
  readonly relation: Relation;
  readonly points: readonly { readonly alpha: number; readonly beta: number }[];
  readonly epsilon: readonly { readonly delta: number; readonly epsilon: number }[];
  readonly delta: readonly { readonly epsilon: number; readonly delta: number }[];
  /**
   * How far, relatively, any of them may be from the exact value, on the side of less privacy; but for an
   * epsilon that the note names.
   */
  readonly gap: number;
  readonly note?: string;
}

/** A curve as lines to draw. */
export interface CurveLines {
  readonly name: string;
  /** (alpha, beta), from alpha = 0 to 1. */
  readonly tradeOff: readonly (readonly [number, number])[];
  /** (epsilon, delta), from epsilon = 0 to where delta falls below `floor`. */
  readonly profile: readonly (readonly [number, number])[];
}

/** A curve to draw, beside the Gaussian that the central limit puts in its place where it is DP-SGD's. */
export interface CurveShape {
  readonly claim: CurveLines;
  readonly gaussian?: CurveLines;
  readonly floor: number;
  /** The advantage of the best attack, and the errors at which an attack has it. */
  readonly advantage: { readonly value: number; readonly alpha: number; readonly beta: number };
}

const FLOOR = 1e-12;
const STEPS = 400;

/**
 * Beta at some alphas, epsilon at some deltas, delta at some epsilons.
 *
 * @example
 * const curve = curveNumbers(tradeOff('laplace(scale=1)'), [0.01], [1e-5], [0.5]); // curve.epsilon[0]
 */
export function curveNumbers(
  f: TradeOff,
  alphas: readonly number[],
  deltas: readonly number[],
  epsilons: readonly number[],
): CurveNumbers {
  deltas.forEach(checkDelta);
  for (const alpha of alphas)
    if (!(alpha >= 0 && alpha <= 1)) throw new InvalidInput(`invalid alpha; must be in [0, 1]: ${alpha}`);
  for (const epsilon of epsilons)
    if (!(epsilon >= 0)) throw new InvalidInput(`invalid epsilon; must be 0 or above: ${epsilon}`);
  const notes = [f.note, ...deltas.map((delta) => hiddenNote(f, delta))].filter((note) => note !== undefined);
  return {
    claim: f.name,
    relation: f.relation,
    points: alphas.map((alpha) => ({ alpha, beta: beta(f, alpha) })),
    epsilon: deltas.map((delta) => ({ delta, epsilon: f.epsilon(delta) })),
    delta: epsilons.map((epsilon) => ({ epsilon, delta: f.delta(epsilon) })),
    gap: f.gap,
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
  };
}

/** Where delta is so small that rounding hides the curve there: what is known of epsilon. */
function hiddenNote(f: TradeOff, delta: number): string | undefined {
  const [least, most] = [f.epsilonLower(delta), f.epsilon(delta)];
  if (least === most || most - least <= 0.01 * Math.max(1, least)) return undefined;
  const end = most < Infinity ? `to ${Number(most.toPrecision(4))}` : 'on';
  return `at delta ${delta} rounding hides the curve: epsilon lies somewhere from ${Number(least.toPrecision(3))} ${end}`;
}

/**
 * The trade-off curve and the privacy profile, sampled for drawing.
 *
 * @example
 * const text = 'gaussian(sigma=1)';
 * const { claim } = curveShape(tradeOff(text), parseClaim(text)); // claim.tradeOff: (alpha, beta) pairs
 */
export function curveShape(f: TradeOff, claim: Claim): CurveShape {
  const mu = centralLimitMu(claim);
  const end = profileEnd(f);
  const own = lines(f, end);
  const shape = { claim: own, floor: FLOOR, advantage: advantageOf(f, own) };
  if (mu === null || !(mu >= 1e-100 && mu <= 1e100)) return shape;
  const gaussian = tradeOff({
    name: 'gaussian',
    relation: claim.relation,
    parameters: { mu: Number(mu.toPrecision(4)) },
  });
  return { ...shape, gaussian: lines(gaussian, end) };
}

/** Where a curve is furthest from the diagonal: among its drawn points, which hold every bend. */
function advantageOf(f: TradeOff, { tradeOff: points }: CurveLines): CurveShape['advantage'] {
  const [alpha, beta] = points.reduce((a, b) => (b[0] + b[1] < a[0] + a[1] ? b : a));
  return { value: f.delta(0), alpha, beta };
}

function lines(f: TradeOff, end: number): CurveLines {
  const alphas = new Set<number>([0, 1, ...(f.bends ?? [])]);
  for (let i = 1; i < STEPS; i++) alphas.add(i / STEPS);
  for (let t = -14; t < -5; t += 0.1) alphas.add(exp(t));
  return {
    name: f.name,
    tradeOff: [...alphas].sort((a, b) => a - b).map((alpha) => [alpha, beta(f, alpha)]),
    profile: profileTo(f, end),
  };
}

/** delta along epsilon, up to where it has fallen to the floor. */
function profileTo(f: TradeOff, end: number): [number, number][] {
  const points: [number, number][] = [];
  for (let i = 0; i <= STEPS; i++) {
    const epsilon = (end * i) / STEPS;
    const delta = f.delta(epsilon);
    points.push([epsilon, Math.max(FLOOR, delta)]);
    if (delta <= FLOOR) break;
  }
  return points;
}

/** Where delta has fallen to the floor, or, if it never does, well past where it has stopped falling. */
function profileEnd(f: TradeOff): number {
  for (const [delta, factor] of [
    [FLOOR, 1],
    [1.01 * f.fBar(0), 1.5],
    [1 - 0.9 * (1 - f.fBar(0)), 2],
  ]) {
    // Below what fBar starts from no epsilon is finite, or known.
    if (delta < f.fBar(0)) continue;
    const end = factor * f.epsilon(delta);
    if (end < Infinity) return Math.max(0.1, end);
  }
  return 1;
}
