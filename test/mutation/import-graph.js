import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { ROOT } from './mutants.js';

/** For every module of sources and tests, those that it imports, also later on; relative to the root. */
function importsOfAll() {
  const files = ['src', 'test', 'web/src', 'bench', 'examples']
    .filter((folder) => existsSync(ROOT + folder))
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|m?js)$/.test(name) && !name.includes('node_modules'))
        .map((name) => `${folder}/${name}`),
    );
  return new Map(
    files.map((path) => {
      const named = readFileSync(ROOT + path, 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
      return [path, Array.from(named, ([, name]) => posix.join(posix.dirname(path), name))];
    }),
  );
}

/** Answers which modules depend on a given one, directly or through others, itself included. */
export function dependents() {
  const importers = new Map();
  for (const [path, imported] of importsOfAll())
    for (const name of imported) importers.set(name, [...(importers.get(name) ?? []), path]);
  const known = new Map();
  return (path) => {
    if (!known.has(path)) {
      const found = new Set([path]);
      for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer);
      known.set(path, found);
    }
    return known.get(path);
  };
}
