/** Markdown files outside docs/ that are pages of the site, and where they lie in it. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CONTRIBUTING.md': 'contributing.md',
};

/** Where VitePress puts the pages: docs/ is the root of the site. */
export const REWRITES: Record<string, string> = {
  ...OUTSIDE,
  'docs/api/README.md': 'api/index.md',
  'docs/:path(.*)': ':path',
};

/** Markdown files of the repository that are no pages. */
export const NO_PAGES = [
  '**/node_modules/**',
  'README.md',
  '.github/**',
  '{bench,dist,examples,integrations,out,proofs,python,schemas,site,src,test,web}/**',
];

/** The place of a Markdown file of the repository within the site, or null where it is no page. */
export function placeOf(file: string): string | null {
  if (file in OUTSIDE) return OUTSIDE[file];
  if (file === 'README.md') return 'index.md';
  if (file === 'docs/api/README.md') return 'api/index.md';
  return file.startsWith('docs/') && file.endsWith('.md') ? file.slice('docs/'.length) : null;
}

/** Where files that pages link to, but that are no pages, are copied to. */
export const FILES = 'files';
