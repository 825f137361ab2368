/** The names that pictures of an audit may have. */
export const AUDIT_PLOT_NAMES = ['scores', 'roc', 'budgets', 'bounds'] as const;
