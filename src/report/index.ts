export { type FigureReport, figuresNote, figureText } from './figures/text.ts';
export { auditHtml } from './page/audit-html.ts';
export type { Picture } from './plots/frame.ts';
export { PLOT_NAMES } from './plots/names.ts';
export { auditMarkdown } from './words/audit/markdown.ts';
export {
  auditSections,
  auditVerdict,
  type Making,
  type Piece,
  type Section,
  type Verdict,
} from './words/audit/sections.ts';
export type { Rows } from './words/audit/tables.ts';
export { auditText } from './words/audit/text.ts';
export { type BoundWords, boundText, boundWords } from './words/bound-text.ts';
export { shellCommand } from './words/command.ts';
export { calibrationText, curveText } from './words/curve-text.ts';
export { count, lowerBound, percent, value } from './words/format.ts';
export { GLOSSARY } from './words/glossary.ts';
export { auditData, boundData, jsonText } from './words/json.ts';
export { type PlanWords, planText, planWords } from './words/plan-text.ts';
export { playedText, repeatedText } from './words/simulate-text.ts';
export { trainedText } from './words/train-text.ts';
export { verifyText } from './words/verify-text.ts';

/** The plots. The library that draws them is large, so they are loaded with the first. */
export function loadPlots(): Promise<typeof import('./plots/plots.ts')> {
  return import('./plots/plots.ts');
}
