import { InvalidInput } from '../../errors.ts';
import { exp, firstAtLeast, firstWhere, ln } from '../../numerics/index.ts';
import type { ComposedLaw } from './compose.ts';

/**
 * The upper part of a concave fBar as the vertices of a polyline, x and y rising, from (0, infinite mass) to
 * where the slope reaches 1. Vertex j ends the segment with slope e^losses[j].
 */
export interface Chain {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly losses: Float64Array;
}

/** Relative differences that rounding explains: less than the margin by which chains are widened. */
const ROUNDING = 1e-12;
/** Sums below this have lost digits to underflow. */
const LEAST_CERTAIN = 1e-295;

/**
 * Neyman and Pearson on the composed law: outcomes by falling loss, y their mass under the first law, x under
 * the second. So that rounding cannot make the curve look more private, both are widened: by `margin`
 * relatively, and by `noise`, the rounding of the transform while the law was tilted.
 */
export function chainOf(law: ComposedLaw, step: number, margin: number, noise: number): Chain {
  const { first, masses, infinite, tilt, log } = law;
  const start = Math.max(0, -first);
  let end = masses.length - 1;
  while (end > start && masses[end] < 1e-40) end--;
  // If the window starts above the loss 0, the mass below it gets a vertex of its own.
  const rest = first > 0 ? 1 : 0;
  const count = Math.max(1, end - start + 2) + rest;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const losses = new Float64Array(count);
  y[0] = Math.min(1, infinite);
  losses[0] = Infinity;
  let [top, topLost, bottom, bottomLost] = [0, 0, 0, 0];
  for (let j = 1; j < count - rest; j++) {
    const i = end - j + 1;
    const loss = (first + i) * step;
    const shrink = exp(-loss);
    const rounding = noise * exp(log - tilt * loss);
    losses[j] = loss;
    // Kahan's sums: from the far tail inwards the terms grow, and there are many.
    // Rounding below 0 is cut off.
    const mass = Math.max(0, masses[i]);
    const p = mass - topLost;
    const nextTop = top + p;
    topLost = nextTop - top - p;
    top = nextTop;
    const q = mass * shrink - bottomLost;
    const nextBottom = bottom + q;
    bottomLost = nextBottom - bottom - q;
    bottom = nextBottom;
    y[j] = Math.min(1, infinite + top * (1 + margin) + rounding);
    const width = bottom * (1 - margin) - rounding * shrink;
    // A sum that has lost digits to underflow is taken as 0, which errs towards less privacy.
    x[j] = width > LEAST_CERTAIN ? Math.max(x[j - 1], width) : x[j - 1];
  }
  if (rest === 1) {
    const j = count - 1;
    losses[j] = first * step;
    y[j] = 1;
    x[j] = x[j - 1] + (1 - y[j - 1]) * exp(-first * step);
  }
  return { x, y, losses };
}

/** Refuses a chain in which every probability under the second law is lost, in underflow or in rounding. */
export function checkPrivacyLeft({ x, losses }: Chain): void {
  const last = x.length - 1;
  if (x[last] > 0) return;
  throw new InvalidInput(
    losses[last] > 600
      ? 'cannot compute this curve; the privacy loss of all runs together is above 700: there is no privacy left to account for'
      : 'cannot compute this curve accurately; the rounding errors of so many runs are larger than what they add up to',
  );
}

/**
 * Whether a's profile is at least b's at every loss, but for rounding. Between neighbouring losses of the two
 * chains both profiles are straight in e^loss, so these losses are enough.
 */
function dominates(a: Chain, b: Chain): boolean {
  return a.y[0] >= b.y[0] && isAboveAt(a.losses, a, b) && isAboveAt(b.losses, a, b);
}

function isAboveAt(losses: Float64Array, a: Chain, b: Chain): boolean {
  let [i, j] = [a.x.length - 1, b.x.length - 1];
  for (let n = losses.length - 1; n > 0; n--) {
    const slope = exp(losses[n]);
    while (i > 0 && a.losses[i] < losses[n]) i--;
    while (j > 0 && b.losses[j] < losses[n]) j--;
    if (b.y[j] - slope * b.x[j] > a.y[i] - slope * a.x[i] + ROUNDING * b.y[j]) return false;
  }
  return true;
}

/** The smallest concave chain above both: a hypothesis that holds for both orders of two neighbours. */
export function joinChains(a: Chain, b: Chain): Chain {
  if (dominates(a, b)) return a;
  if (dominates(b, a)) return b;
  const x = new Float64Array(a.x.length + b.x.length);
  const y = new Float64Array(x.length);
  y[0] = Math.max(a.y[0], b.y[0]);
  let top = 0;
  let [i, j] = [1, 1];
  while (i < a.x.length || j < b.x.length) {
    const fromA = j >= b.x.length || (i < a.x.length && a.x[i] <= b.x[j]);
    const px = fromA ? a.x[i] : b.x[j];
    const py = fromA ? a.y[i++] : b.y[j++];
    while (top > 0 && (y[top] - y[top - 1]) * (px - x[top - 1]) <= (py - y[top - 1]) * (x[top] - x[top - 1]))
      top--;
    if (px > x[top]) top++;
    else if (py <= y[top]) continue;
    x[top] = px;
    y[top] = py;
  }
  // Slopes below 1 belong to the mirror image.
  while (top > 0 && y[top] - y[top - 1] < x[top] - x[top - 1]) top--;
  const losses = new Float64Array(top + 1).fill(Infinity);
  for (let n = 1; n <= top; n++) losses[n] = ln((y[n] - y[n - 1]) / (x[n] - x[n - 1]));
  const upTo = (all: Float64Array) => all.subarray(0, top + 1);
  return { x: upTo(x), y: upTo(y), losses };
}

/**
 * The chain whose profile is the mean of two profiles: its vertices are the means of the two chains' vertices
 * at which lines of equal slope touch them.
 */
export function averageChains(a: Chain, b: Chain): Chain {
  const most = a.x.length + b.x.length - 1;
  const [x, y, losses] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)];
  y[0] = 0.5 * (a.y[0] + b.y[0]);
  losses[0] = Infinity;
  let [i, j, size] = [0, 0, 1];
  while (i + 1 < a.x.length || j + 1 < b.x.length) {
    const [ofA, ofB] = [a.losses[i + 1] ?? -Infinity, b.losses[j + 1] ?? -Infinity];
    if (ofA >= ofB) i++;
    if (ofB >= ofA) j++;
    x[size] = 0.5 * (a.x[i] + b.x[j]);
    y[size] = 0.5 * (a.y[i] + b.y[j]);
    losses[size++] = Math.max(ofA, ofB);
  }
  return { x: x.subarray(0, size), y: y.subarray(0, size), losses: losses.subarray(0, size) };
}

/** How many segments to either side of a loss are looked at for the density there. */
const REACH = 3;

/** The last vertex whose segment is steeper than e^epsilon: there the line of slope e^epsilon touches. */
export function vertexOf(losses: Float64Array, epsilon: number): number {
  return firstWhere(0, losses.length, (j) => !(losses[j] > epsilon)) - 1;
}

/**
 * The density of the loss under Q around vertex j: what a small spread of the loss moves past it. Where there
 * are atoms the heaviest segment is left out: on the grid they are not spread.
 */
export function densityAt({ x, losses }: Pick<Chain, 'x' | 'losses'>, j: number, atoms: boolean): number {
  const from = Math.max(2, j - REACH);
  const to = Math.min(x.length - 1, j + REACH);
  let heaviest = 0;
  if (atoms) for (let i = from; i <= to; i++) heaviest = Math.max(heaviest, x[i] - x[i - 1]);
  const width = losses[from - 1] - losses[to];
  return width > 0 ? Math.max(0, x[to] - x[from - 1] - heaviest) / width : 0;
}

/**
 * The largest relative error of x at fixed y, to leading order variance / 2 times density over tail, at
 * vertices spread evenly over ln x down to `depth`; and the largest ratio of that error to what `allowed`
 * says of a loss.
 */
export function worstError(
  chains: readonly Chain[],
  variance: number,
  atoms: boolean,
  depth: number,
  allowed: (epsilon: number) => number,
): { error: number; ratio: number } {
  let error = 0;
  let ratio = 0;
  for (let level = 0.5; level > depth; level *= 0.6) {
    // The order of neighbours that decides at this x: the one with the larger y.
    let [decides, at, most] = [chains[0], -1, 0];
    for (const chain of chains) {
      const j = firstAtLeast(chain.x, level);
      if (j > 0 && j < chain.x.length && chain.y[j] > most) [decides, at, most] = [chain, j, chain.y[j]];
    }
    if (at === -1) continue;
    // A law narrower than the added spread moves by a part of the deviation, not of the variance.
    const moved = Math.min(
      (0.5 * variance * densityAt(decides, at, atoms)) / level,
      0.4 * Math.sqrt(variance),
    );
    error = Math.max(error, moved);
    ratio = Math.max(ratio, moved / allowed(decides.losses[at]));
  }
  return { error, ratio };
}
