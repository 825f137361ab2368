/**
 * Normal and binomial functions that hold in the tails, root finding, quadrature, seeded random numbers;
 * exponentials and logarithms with the same bits in every engine.
 *
 * @module onerun/numerics
 */

export { cosm1, sin } from './angles.ts';
export { binomialPmf, binomialTail, logBinomialTail } from './binomial.ts';
export { choleskyInPlace, choleskySolve, innerProduct } from './cholesky.ts';
export {
  binomialLaw,
  type CountLaw,
  lawByRatios,
  meanOfLaw,
  mixedBinomialLaw,
  mixedLaw,
  sumLaw,
  tailsOfLaw,
} from './count-law.ts';
export { asinh, exp, expm1, ln, log1p, sinh } from './elementary.ts';
export { fourier, inverseFourier } from './fft.ts';
export { minimise } from './minimise.ts';
export {
  logNormalCdf,
  mills,
  millsGap,
  normalCdf,
  normalPdf,
  normalQuantile,
  normalSurvival,
} from './normal.ts';
export { GAUSS_LEGENDRE, gaussLegendre, normalMean, visitNodes } from './quadrature.ts';
export { createRandom, freshSeed, keyedOrder, type Random } from './random.ts';
export { type Bracket, findSignChange, firstAtLeast, firstWhere } from './root.ts';
export { nthLargest, topIndices } from './select.ts';
export { clopperPearsonLower, clopperPearsonUpper } from './statistics.ts';
