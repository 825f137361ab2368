import type { Observation, WeightedTangent } from '../../types.ts';

/** Lines above a curve, flattest first: fBar(x) <= slope x + delta. */
export interface Lines {
  readonly epsilons: Float64Array;
  readonly slopes: Float64Array;
  readonly deltas: Float64Array;
}

/** The counts that a proof gives weights to; those above `last` get the weight of `last`. */
export interface CountWindow {
  readonly first: number;
  readonly last: number;
}

/**
 * The proof that follows from how much weight W each line gets; of the steepest, as much as it takes. Put the
 * lines one after the other, each as long as its weight: at s, lambda(s) is the slope of the line that lies
 * there, and P(s) its integral. A count i that is given all lines up to s_i has Phi_i = s_i and Psi_i =
 * P(s_i). Its bracket in the certificate equals nu: from the outermost counts inwards that decides every s_i,
 * below c as far as P(s_{i+1}) may grow, above c as far as s_i must grow. Both meet at c for one nu, the
 * least that these weights prove. Where a curve has a corner, or y_i = slope x_i for many counts, a count's
 * line is cut: it gets a part of the weight.
 */
export class LineWeights {
  /** Where each line starts, and P there. */
  private readonly starts: Float64Array;
  private readonly heights: Float64Array;
  /** s_i from `first` to `last`. */
  private readonly reached: Float64Array;
  private top = 0;
  private slopeOfDifference = 0;
  private nu = 0;

  constructor(
    private readonly observation: Observation,
    private readonly lines: Lines,
    private readonly window: CountWindow,
    weights: ArrayLike<number>,
    near: number,
  ) {
    const { slopes } = lines;
    this.starts = new Float64Array(slopes.length);
    this.heights = new Float64Array(slopes.length);
    for (let g = 1; g < slopes.length; g++) {
      const weight = Math.max(0, weights[g - 1]);
      this.starts[g] = this.starts[g - 1] + weight;
      this.heights[g] = this.heights[g - 1] + slopes[g - 1] * weight;
    }
    this.reached = new Float64Array(window.last - window.first + 1);
    this.solve(near);
  }

  /** What the weights prove, up to rounding; Infinity where they prove nothing. */
  bound(): number {
    const { lines, starts, top, nu } = this;
    if (!(nu <= 1)) return Infinity;
    let bound = nu;
    for (let g = 0; g < starts.length && starts[g] < top; g++)
      bound += lines.deltas[g] * (Math.min(starts[g + 1] ?? Infinity, top) - starts[g]);
    return bound;
  }

  /** The weight of every line but the steepest. */
  weights(): Float64Array {
    return this.starts.map((start, g) => (g + 1 < this.starts.length ? this.starts[g + 1] - start : 0));
  }

  /** The lines with the weights of the counts. */
  tangents(): WeightedTangent[] {
    const { lines, starts, top, reached, window, observation } = this;
    const tangents: WeightedTangent[] = [];
    for (let g = 0; g < starts.length && starts[g] < top; g++) {
      const most = Math.min(starts[g + 1] ?? Infinity, top) - starts[g];
      const weights: [number, number, number][] = [];
      for (let i = window.first; i <= window.last; i++) {
        const weight = Math.min(most, reached[i - window.first] - starts[g]);
        if (!(weight > 0)) continue;
        const end = i === window.last ? observation.guesses : i;
        const before = weights[weights.length - 1];
        if (before !== undefined && before[1] === i - 1 && before[2] === weight) before[1] = end;
        else weights.push([i, end, weight]);
      }
      if (weights.length > 0) tangents.push({ epsilon: lines.epsilons[g], delta: lines.deltas[g], weights });
    }
    return tangents;
  }

  /**
   * The nu at which both sides meet. Their difference rises with nu and is concave, so Newton's steps
   * approach from below; bisection where rounding spoils them.
   */
  private solve(near: number): void {
    let [low, high] = [0, 1];
    let nu = Math.min(0.5, Math.max(1e-290, near));
    for (let step = 0; step < 200; step++) {
      const difference = this.sweep(nu);
      if (difference >= 0) high = nu;
      else low = nu;
      const next = nu - difference / this.slopeOfDifference;
      const inside = next > low && next < high;
      const middle = low > 0 ? Math.sqrt(low * high) : Math.min(0.01 * high, 0.5);
      const to = inside && next > 0.001 * nu ? next : middle;
      if (Math.abs(to - nu) <= 1e-12 * nu || high < 1e-290) break;
      nu = to;
    }
    for (let more = 1e-13; !(this.sweep(nu) >= 0) && nu < 1; more *= 4) nu = Math.min(1, nu * (1 + more));
    this.nu = this.sweep(nu) >= 0 ? nu : Infinity;
  }

  /** Decides every s_i for one nu; not negative where what c needs is within what it may have. */
  private sweep(nu: number): number {
    const { m, k, guesses: cPrime, correct: c } = this.observation;
    const { starts, heights, reached } = this;
    const { slopes } = this.lines;
    const { first, last } = this.window;
    const lines = slopes.length;
    const perX = (k - 1) * m;
    let g = 0;
    let s = 0;
    let rate = 0;
    for (let i = first - 1; i < c; i++) {
      const x = (cPrime - i) / perX;
      const y = i / m;
      const height = (nu + y * s) / x;
      while (g + 1 < lines && height > heights[g + 1]) g++;
      while (g > 0 && height < heights[g]) g--;
      rate = (1 + y * rate) / (x * slopes[g]);
      s = starts[g] + (height - heights[g]) / slopes[g];
      reached[i + 1 - first] = s;
    }
    const [allowed, allowedRate] = [s, rate];
    g = 0;
    const lastX = (cPrime - last) / perX;
    const lastY = last / m;
    while (g + 1 < lines && lastY * starts[g + 1] - lastX * heights[g + 1] < 1 - nu) g++;
    const alone = lastY - lastX * slopes[g];
    if (!(alone > 0)) {
      this.slopeOfDifference = Number.NaN;
      return -Infinity;
    }
    s = starts[g] + (1 - nu - lastY * starts[g] + lastX * heights[g]) / alone;
    rate = -1 / alone;
    for (let i = last; i > c; i--) {
      reached[i - first] = s;
      const x = (cPrime - i + 1) / perX;
      const y = (i - 1) / m;
      rate = (x * slopes[g] * rate - 1) / y;
      s = (1 - nu + x * (heights[g] + slopes[g] * (s - starts[g]))) / y;
      while (g + 1 < lines && s > starts[g + 1]) g++;
      while (g > 0 && s < starts[g]) g--;
    }
    reached[c - first] = s;
    this.top = s;
    this.slopeOfDifference = allowedRate - rate;
    return allowed - s;
  }
}
