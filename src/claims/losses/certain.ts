import { exp, ln } from '../../numerics/index.ts';
import type { ComposedLaw } from './compose.ts';
import { OUTSIDE_WINDOW } from './grid-choice.ts';

/** Tests that tell two neighbours apart, by falling loss: y no more than exact, x no less. */
export interface CertainTests {
  /** Their probabilities under the first law. */
  readonly y: Float64Array;
  /** Under the second. */
  readonly x: Float64Array;
}

/** Below this a sum of masses has no digits to be sure of. */
const LEAST_MASS = 1e-280;
/** How many times over rounding counts. */
const ROUNDING_SAFETY = 4;
/** More than the sources move from the ends of a run's law onto the grid, or leave out. */
const OUTSIDE_RUN = 1e-38;

/** What a composition's tests may be wrong by. */
export interface TestRounding {
  /** Relative. */
  readonly margin: number;
  /** The rounding of the transform while the laws were tilted. */
  readonly noise: number;
  readonly runs: number;
  /** The first law's own infinite mass. */
  readonly infinite: number;
}

/**
 * The tests "the rounded loss is at least this". Losses rounded at random to the grid, alike under both laws,
 * are post-processing of the mechanism: by Neyman and Pearson no test of them tells more than the mechanism
 * does, however coarse the grid. `rounded` is the law of `law`'s outcomes under the second, times e^loss.
 */
export function certainTests(
  law: ComposedLaw,
  rounded: ComposedLaw,
  step: number,
  { margin, noise, runs, infinite }: TestRounding,
): CertainTests {
  const first = Math.max(0, law.first, rounded.first);
  const last = Math.min(law.first + law.masses.length, rounded.first + rounded.masses.length) - 1;
  const size = Math.max(0, last - first + 1);
  const [x, y] = [new Float64Array(size), new Float64Array(size)];
  const tilted = ROUNDING_SAFETY * noise + 2 * OUTSIDE_WINDOW;
  // Both laws are tilted alike.
  const moreOfRounded = exp(rounded.log - law.log);
  let [top, bottom] = [0, 0];
  for (let n = 0; n < size; n++) {
    const i = last - n;
    const loss = i * step;
    const shrink = exp(-loss);
    top += law.masses[i - law.first];
    bottom += rounded.masses[i - rounded.first] * shrink;
    const lost = tilted * exp(law.log - law.tilt * loss);
    y[n] = (infinite + top) * (1 - margin) - lost - runs * OUTSIDE_RUN;
    x[n] = Math.max(0, bottom) * (1 + margin) + lost * moreOfRounded * shrink + LEAST_MASS;
  }
  return { x, y };
}

/** The largest epsilon that tests prove at delta: 0 where they prove none. */
export function certainEpsilon(all: readonly CertainTests[], delta: number): number {
  let most = 1;
  for (const { x, y } of all)
    for (let n = 0; n < x.length; n++) if (y[n] - delta > most * x[n]) most = (y[n] - delta) / x[n];
  return Math.max(0, ln(most) * (1 - 2 ** -50) - 2 ** -50);
}

/** The same with tests that are computed when the first epsilon is asked for. */
export function certainWhenAsked(tests: () => readonly CertainTests[]): (delta: number) => number {
  let known: readonly CertainTests[] | null = null;
  let compute: typeof tests | null = tests;
  return (delta) => {
    known ??= compute?.() ?? [];
    // What the tests are made of may go.
    compute = null;
    return certainEpsilon(known, delta);
  };
}
