export { figurePlot } from '../figures/figure-plot.ts';
export { auditPlots } from './audit-plots.ts';
export { boundsPlot } from './bounds-plot.ts';
export { curvePlot } from './curve-plot.ts';
export { profilePlot, tradeOffPlot } from './explore-plots.ts';
export { chancePlot, fractionPlot, growthPlot } from './learn-plots.ts';
export { canariesPlot, planPlot, powerPlot } from './plan-plot.ts';
