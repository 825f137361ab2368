/** The names that pictures of an audit may have. */
export const PLOT_NAMES = ['scores', 'roc', 'budgets', 'bounds'] as const;
