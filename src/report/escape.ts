import { printable } from '../quote.ts';

/** Text from data, safe between tags and in double quotes; characters that cannot be seen are escaped, line ends excepted. */
export function escapeXml(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The same, safe in single quotes too. */
export function escapeHtml(text: string): string {
  return escapeXml(text).replaceAll("'", '&#39;');
}
