export { auditHtml } from './audit-html.ts';
export { auditMarkdown } from './audit-markdown.ts';
export { auditText } from './audit-text.ts';
export { boundText } from './bound-text.ts';
export { calibrationText, curveText } from './curve-text.ts';
export { value } from './format.ts';
export { playedText, repeatedText } from './simulate-text.ts';
export { trainedText } from './train-text.ts';
export { verifyText } from './verify-text.ts';
