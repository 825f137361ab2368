/** From the plain data of an audit, a bound or a plan to words, tables, plots and pages. */
export { escapeHtml, escapeXml } from './escape.ts';
export { type FigureReport, figuresNote, figureText } from './figures/figure-text.ts';
export { loadFigurePlot, loadPlots } from './load-plots.ts';
export { auditPage } from './page/audit-page.ts';
export { inlineSvg } from './page/inline-svg.ts';
export { ledgerHtml } from './page/ledger-html.ts';
export { manyPage } from './page/many-page.ts';
export type { PageScript } from './page/page-frame.ts';
export type { PageFigure, PageOptions } from './page/report-page.ts';
export { roundsHtml } from './page/rounds-html.ts';
export { wordsPage } from './page/words-page.ts';
export type { PlotDocument } from './plots/sheet/document.ts';
export type { Picture } from './plots/sheet/frame.ts';
export {
  type AnswerWords,
  assumedClause,
  type ProvedWords,
  VERDICT_MARKS,
  verdictSentence,
} from './words/answer.ts';
export { auditMarkdown } from './words/audit/markdown.ts';
export {
  auditSections,
  auditVerdict,
  type ReportOrigin,
  type ReportSection,
  type SectionPiece,
  type VerdictWords,
} from './words/audit/sections.ts';
export { auditDetails, auditScreen, auditText } from './words/audit/text.ts';
export { AXIS } from './words/axes.ts';
export {
  type BoundWords,
  boundDetails,
  boundLine,
  boundScreen,
  boundText,
  boundWords,
} from './words/bound-text.ts';
export { laidOut } from './words/broken-lines.ts';
export { commitmentText, drawnText } from './words/canaries/drawn-text.ts';
export { type DrawnTexts, textCanariesWords } from './words/canaries/text-canaries-text.ts';
export { shellCommand } from './words/command.ts';
export { calibrationText, curveDetails, curveScreen, curveText } from './words/curve-text.ts';
export {
  formatCount,
  formatLowerBound,
  formatNumber,
  formatPercent,
  formatPower,
  formatPowerOfTen,
  formatPValue,
  formatShare,
} from './words/format.ts';
export { GLOSSARY } from './words/glossary.ts';
export { auditData, boundData, jsonText } from './words/json.ts';
export { auditJunit, failedJunit } from './words/junit/audit-junit.ts';
export { manyJunit } from './words/junit/many-junit.ts';
export { roundsJunit } from './words/junit/rounds-junit.ts';
export { ledgerData } from './words/ledger/ledger-data.ts';
export { ledgerMarkdown } from './words/ledger/ledger-markdown.ts';
export { ledgerSections, ledgerVerdict } from './words/ledger/ledger-sections.ts';
export {
  ledgerScreen,
  ledgerText,
  newLedgerDetails,
  newLedgerScreen,
  startedText,
} from './words/ledger/ledger-text.ts';
export { formatEvidence, type LedgerReport } from './words/ledger/ledger-words.ts';
export { manyData, manyText } from './words/many/many-words.ts';
export { type PlanWords, planScreen, planText, planWords } from './words/plan-text.ts';
export { type ProsePart, proseParts } from './words/prose.ts';
export { type ClaimRiskWords, claimRiskWords } from './words/risk-words.ts';
export { roundsPlanText } from './words/rounds/rounds-plan-text.ts';
export { roundsDetails, roundsMarkdown, roundsScreen } from './words/rounds/rounds-text.ts';
export { playedText, repeatedText } from './words/simulate-text.ts';
export { type TableData, tableText } from './words/table.ts';
export { trainedText } from './words/train-text.ts';
export { trustPairs } from './words/trust.ts';
export { evidenceVerifyText, verifyText } from './words/verify-text.ts';
