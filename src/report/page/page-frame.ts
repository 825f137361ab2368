import { escapeHtml } from '../escape.ts';
import { AUDIT_CSS } from './audit-css.ts';

/** The page's content security policy: nothing is fetched or run, whatever the data contain. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** One HTML page that loads nothing, in the reader's colours. */
export function pageFrame(title: string, version: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="generator" content="onerun ${escapeHtml(version)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${AUDIT_CSS}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
