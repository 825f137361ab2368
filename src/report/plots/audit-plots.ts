import type { AuditResult } from '../../audit/index.ts';
import { boundsPlot } from './bounds-plot.ts';
import { logRocPlot } from './log-roc-plot.ts';
import { rocPlot } from './roc-plot.ts';
import { scoresPlot } from './scores-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import type { Picture } from './sheet/frame.ts';

/**
 * The pictures of an audit, those that its data allow; `document` is the browser's or one that stands in for
 * it.
 */
export function auditPlots(result: AuditResult, document: PlotDocument): Picture[] {
  // A failed check voids every epsilon.
  const proved = result.outcome === 'no-verdict' ? [] : [boundsPlot];
  return [scoresPlot, rocPlot, logRocPlot, ...proved].flatMap((draw) => draw(result, document) ?? []);
}
