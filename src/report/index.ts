export { auditHtml } from './audit-html.ts';
export { auditMarkdown } from './audit-markdown.ts';
export {
  auditSections,
  auditVerdict,
  type Making,
  type Piece,
  type Section,
  type Verdict,
} from './audit-sections.ts';
export type { Rows } from './audit-tables.ts';
export { auditText } from './audit-text.ts';
export { type BoundReport, type BoundWords, boundText, boundWords } from './bound-text.ts';
export { shellCommand } from './command.ts';
export { calibrationText, curveText } from './curve-text.ts';
export { count, lowerBound, percent, value } from './format.ts';
export { GLOSSARY } from './glossary.ts';
export { auditData, boundData, jsonText } from './json.ts';
export { type PlanWords, planText, planWords } from './plan-text.ts';
export type { Picture } from './plot-frame.ts';
export { PLOT_NAMES } from './plot-names.ts';
export { playedText, repeatedText } from './simulate-text.ts';
export { trainedText } from './train-text.ts';
export { verifyText } from './verify-text.ts';

/** The plots. The library that draws them is large, so they are loaded with the first. */
export function loadPlots(): Promise<typeof import('./plots.ts')> {
  return import('./plots.ts');
}
