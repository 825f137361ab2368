import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { NO_PAGES, placeOf, REWRITES } from '../addresses.ts';
import { copyLinked } from '../finish/files.ts';
import { BASE, makeRelative } from '../finish/relative-base.ts';
import { fileOf, repositoryLinks } from '../markdown/links.ts';
import { liveFigures } from '../markdown/live-figures.ts';
import { math } from '../markdown/math.ts';
import { anchorOf, plainBraces, plainCode } from '../markdown/plain-text.ts';
import { GROUPS } from '../sidebar.ts';

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const linked = new Set<string>();

/** What pages may load: what lies beside them. VitePress writes small scripts into its pages. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'";

const sidebar = GROUPS.map(({ name, entries }) => ({
  text: name,
  items: entries.map(([text, file]) => ({ text, link: `/${placeOf(file)}` })),
}));

export default defineConfig({
  title: 'onerun',
  description: 'Audit differential privacy from a single training run.',
  lang: 'en',
  base: BASE,
  srcDir: root,
  srcExclude: NO_PAGES,
  rewrites: REWRITES,
  outDir: join(root, 'site/dist'),
  cacheDir: join(root, 'node_modules/.vitepress'),
  head: [
    ['meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }],
    ['meta', { name: 'referrer', content: 'no-referrer' }],
    ['link', { rel: 'icon', href: `${BASE}app/icon.svg`, type: 'image/svg+xml' }],
  ],
  markdown: {
    linkify: false,
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { jsonl: 'json', coq: 'txt' },
    config(md) {
      repositoryLinks(md, root, linked);
      math(md, (env) => fileOf(env, root).startsWith('docs/theorems/'));
      liveFigures(md);
      plainBraces(md);
      plainCode(md);
    },
  },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/index.md' },
      { text: 'Concepts', link: '/concepts/one-run.md', activeMatch: '/concepts/' },
      { text: 'Reference', link: '/reference/command-line.md', activeMatch: '/reference/' },
      { text: 'Theorems', link: '/theorems/overview.md', activeMatch: '/theorems/' },
      { text: 'App', link: '/app/index.html', target: '_self' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    externalLinkIcon: false,
  },
  // The front page is plain Markdown like every other; how it is laid out is not its matter.
  transformPageData: ({ relativePath }) =>
    relativePath === 'index.md'
      ? { frontmatter: { pageClass: 'front', sidebar: false, aside: false, prev: false, next: false } }
      : {},
  async buildEnd({ outDir }) {
    rmSync(join(outDir, 'app'), { recursive: true, force: true });
    cpSync(join(root, 'dist/web'), join(outDir, 'app'), { recursive: true });
    copyLinked(root, outDir, linked);
    await makeRelative(outDir);
  },
});
