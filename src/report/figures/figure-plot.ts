import type { FigureLayout, FigureRow } from '../../figure-layout.ts';
import type { PlotDocument } from '../plots/sheet/document.ts';
import { cifar10Plot } from './cifar10-plot.ts';
import { deltasPlot } from './deltas-plot.ts';
import { dpsgdPlot } from './dpsgd-plot.ts';
import { methodsPlot } from './methods-plot.ts';
import { missingNoisePlot } from './missing-noise-plot.ts';
import { refutingPlot } from './refuting-plot.ts';

/** Draws a figure of `onerun reproduce` from its rows: a self-contained SVG. */
export function figurePlot(layout: FigureLayout, rows: readonly FigureRow[], document: PlotDocument): string {
  const { title, picture } = layout;
  switch (picture.kind) {
    case 'methods':
      return methodsPlot(title, picture, rows, document);
    case 'deltas':
      return deltasPlot(title, rows, document);
    case 'dpsgd':
      return dpsgdPlot(title, rows, document);
    case 'cifar10':
      return cifar10Plot(title, rows, document);
    case 'evidence':
      return refutingPlot(title, rows, document);
    case 'power':
      return missingNoisePlot(layout, rows, document);
  }
}
