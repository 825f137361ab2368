/** Everything that draws, in one file of its own, so that it can be loaded when the first plot is wanted. */
export { figurePlot } from './figures/figure-plot.ts';
export { auditPlots } from './plots/audit-plots.ts';
export { boundsPlot } from './plots/bounds-plot.ts';
export { curvePlot } from './plots/curve-plot.ts';
export { profilePlot, tradeOffPlot } from './plots/explore-plots.ts';
export { chancePlot, fractionPlot, growthPlot } from './plots/learn-plots.ts';
export { canariesPlot, planPlot, powerPlot } from './plots/plan-plot.ts';
