import { statSync } from 'node:fs';
import { posix } from 'node:path';
import { FILES, placeOf } from '../addresses.ts';
import type { MarkdownIt, PageEnv } from './markdown-it.ts';

/** An address of another host, or one within the page. */
const NOT_RELATIVE = /^([a-z]+:|\/|#)/i;

/**
 * Links between files of the repository, which work on a code host, become links between pages of the site. A file or
 * folder that is no page is noted in `linked` and linked to where the site has its copy.
 */
export function repositoryLinks(md: MarkdownIt, root: string, linked: Set<string>): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page = fileOf(env, root);
    const folder = posix.dirname(page);
    const here = posix.dirname(placeOf(page) ?? '');
    // Relative, so that pages do not depend on the path of the site.
    const to = (place: string) => `./${posix.relative(here, place)}`;
    for (const { children } of tokens)
      for (const token of children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (href === null || NOT_RELATIVE.test(href)) continue;
        const [path, anchor] = href.split('#');
        const file = posix.join(folder, decodeURI(path)).replace(/\/$/, '');
        const place = placeOf(file);
        if (place !== null) {
          token.attrSet('href', `${to(place)}${anchor === undefined ? '' : `#${anchor}`}`);
          continue;
        }
        linked.add(file);
        const index = statSync(posix.join(root, file)).isDirectory() ? '/index.html' : '';
        token.attrSet('href', to(`${FILES}/${file}${index}`));
        // The router of the site knows pages only.
        token.attrSet('target', '_self');
      }
  });
}

/** The file of a page as it lies in the repository. */
export function fileOf(env: PageEnv, root: string): string {
  return posix.relative(root, env.realPath ?? env.path);
}
