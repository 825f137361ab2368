/** The names of all figures, in the order in which they are drawn: help lists them without loading any. */
export const FIGURE_NAMES = [
  'gaussian',
  'guesses',
  'buckets',
  'deltas',
  'cifar10',
  'runs',
  'dpsgd',
  'evidence',
  'power',
] as const;
