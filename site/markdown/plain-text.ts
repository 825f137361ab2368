import type { MarkdownIt } from './markdown-it.ts';

/** Text stays text: VitePress would run what stands between double braces. */
export function plainBraces(md: MarkdownIt): void {
  for (const name of ['text', 'code_inline'] as const) {
    const rule = md.renderer.rules[name];
    if (rule === undefined) throw new Error(`internal: no rule for ${name}`);
    md.renderer.rules[name] = (...given) => rule(...given).replaceAll('{{', '&#123;&#123;');
  }
}

/** The anchor of a heading, as code hosts make it. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
