import { choleskyInPlace, choleskySolve, innerProduct } from '../../numerics/index.ts';

/**
 * The program over the laws of a window of counts, with finitely many lines above the curve:
 *
 *     maximise   the sum of p_j from j = tail on
 *     where      up_j p_j - slope_g down_j p_{j-1} <= u_gj,   the sum of u_gj over j <= delta_g,
 *                the sum of p <= 1,   p, u >= 0,   j = 1..n.
 *
 * up_j p_j and down_j p_{j-1} are the y and x of Theorem 1.
 */
export interface LawProgram {
  readonly up: Float64Array;
  readonly down: Float64Array;
  readonly slopes: Float64Array;
  readonly deltas: Float64Array;
  readonly tail: number;
}

export interface ProgramSolution {
  /** p_0, ..., p_n, feasible up to about the accuracy. */
  readonly law: Float64Array;
  /** The multiplier of each line's sum. */
  readonly weights: Float64Array;
  /** What multipliers prove, up to rounding. */
  readonly nu: number;
  /** By how much, at most about, the law's tail is too large because it exceeds a line's sum. */
  readonly excess: number;
}

/** Ends at this relative distance between what is attained and what is proved. */
const ACCURACY = 3e-7;
const MOST_ROUNDS = 120;
/** Ends after so many rounds without progress. */
const PATIENCE = 30;
/** Steps stay this far from the boundary, relatively. */
const INSIDE = 0.99;

/**
 * Solves a program by Mehrotra's predictor and corrector (1992). Each line couples neighbouring counts only,
 * so that a round costs one tridiagonal system for each line and a dense system of as many unknowns as there
 * are lines. Ends early where rounding stops its progress; null where it has found nothing.
 */
export function solveLawProgram(program: LawProgram): ProgramSolution | null {
  const state = new InteriorPoint(program);
  let best: ProgramSolution | null = null;
  let least = Infinity;
  for (let round = 0, idle = 0; round < MOST_ROUNDS && idle < PATIENCE; round++, idle++) {
    const distance = state.distance();
    if (Number.isNaN(distance)) break;
    if (distance < 0.9 * least) idle = 0;
    if (distance < least) {
      least = distance;
      best = state.solution();
    }
    if (distance <= ACCURACY) break;
    state.step();
  }
  return least < 0.1 ? best : null;
}

/**
 * Primal p, u, the slacks v = u - (y - slope x), e of each line's sum and e0 of the sum of p; dual weights W
 * of the lines, phi of their rows with W = phi + rest, nu, and z of each count. Every product p z, phi v,
 * rest u, W e, nu e0 is driven to 0 together.
 */
class InteriorPoint {
  private readonly n: number;
  private readonly lines: number;
  private readonly p: Float64Array;
  private readonly z: Float64Array;
  private readonly dp: Float64Array;
  private readonly dz: Float64Array;
  private readonly W: Float64Array;
  private readonly e: Float64Array;
  private readonly dW: Float64Array;
  private readonly de: Float64Array;
  /** By line, then by count. */
  private readonly u: Float64Array;
  private readonly v: Float64Array;
  private readonly phi: Float64Array;
  private readonly rest: Float64Array;
  private readonly du: Float64Array;
  private readonly dv: Float64Array;
  private readonly dphi: Float64Array;
  private readonly drest: Float64Array;
  private readonly theta: Float64Array;
  private readonly shift: Float64Array;
  private readonly diagonal: Float64Array;
  private readonly below: Float64Array;
  private readonly residual: Float64Array;
  private readonly columns: Float64Array[];
  private readonly solved: Float64Array[];
  private readonly schur: Float64Array;
  private readonly own: Float64Array;
  private readonly right: Float64Array;
  private readonly direction: Float64Array;
  private nu = 0;
  private e0 = 0.5;
  private dnu = 0;
  private de0 = 0;

  constructor(private readonly program: LawProgram) {
    const { up, down, slopes, deltas } = program;
    const n = up.length - 1;
    const lines = slopes.length;
    const counts = () => new Float64Array(n + 1);
    const rows = () => new Float64Array(lines * (n + 1));
    this.n = n;
    this.lines = lines;
    [this.p, this.z, this.dp, this.dz] = [counts(), counts(), counts(), counts()];
    [this.diagonal, this.below, this.residual, this.right] = [counts(), counts(), counts(), counts()];
    [this.u, this.v, this.phi, this.rest] = [rows(), rows(), rows(), rows()];
    [this.du, this.dv, this.dphi, this.drest] = [rows(), rows(), rows(), rows()];
    [this.theta, this.shift] = [rows(), rows()];
    this.W = new Float64Array(lines).fill(1);
    this.e = Float64Array.from(deltas, (delta) => Math.max(0.5 * delta, 1e-3));
    [this.dW, this.de] = [new Float64Array(lines), new Float64Array(lines)];
    this.columns = Array.from({ length: lines + 1 }, counts);
    this.solved = Array.from({ length: lines + 1 }, counts);
    this.schur = new Float64Array((lines + 1) ** 2);
    [this.own, this.direction] = [new Float64Array(lines + 1), new Float64Array(lines + 1)];
    this.p.fill(0.5 / (n + 1));
    for (let g = 0; g < lines; g++)
      for (let j = 1; j <= n; j++) {
        const o = g * (n + 1) + j;
        const over = up[j] * this.p[j] - slopes[g] * down[j] * this.p[j - 1];
        this.u[o] = Math.max(0, over) + 0.1 / n;
        this.v[o] = this.u[o] - over;
        this.phi[o] = this.rest[o] = 0.5;
      }
    this.gather(this.phi, this.z);
    let least = 0;
    for (let j = 0; j <= n; j++) least = Math.min(least, this.z[j] - (j >= program.tail ? 1 : 0));
    this.nu = 1 - least;
    for (let j = 0; j <= n; j++) this.z[j] += this.nu - (j >= program.tail ? 1 : 0);
  }

  solution(): ProgramSolution {
    return { law: this.p.slice(), weights: this.W.slice(), nu: this.nu, excess: this.excess() };
  }

  private excess(): number {
    const { deltas } = this.program;
    return deltas.reduce(
      (sum, delta, g) => sum + Math.max(0, this.sumOfRow(this.u, g) - delta) * this.W[g],
      Math.max(0, this.p.reduce((a, b) => a + b, 0) - 1) * this.nu,
    );
  }

  /** How far the point is from the optimum: the relative gap, or what the law exceeds a line's sum by. */
  distance(): number {
    const { deltas } = this.program;
    let value = this.nu;
    let excess = 0;
    for (let g = 0; g < this.lines; g++) {
      value += this.W[g] * deltas[g];
      excess = Math.max(excess, Math.abs(deltas[g] - this.e[g] - this.sumOfRow(this.u, g)) * this.W[g]);
    }
    return Math.max(this.products(0, 0), excess) / value;
  }

  step(): void {
    this.factor();
    const mean = this.products(0, 0) / (this.n + 2 + this.lines * (2 * this.n + 1));
    this.solve(0, false);
    const [primal, dual] = this.longest();
    const predicted = (this.products(primal, dual) / this.products(0, 0)) ** 3;
    this.solve(predicted * mean, true);
    const [forward, dualForward] = this.longest();
    this.move(Math.min(1, INSIDE * forward), Math.min(1, INSIDE * dualForward));
  }

  private sumOfRow(values: Float64Array, g: number): number {
    let sum = 0;
    for (let j = 1, o = g * (this.n + 1) + 1; j <= this.n; j++, o++) sum += values[o];
    return sum;
  }

  /** The sum of all products after steps of these lengths along the direction. */
  private products(primal: number, dual: number): number {
    const { p, dp, z, dz, W, dW, e, de, u, du, v, dv, phi, dphi, rest, drest } = this;
    let sum = (this.e0 + primal * this.de0) * (this.nu + dual * this.dnu);
    for (let j = 0; j <= this.n; j++) sum += (p[j] + primal * dp[j]) * (z[j] + dual * dz[j]);
    for (let g = 0; g < this.lines; g++) sum += (e[g] + primal * de[g]) * (W[g] + dual * dW[g]);
    for (let o = 0; o < u.length; o++)
      sum +=
        (phi[o] + dual * dphi[o]) * (v[o] + primal * dv[o]) +
        (rest[o] + dual * drest[o]) * (u[o] + primal * du[o]);
    return sum;
  }

  /** out_j = the sum over lines of up_j values_gj - slope_g down_{j+1} values_{g,j+1}. */
  private gather(values: Float64Array, out: Float64Array): void {
    const { up, down, slopes } = this.program;
    const { n } = this;
    out.fill(0);
    for (let g = 0; g < this.lines; g++)
      for (let j = 1, o = g * (n + 1) + 1; j <= n; j++, o++) {
        out[j] += up[j] * values[o];
        out[j - 1] -= slopes[g] * down[j] * values[o];
      }
  }

  /**
   * The matrices of this round: tridiagonal in the counts, and what is left for the lines and the sum of p.
   */
  private factor(): void {
    const { program, n, lines, p, z, u, v, phi, rest, W, e } = this;
    const { up, down, slopes } = program;
    const { diagonal, below, theta, columns, solved, schur, own, residual } = this;
    this.gather(phi, residual);
    for (let j = 0; j <= n; j++) {
      residual[j] += this.nu - (j >= program.tail ? 1 : 0) - z[j];
      diagonal[j] = z[j] / p[j];
    }
    below.fill(0);
    for (let g = 0; g < lines; g++) {
      const column = columns[g].fill(0);
      let sum = e[g] / W[g];
      for (let j = 1, o = g * (n + 1) + 1; j <= n; j++, o++) {
        const [a, b] = [up[j], -slopes[g] * down[j]];
        const [first, second] = [u[o] / rest[o], v[o] / phi[o]];
        const t = 1 / (first + second);
        theta[o] = t;
        diagonal[j] += t * a * a;
        diagonal[j - 1] += t * b * b;
        below[j] += t * a * b;
        column[j] += t * first * a;
        column[j - 1] += t * first * b;
        sum += first * second * t;
      }
      own[g] = sum;
    }
    columns[lines].fill(1);
    own[lines] = this.e0 / this.nu;
    for (let j = 1; j <= n; j++) {
      const factor = below[j] / diagonal[j - 1];
      diagonal[j] -= factor * below[j];
      below[j] = factor;
    }
    const size = lines + 1;
    for (let g = 0; g < size; g++) {
      solved[g].set(columns[g]);
      this.solveTridiagonal(solved[g]);
      for (let h = 0; h <= g; h++)
        schur[g * size + h] = innerProduct(columns[g], solved[h]) + (g === h ? own[g] : 0);
    }
    choleskyInPlace(schur, size);
  }

  private solveTridiagonal(x: Float64Array): void {
    const { n, diagonal, below } = this;
    for (let j = 1; j <= n; j++) x[j] -= below[j] * x[j - 1];
    x[n] /= diagonal[n];
    for (let j = n - 1; j >= 0; j--) x[j] = x[j] / diagonal[j] - below[j + 1] * x[j + 1];
  }

  /**
   * The direction in which every product would become `target`; corrected by the products of the last one.
   */
  private solve(target: number, correct: boolean): void {
    const { program, n, lines, p, z, u, v, phi, rest, W, e, theta, shift, residual, right, direction } = this;
    const { dp, dz, du, dv, dphi, drest, dW, de } = this;
    const { up, down, slopes, deltas } = program;
    const on = correct ? 1 : 0;
    for (let j = 0; j <= n; j++) right[j] = (target - p[j] * z[j] - on * dp[j] * dz[j]) / p[j] - residual[j];
    for (let g = 0; g < lines; g++) {
      const missing = target - W[g] * e[g] - on * dW[g] * de[g];
      let sum = deltas[g] - e[g] - missing / W[g];
      for (let j = 1, o = g * (n + 1) + 1; j <= n; j++, o++) {
        const over = up[j] * p[j] - slopes[g] * down[j] * p[j - 1];
        // Kept where the directions will be.
        dv[o] = target - phi[o] * v[o] - on * dphi[o] * dv[o];
        du[o] = target - rest[o] * u[o] - on * drest[o] * du[o];
        shift[o] = dv[o] / phi[o] - du[o] / rest[o] + (v[o] - u[o] + over);
        const moved = theta[o] * shift[o];
        right[j] -= moved * up[j];
        right[j - 1] += moved * slopes[g] * down[j];
        sum -= u[o] + (du[o] + u[o] * moved) / rest[o];
      }
      direction[g] = -sum;
      de[g] = missing;
    }
    const missing = target - this.e0 * this.nu - on * this.dnu * this.de0;
    direction[lines] = -(1 - p.reduce((a, b) => a + b, 0) - this.e0 - missing / this.nu);
    this.solveTridiagonal(right);
    for (let g = 0; g <= lines; g++) direction[g] += innerProduct(this.columns[g], right);
    choleskySolve(this.schur, lines + 1, direction);
    dp.set(right);
    for (let g = 0; g <= lines; g++) {
      const [column, amount] = [this.solved[g], direction[g]];
      for (let j = 0; j <= n; j++) dp[j] -= amount * column[j];
    }
    for (let g = 0; g < lines; g++) {
      dW[g] = direction[g];
      de[g] = (de[g] - e[g] * dW[g]) / W[g];
      for (let j = 1, o = g * (n + 1) + 1; j <= n; j++, o++) {
        const over = up[j] * dp[j] - slopes[g] * down[j] * dp[j - 1];
        dphi[o] = theta[o] * (over + (u[o] / rest[o]) * dW[g] + shift[o]);
        drest[o] = dW[g] - dphi[o];
        du[o] = (du[o] - u[o] * drest[o]) / rest[o];
        dv[o] = (dv[o] - v[o] * dphi[o]) / phi[o];
      }
    }
    this.dnu = direction[lines];
    this.de0 = (missing - this.e0 * this.dnu) / this.nu;
    this.gather(dphi, dz);
    for (let j = 0; j <= n; j++) dz[j] += this.dnu + residual[j];
  }

  /** How far one can go before something becomes negative: in the primal, in the dual. */
  private longest(): [primal: number, dual: number] {
    const most = (values: Float64Array, moves: Float64Array, limit: number) => {
      let step = limit;
      for (let o = 0; o < values.length; o++)
        if (values[o] + step * moves[o] < 0) step = -values[o] / moves[o];
      return step;
    };
    const alone = (value: number, move: number) => (move < 0 ? -value / move : Infinity);
    let primal = most(this.p, this.dp, alone(this.e0, this.de0));
    primal = most(this.v, this.dv, most(this.u, this.du, most(this.e, this.de, Math.min(1.01, primal))));
    let dual = most(this.z, this.dz, alone(this.nu, this.dnu));
    dual = most(
      this.rest,
      this.drest,
      most(this.phi, this.dphi, most(this.W, this.dW, Math.min(1.01, dual))),
    );
    return [Math.min(1, primal), Math.min(1, dual)];
  }

  private move(primal: number, dual: number): void {
    const add = (values: Float64Array, moves: Float64Array, by: number) => {
      for (let o = 0; o < values.length; o++) values[o] += by * moves[o];
    };
    add(this.p, this.dp, primal);
    add(this.e, this.de, primal);
    add(this.u, this.du, primal);
    add(this.v, this.dv, primal);
    this.e0 += primal * this.de0;
    add(this.z, this.dz, dual);
    add(this.W, this.dW, dual);
    add(this.phi, this.dphi, dual);
    add(this.rest, this.drest, dual);
    this.nu += dual * this.dnu;
  }
}
