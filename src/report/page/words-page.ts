import { escapeHtml } from '../escape.ts';
import { paragraphHtml } from './html.ts';
import { pageFrame } from './page-frame.ts';

/** A result in words as one HTML page: the text as it stands in a terminal. */
export function wordsPage(
  { title, text }: { readonly title: string; readonly text: string },
  { version, date }: { readonly version: string; readonly date: string },
): string {
  const body = `<main>
<h1>${escapeHtml(title)}</h1>
<pre>${escapeHtml(text)}</pre>
</main>
<footer>${paragraphHtml(`Made by onerun ${version}, ${date}`)}</footer>`;
  return pageFrame(title, version, body);
}
