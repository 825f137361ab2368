import type { MarkdownIt } from './markdown-it.ts';

/** The title of a picture that is live on the site: the address within the app that it was taken from. */
const LIVE = /^live: (#\/\S+)$/;

/**
 * A picture whose title says `live: #/explore?...` is the app itself on the site, at that address. On a code host it
 * stays a picture.
 */
export function liveFigures(md: MarkdownIt): void {
  const picture = md.renderer.rules.image;
  if (picture === undefined) throw new Error('internal: no rule for pictures');
  md.renderer.rules.image = (tokens, i, options, env, self) => {
    const address = LIVE.exec(tokens[i].attrGet('title') ?? '')?.[1];
    if (address === undefined) return picture(tokens, i, options, env, self);
    const attribute = (text: string) => md.utils.escapeHtml(text);
    return `<LiveFigure address="${attribute(address)}" label="${attribute(tokens[i].content)}" />`;
  };
}
