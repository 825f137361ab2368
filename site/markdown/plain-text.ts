import type { MarkdownIt } from './markdown-it.ts';

/** Text stays text: VitePress would run what stands between double braces. */
export function plainBraces(md: MarkdownIt): void {
  for (const name of ['text', 'code_inline'] as const) {
    const rule = md.renderer.rules[name];
    if (rule === undefined) throw new Error(`internal: no rule for ${name}`);
    md.renderer.rules[name] = (...given) => rule(...given).replaceAll('{{', '&#123;&#123;');
  }
}

/** Indented code can be scrolled by keyboard, like fenced code. */
export function plainCode(md: MarkdownIt): void {
  md.renderer.rules.code_block = (tokens, i) =>
    `<pre v-pre class="plain-code" tabindex="0"><code>${md.utils.escapeHtml(tokens[i].content)}</code></pre>\n`;
}

/** The anchor of a heading, as code hosts make it. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
