import type { TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';

/** Cells per factor e in x: cubics on cells this narrow follow a smooth curve to about 1e-8. */
const CELLS = 24;
/** Where a cubic misses the middle of its cell by more than this, relatively, the curve itself is asked. */
const MISS = 1e-6;
/** Numbers kept for each cell: its left end, its width, the cubic's four coefficients, its right end's y. */
const STRIDE = 7;

/** What the growth of a law asks of a curve, at x that rise. */
export interface RisingCurve {
  fBar(x: number): number;
  /** The x at which the curve reaches y, known not to lie below `from`. */
  fBarInv(y: number, from: number): number;
  slope(x: number): number;
}

/**
 * fBar, its inverse and its slope along rising x at the price of a cubic: a search for good proofs asks for
 * them millions of times, and needs neither the last digits nor their direction. Curves that bend are asked
 * themselves around the bends.
 */
export class QuickCurve implements RisingCurve {
  /** The cells in the order in which they were made, and where each number of a cell is found. */
  private cells = new Float64Array(64 * STRIDE);
  private readonly places = new Map<number, number>();
  private made = 0;
  /** The cell of the last question, as its number and as its place; a place below 0: no cubic there. */
  private cell = Number.NaN;
  private place = -1;

  constructor(private readonly f: TradeOff) {}

  fBar(x: number): number {
    this.seek(x);
    if (this.place < 0) return this.f.fBar(x);
    const { cells, place } = this;
    const t = (x - cells[place]) / cells[place + 1];
    return cells[place + 2] + t * (cells[place + 3] + t * (cells[place + 4] + t * cells[place + 5]));
  }

  slope(x: number): number {
    this.seek(x);
    if (this.place < 0) return this.f.slope(x);
    const { cells, place } = this;
    const t = (x - cells[place]) / cells[place + 1];
    return (cells[place + 3] + t * (2 * cells[place + 4] + t * 3 * cells[place + 5])) / cells[place + 1];
  }

  fBarInv(y: number, from: number): number {
    this.seek(from);
    for (;;) {
      const { cells, place } = this;
      if (place < 0) return this.f.fBarInv(y);
      if (y <= cells[place + 6]) break;
      if (this.cell >= -1) return this.f.fBarInv(y);
      this.enter(this.cell + 1);
    }
    const { cells, place } = this;
    const [c0, c1, c2, c3] = [cells[place + 2], cells[place + 3], cells[place + 4], cells[place + 5]];
    let t = (y - c0) / (cells[place + 6] - c0);
    for (let step = 0; step < 2; step++)
      t += (y - c0 - t * (c1 + t * (c2 + t * c3))) / (c1 + t * (2 * c2 + t * 3 * c3));
    return cells[place] + t * cells[place + 1];
  }

  private seek(x: number): void {
    const { cells, place } = this;
    if (place >= 0 && x >= cells[place] && x <= cells[place] + cells[place + 1]) return;
    if (place >= 0 && x > cells[place] && x <= cells[place] + 1.04 * cells[place + 1])
      this.enter(this.cell + 1);
    else this.enter(x > 0 ? Math.floor(CELLS * ln(x)) : Number.NaN);
  }

  private enter(cell: number): void {
    if (cell === this.cell) return;
    this.cell = cell;
    let place = this.places.get(cell);
    if (place === undefined) {
      place = this.make(cell);
      this.places.set(cell, place);
    }
    this.place = place;
  }

  private make(cell: number): number {
    // Beyond x = 1, and where x hardly is a number, there is no cell.
    if (!(cell < 0 && cell > -640 * CELLS)) return -1;
    const { f } = this;
    const [x0, x1] = [exp(cell / CELLS), exp((cell + 1) / CELLS)];
    const width = x1 - x0;
    const [y0, y1] = [f.fBar(x0), f.fBar(x1)];
    const [s0, s1] = [width * f.slope(x0), width * f.slope(x1)];
    const c2 = 3 * (y1 - y0) - 2 * s0 - s1;
    const c3 = s0 + s1 - 2 * (y1 - y0);
    const middle = y0 + 0.5 * (s0 + 0.5 * (c2 + 0.5 * c3));
    const missed = Math.abs(middle - f.fBar(x0 + 0.5 * width));
    // Rising and concave, the cubic rises throughout.
    const rises = s1 > 0 && s0 >= s1 && s0 <= 3 * (y1 - y0);
    if (!(rises && missed <= MISS * (y1 - y0))) return -1;
    const place = this.made++ * STRIDE;
    if (place + STRIDE > this.cells.length) {
      const larger = new Float64Array(2 * this.cells.length);
      larger.set(this.cells);
      this.cells = larger;
    }
    this.cells.set([x0, width, y0, s0, c2, c3, y1], place);
    return place;
  }
}
