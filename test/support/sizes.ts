import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What is loaded at once: a file and all that it imports when it starts, not what it imports later. */
function loadedAtOnce(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const code = readFileSync(path, 'utf8');
  for (const [, name] of code.matchAll(/(?:^|[\n;}])\s*(?:import|export)\b[^'"`;()]*?["'](\.[^"']+)["']/g))
    loadedAtOnce(normalize(join(dirname(path), name)), seen);
  return seen;
}

const zipped = (paths: Iterable<string>) =>
  Array.from(paths).reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);

/** Gzipped bytes of a built entry with all that it loads at once. */
export const entrySize = (path: string): number => zipped(loadedAtOnce(path));

/** Gzipped bytes of what a browser asks for before it shows the page: the page, its styles, its scripts. */
export function firstLoadSize(folder: string): number {
  const page = join(folder, 'index.html');
  const named = readFileSync(page, 'utf8').matchAll(/(?:src|href)="\.?\/?([^":]+\.(?:js|css))"/g);
  const files = new Set([page]);
  for (const [, name] of named)
    for (const path of name.endsWith('.js') ? loadedAtOnce(join(folder, name)) : [join(folder, name)])
      files.add(path);
  return zipped(files);
}
