import katex from 'katex';
import type { MarkdownIt, PageEnv } from './markdown-it.ts';

/** Mathematics in a line: no space inside of the dollars, no digit after them, as code hosts read it. */
const INLINE = /\$((?:[^\s$\\]|\\.)(?:(?:[^$\\]|\\.)*?(?:[^\s$\\]|\\.))?)\$(?!\d)/y;
const BLOCK = /^\$\$\s*$/;

/** Formulas between dollars, as on code hosts, drawn by KaTeX while the site is built. */
export function math(md: MarkdownIt, hasMath: (env: PageEnv) => boolean): void {
  md.inline.ruler.after('escape', 'math', (state, silent) => {
    if (!hasMath(state.env)) return false;
    INLINE.lastIndex = state.pos;
    const found = INLINE.exec(state.src);
    if (found === null) return false;
    if (!silent) state.push('math_inline', 'span', 0).content = found[1];
    state.pos += found[0].length;
    return true;
  });
  md.block.ruler.before(
    'fence',
    'math',
    (state, first, end, silent) => {
      const line = (n: number) => state.src.slice(state.bMarks[n] + state.tShift[n], state.eMarks[n]);
      if (!hasMath(state.env) || !BLOCK.test(line(first))) return false;
      let last = first + 1;
      while (last < end && !BLOCK.test(line(last))) last++;
      if (last === end) return false;
      if (silent) return true;
      state.push('math_block', 'div', 0).content = state.getLines(first + 1, last, 0, false);
      state.line = last + 1;
      return true;
    },
    { alt: ['paragraph', 'list', 'blockquote'] },
  );
  md.renderer.rules.math_inline = (tokens, i) => `<span v-pre>${drawn(tokens[i].content, false)}</span>`;
  // What is wider than the page scrolls, and can be reached by keyboard.
  md.renderer.rules.math_block = (tokens, i) =>
    `<div v-pre class="formula" tabindex="0" role="group" aria-label="formula">${drawn(tokens[i].content, true)}</div>\n`;
}

const drawn = (tex: string, displayMode: boolean) =>
  katex.renderToString(tex, { displayMode, throwOnError: true, strict: 'error' });
