import { escapeHtml } from '../escape.ts';
import { AUDIT_CSS } from './audit-css.ts';

/** A script that a page may run, and the digest that its policy allows it by. */
export interface PageScript {
  readonly text: string;
  /** Of the text's UTF-8 bytes, in base64. */
  readonly sha256: string;
}

/** What a figure adds to the page around it. */
export interface PageExtras {
  readonly css: string;
  /** Runs before the body is there; null where nothing runs. */
  readonly script: PageScript | null;
}

const NO_EXTRAS: PageExtras = { css: '', script: null };

/**
 * The page's content security policy: nothing is fetched or sent, whatever the data contain, and nothing is
 * run but a script of the page's own, which may start itself as a worker.
 */
function policy(script: PageScript | null): string {
  const allowed = script === null ? '' : `; script-src 'sha256-${script.sha256}'; worker-src blob:`;
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'${allowed}`;
}

/** One HTML page that loads nothing, in the reader's colours. */
export function pageFrame(
  title: string,
  version: string,
  body: string,
  { css, script }: PageExtras = NO_EXTRAS,
): string {
  const run = script === null ? '' : `\n<script>${script.text}</script>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script)}">
<meta name="generator" content="onerun ${escapeHtml(version)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${AUDIT_CSS}${css}</style>${run}
</head>
<body>
${body}
</body>
</html>
`;
}
