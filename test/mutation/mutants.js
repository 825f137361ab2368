import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { mutationsOf } from './mutators.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const ROOMS = ['numerics', 'claims', 'bounds', 'audit'];

/** The files of the four rooms, relative to the root. */
export function roomFiles() {
  return ROOMS.flatMap((room) =>
    readdirSync(`${ROOT}src/${room}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `src/${room}/${name}`),
  ).sort();
}

export const parse = (path, text) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/** All mutants of a file: where, what is put there, and the line of it. */
function mutantsOf(path) {
  const source = parse(path, readFileSync(ROOT + path, 'utf8'));
  const found = [];
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const { kind, start, end, text } of mutationsOf(node, source)) {
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ path, line, kind, start, end, text, was: source.text.slice(start, end) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * The mutants of the four rooms in the order of a seed: by the hash of seed, place and replacement, so that the first
 * n are a random sample of all, and a change of one file leaves the order of the others alone.
 */
export function mutantsInOrder(seed) {
  const hashOf = (m) =>
    createHash('sha256').update(`${seed}:${m.path}:${m.start}:${m.end}:${m.text}`).digest('hex');
  return roomFiles()
    .flatMap(mutantsOf)
    .map((mutant) => ({ id: hashOf(mutant).slice(0, 12), ...mutant }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
