import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'rolldown/utils';
import { blocksOf, withCounters } from './counters.js';
import { dependents } from './import-graph.js';
import { ROOT } from './mutants.js';

/**
 * Modules for one mutant: a file that is imported with ?v=TAG has its own imports tagged alike, so that each tag has
 * modules of its own. "mutant-ID" puts that mutant into its file; modules that do not depend on that file are shared by
 * all mutants, as "base". "cover-N" puts counters into the rooms' files.
 */
const STAND_IN = new URL('./stand-in.js', import.meta.url).href;
const OURS = [new URL('../../src/', import.meta.url).href, new URL('../', import.meta.url).href];
const HERE = new URL('./', import.meta.url).href;
let mutants = new Map();
let firstBlocks = new Map();
const plain = new Map();
const dependentsOf = dependents();

export function initialize(data) {
  mutants = new Map(data.mutants.map((mutant) => [mutant.id, mutant]));
  firstBlocks = new Map(data.firstBlocks);
}

export async function resolve(specifier, context, next) {
  const tag = /\?v=([\w-]+)$/.exec(context.parentURL ?? '')?.[1];
  if (tag !== undefined && specifier === 'vitest') return { url: STAND_IN, shortCircuit: true };
  const found = await next(specifier, context);
  const ours = OURS.some((folder) => found.url.startsWith(folder)) && !found.url.startsWith(HERE);
  if (tag === undefined || !ours || found.url.includes('?')) return found;
  const { path } = tag.startsWith('mutant-') ? mutants.get(tag.slice(7)) : {};
  const shared = path !== undefined && !dependentsOf(path).has(fileURLToPath(found.url).slice(ROOT.length));
  return { ...found, url: `${found.url}?v=${shared ? 'base' : tag}` };
}

export async function load(url, context, next) {
  const match = /^(.*\.tsx?)(?:\?v=([\w-]+))?$/.exec(url);
  if (match === null) return next(url, context);
  const path = fileURLToPath(match[1]);
  const name = path.slice(ROOT.length);
  const tag = match[2] ?? '';
  const mutant = tag.startsWith('mutant-') ? mutants.get(tag.slice(7)) : undefined;
  const first = tag.startsWith('cover-') ? firstBlocks.get(name) : undefined;
  if (mutant?.path !== name && first === undefined) {
    if (!plain.has(path)) plain.set(path, await javascript(path, readFileSync(path, 'utf8')));
    return { format: 'module', source: plain.get(path), shortCircuit: true };
  }
  const text = readFileSync(path, 'utf8');
  const changed =
    first === undefined
      ? text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end)
      : withCounters(text, blocksOf(path, text), first);
  return { format: 'module', source: await javascript(path, changed), shortCircuit: true };
}

async function javascript(path, text) {
  const { code, errors } = await transform(path, text, {
    target: 'es2022',
    tsconfig: false,
    jsx: { runtime: 'automatic', importSource: 'preact' },
  });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`);
  return code;
}
