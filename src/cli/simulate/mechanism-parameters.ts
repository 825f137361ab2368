/** The parameters that each mechanism must have, and those that it may have. */
export const MECHANISM_PARAMETERS = {
  'gaussian-sum': { required: ['sigma'], optional: ['canarySize'] },
  'laplace-sum': { required: ['scale'], optional: ['canarySize'] },
  'randomized-response': { required: ['epsilon'], optional: [] },
  dpsgd: { required: ['noise', 'rate', 'steps'], optional: ['score', 'canarySize'] },
} as const;

/** The names of the built-in mechanisms. */
export const MECHANISMS = Object.keys(MECHANISM_PARAMETERS);
