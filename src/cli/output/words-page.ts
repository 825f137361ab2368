import { VERSION } from '../shell/version.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => ENTITIES[each]);

/** A result in words as one HTML page that loads nothing, in the reader's colours. */
export function wordsPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="onerun ${escaped(VERSION)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem } pre { white-space: pre-wrap }</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<pre>${escaped(text)}</pre>
</main>
<footer><p>Made by onerun ${escaped(VERSION)}, ${new Date().toISOString()}</p></footer>
</body>
</html>
`;
}
