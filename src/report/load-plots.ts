/** Loads everything that draws. It uses a large library, so it is loaded when the first plot is wanted. */
export function loadPlots(): Promise<typeof import('./all-plots.ts')> {
  return import('./all-plots.ts');
}

/** The drawings of figures, which only `onerun reproduce` needs. */
export function loadFigurePlot(): Promise<typeof import('./figures/figure-plot.ts')> {
  return import('./figures/figure-plot.ts');
}
