import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The path of the site while it is built. Afterwards every file is rewritten so that the site works under any path: pages
 * and styles get relative addresses, and scripts the path under which the page was found.
 */
export const BASE = '/onerun-site-base/';

/** In every page, before any script: where the root of the site is. */
const rootScript = (up: string) =>
  `<script>window.__onerunRoot=new URL(${JSON.stringify(up)},document.baseURI).pathname</script>`;

/** At the end of every page: links get whole paths, since they stay when another page is shown in their place. */
const LINK_SCRIPT = `<script>for(const a of document.querySelectorAll('a[href^="."],link[rel=icon]')){const u=new URL(a.href);a.setAttribute("href",u.pathname+u.search+u.hash)}</script>`;

/** Stands for the root of the site within the search index. */
const MARK = '@onerun-root@';

/** Makes a built site independent of the path under which it is served. */
export async function makeRelative(site: string): Promise<void> {
  for (const name of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    const kind = extname(name);
    if (!['.html', '.js', '.css'].includes(kind) || /^(app|files)\b/.test(name)) continue;
    const path = join(site, name);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(BASE)) continue;
    const up = posix.relative(posix.dirname(name), '.') || '.';
    const changed =
      kind === '.css'
        ? text.replaceAll(BASE, `${up}/`)
        : kind === '.html'
          ? pageWithRoot(text, up)
          : name.includes('localSearchIndex')
            ? await searchIndexWithRoot(path)
            : scriptWithRoot(text);
    if (changed.includes(BASE)) throw new Error(`internal: ${name} still names the path it was built for`);
    writeFileSync(path, changed);
  }
}

/** A text that begins with the base becomes the root and the rest of the text. */
function scriptWithRoot(text: string): string {
  const begun = new RegExp(`(?<=[=(,:+?&|{[ ]|return)(["'\`])${BASE}`, 'g');
  return text.replace(begun, (_, quote: string) => ` window.__onerunRoot+${quote}`);
}

/** The search index is one text, in which the addresses of pages stand. */
async function searchIndexWithRoot(path: string): Promise<string> {
  const { default: index } = (await import(pathToFileURL(path).href)) as { default: string };
  const marked = JSON.stringify(index.replaceAll(BASE, MARK));
  return `export default ${marked}.replaceAll(${JSON.stringify(MARK)},window.__onerunRoot);\n`;
}

/** Inline scripts name the base as JSON within a text; elsewhere it begins an address. */
function pageWithRoot(text: string, up: string): string {
  const base = JSON.stringify(JSON.stringify(BASE)).slice(1, -1);
  return text
    .replaceAll(base, '\\"" + window.__onerunRoot + "\\"')
    .replaceAll(BASE, `${up}/`)
    .replace('<head>', () => `<head>${rootScript(`${up}/`)}`)
    .replace('</body>', () => `${LINK_SCRIPT}</body>`);
}
