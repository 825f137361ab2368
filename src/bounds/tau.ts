/**
 * p-values below this are not told apart, and at levels below it nothing is rejected: near the end of the
 * doubles rounding has no direction.
 */
export const SMALLEST_TAU = 1e-300;
