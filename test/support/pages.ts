import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The pages of the documentation, by their paths, but for those that are made when the site is built. */
export const pages: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(api|reference)\//.test(name))
    .map((name) => `docs/${name}`),
];

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');
