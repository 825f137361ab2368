/**
 * The plots of audits, bounds, curves and plans, in one file of its own, so that it can be loaded when the
 * first is wanted.
 */
export { auditPlots } from './plots/audit-plots.ts';
export { boundsPlot } from './plots/bounds-plot.ts';
export { curvePlot } from './plots/curve-plot.ts';
export { evidencePlot, roundsPlot } from './plots/evidence-plot.ts';
export { canariesPlot, planPlot, powerPlot } from './plots/plan-plot.ts';
export { profilePlot } from './plots/profile-plot.ts';
