/** So many of several runs have a picture of their own. */
export const PICTURED_RUNS = 12;

/** The names that pictures of an audit may have. */
export const AUDIT_PLOT_NAMES: readonly string[] = [
  'scores',
  'roc',
  'roc-log',
  'bounds',
  ...Array.from({ length: PICTURED_RUNS }, (_, i) => `run-${i + 1}`),
];
