import { printable } from '../../quote.ts';

/** Text from data, safe between tags and in double quotes, with nothing unseen in it but line ends. */
export function escapeXml(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
