import { type CurveFault, findCurveFault, type Point } from '../../src/claims/curves/validate.ts';

/** The first fault of a curve given as a function, seen at `samples` evenly spaced points. */
export function findFunctionFault(f: (alpha: number) => number, samples = 1001): CurveFault | null {
  return findCurveFault(
    Array.from({ length: samples }, (_, i): Point => [i / (samples - 1), f(i / (samples - 1))]),
  );
}
