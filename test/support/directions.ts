import FFT from 'fft.js';
import type { TradeOff } from '../../src/index.ts';

/**
 * The upper part of an fBar as a polyline from the origin, slopes falling to 1: x and y by falling loss, the slope of
 * piece j being about e^losses[j].
 */
export interface DirectionCurve {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly losses: Float64Array;
}

export interface Directions {
  /** With the record against without it. */
  readonly remove: DirectionCurve;
  /** Without it against with it. */
  readonly add: DirectionCurve;
}

const STEP = 1e-3;
const SIZE = 2 ** 16;

/**
 * Both directions of DP-SGD apart, by a plain transform on a grid of losses that all settings share: accurate to about
 * 1e-5, with no care for the direction of rounding.
 */
export function dpsgdDirections(noise: number, rate: number, steps: number): Directions {
  const bell = (z: number) => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
  const nodes = 20_000;
  const [low, high] = [-11 * noise, 1 + 11 * noise];
  const width = (high - low) / nodes;
  // The law of the loss ln P / Q of one step, under P and under Q, around the loss 0 at SIZE / 2.
  const masses = [new Float64Array(SIZE), new Float64Array(SIZE)];
  for (let n = 0; n < nodes; n++) {
    const at = low + (n + 0.5) * width;
    const loss = Math.log1p(rate * Math.expm1((at - 0.5) / (noise * noise)));
    const q = (bell(at / noise) / noise) * width;
    const place = Math.min(SIZE - 2, loss / STEP + SIZE / 2);
    const below = Math.floor(place);
    for (const [law, mass] of [q * Math.exp(loss), q].entries()) {
      masses[law][below] += mass * (below + 1 - place);
      masses[law][below + 1] += mass * (place - below);
    }
  }
  const [underP, underQ] = masses.map((law) => power(law, steps));
  const count = SIZE / 2;
  const losses = Float64Array.from({ length: count }, (_, j) => (count - 1 - j) * STEP);
  const sums = (law: Float64Array, sign: 1 | -1) => {
    let sum = 0;
    return losses.map((_, j) => {
      sum += Math.max(0, law[SIZE / 2 + sign * (count - 1 - j)]);
      return sum;
    });
  };
  return {
    remove: { x: sums(underQ, 1), y: sums(underP, 1), losses },
    add: { x: sums(underP, -1), y: sums(underQ, -1), losses },
  };
}

/** The law of a sum of so many, each with its zero at the middle of the array. */
function power(law: Float64Array, steps: number): Float64Array {
  const fft = new FFT(SIZE);
  const input = new Array<number>(SIZE);
  for (let i = 0; i < SIZE; i++) input[i] = law[(i + SIZE / 2) % SIZE];
  const spectrum = fft.createComplexArray();
  fft.realTransform(spectrum, input);
  fft.completeSpectrum(spectrum);
  for (let i = 0; i < SIZE; i++) {
    const [re, im] = [spectrum[2 * i], spectrum[2 * i + 1]];
    const size = Math.exp(0.5 * steps * Math.log(re * re + im * im));
    const angle = steps * Math.atan2(im, re);
    spectrum[2 * i] = size * Math.cos(angle);
    spectrum[2 * i + 1] = size * Math.sin(angle);
  }
  const back = fft.createComplexArray();
  fft.inverseTransform(back, spectrum);
  return Float64Array.from({ length: SIZE }, (_, i) => back[2 * ((i + SIZE / 2) % SIZE)]);
}

/** The curve whose profile is the mean of the profiles of both directions: the points of equal slope, averaged. */
export function meanDirection({ remove, add }: Directions): DirectionCurve {
  const mean = (a: Float64Array, b: Float64Array) => a.map((value, j) => 0.5 * (value + b[j]));
  return { x: mean(remove.x, add.x), y: mean(remove.y, add.y), losses: remove.losses };
}

/** The symmetric curve of which this is the upper part, as the tests take it. */
export function symmetricCurve(whole: DirectionCurve, name: string): TradeOff {
  // Where there is mass that doubles resolve.
  const first = Math.max(
    1,
    whole.x.findIndex((x) => x > 1e-14),
  );
  const [x, y] = [whole.x, whole.y].map((values) => Float64Array.from([0, ...values.subarray(first)]));
  const losses = Float64Array.from([whole.losses[first], ...whole.losses.subarray(first)]);
  const last = x.length - 1;
  const offset = y[last] - x[last];
  const pieceOf = (values: Float64Array, at: number) => {
    let [low, high] = [0, last];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (values[middle] < at) low = middle;
      else high = middle;
    }
    return high;
  };
  const along = (from: Float64Array, to: Float64Array, at: number) => {
    const j = pieceOf(from, at);
    const width = from[j] - from[j - 1];
    return width > 0 ? to[j - 1] + ((to[j] - to[j - 1]) * (at - from[j - 1])) / width : to[j];
  };
  const rise = (at: number) => (at >= x[last] ? at + offset : along(x, y, Math.max(0, at)));
  const sink = (at: number) => (at >= y[last] ? at - offset : along(y, x, Math.max(0, at)));
  return {
    name,
    relation: 'add-remove',
    symmetric: true,
    gap: 1e-5,
    fBar: (at) => (at >= 1 ? 1 : Math.min(1, rise(at), 1 - sink(1 - at))),
    fBarInv: (at) => (at >= 1 ? 1 : Math.max(0, sink(at), 1 - rise(1 - at))),
    slope(at) {
      if (at < x[last]) return Math.exp(losses[pieceOf(x, at)]);
      return 1 - at >= y[last] ? 1 : Math.exp(-losses[pieceOf(y, 1 - at)]);
    },
    delta(epsilon) {
      const j = Math.min(last, Math.max(0, last - Math.floor(epsilon / STEP)));
      let most = 0;
      for (let i = Math.max(0, j - 2); i <= Math.min(last, j + 2); i++)
        most = Math.max(most, y[i] - Math.exp(epsilon) * x[i]);
      return most;
    },
    epsilon: (delta) => epsilonOf(x, y, delta),
    epsilonLower: (delta) => epsilonOf(x, y, delta),
  };
}

function epsilonOf(x: Float64Array, y: Float64Array, delta: number): number {
  let most = 0;
  for (let j = 1; j < x.length; j++) if (y[j] > delta) most = Math.max(most, Math.log((y[j] - delta) / x[j]));
  return most;
}
