import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { blocksOf, innermost } from './counters.js';
import { ROOT, roomFiles } from './mutants.js';

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const read = (path) => readFileSync(ROOT + path, 'utf8');

/** The unit tests: those of vitest.unit.config.ts that put no module in another's place. */
function unitTestFiles() {
  return readdirSync(`${ROOT}test`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/\.(built|ci|slow|mocked)\.test\.ts$/.test(name))
    .map((name) => `test/${name}`)
    .sort();
}

/** The blocks of the rooms' files, numbered through. */
export function numberedBlocks() {
  const files = new Map();
  let next = 0;
  for (const path of roomFiles()) {
    const blocks = blocksOf(path, read(path));
    files.set(path, { first: next, blocks });
    next += blocks.length;
  }
  return { files, count: next };
}

/** Which source the results are about. */
export const roomsHash = () => hash(roomFiles().map(read).join('\0'));

/** Which blocks each unit test enters, measured once per test file and source, and kept in `place`. */
export async function coverage(place, ask, say) {
  const known = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
  const rooms = roomsHash();
  const tests = [];
  for (const [i, file] of unitTestFiles().entries()) {
    const key = `${rooms}-${hash(read(file))}-${file}`;
    if (known[key] === undefined) {
      known[key] = await ask({ cover: file, tag: `cover-${i}` });
      writeFileSync(place, JSON.stringify(known));
    }
    const { results = [], failed, seconds = 0 } = known[key];
    const faults = results.filter((result) => result.fault !== null);
    if (failed !== undefined) say(`left out: ${file}: ${failed}`);
    for (const { name, fault } of faults) say(`left out: ${file}: ${name}: ${fault.split('\n')[0]}`);
    for (const result of results) if (result.fault === null) tests.push({ ...result, loading: seconds });
  }
  return tests;
}

/**
 * The tests that can notice a mutant: cheapest first, and before others those of its own room, those that import its
 * file, those that enter little else and those of files that killed others of the same file. A mutant outside of all functions, or in one that runs when its file is loaded, takes part whenever its file does, or
 * where the file has no functions, a file that imports it.
 */
export function testsFor(mutant, files, tests, kills = new Kills()) {
  const { first, blocks } = files.get(mutant.path);
  const block = innermost(blocks, mutant);
  const room = mutant.path.split('/')[1];
  const costs = new Map();
  for (const test of tests) {
    const { file, seconds, loading, blocks: entered } = test;
    const near = (file.startsWith(`test/${room}/`) ? 0.2 : 1) * (importsOf(file).has(mutant.path) ? 0.2 : 1);
    costs.set(
      test,
      ((seconds + loading / 4) * near * (1 + entered.length / 200)) / kills.weight(file, mutant.path),
    );
  }
  const cost = (test) => costs.get(test);
  const entering = (wanted) =>
    tests.filter((test) => test.blocks.some(wanted)).sort((a, b) => cost(a) - cost(b));
  if (block > 0) {
    const found = entering((b) => b === first + block);
    // What no test enters may run when the file is loaded.
    if (found.length > 0) return found;
  }
  let paths = [mutant.path];
  for (let step = 0; step < 6; step++) {
    const ranges = paths
      .map((path) => files.get(path))
      .map(({ first: from, blocks: own }) => [from, from + own.length]);
    const found = entering((b) => ranges.some(([from, to]) => b > from && b < to));
    if (found.length > 0) return found;
    paths = importersOf(paths, files);
  }
  return [];
}

/** Which test files killed mutants, of all files and of each. */
export class Kills {
  #counts = new Map();

  add(test, path) {
    for (const key of [test, `${test} ${path}`]) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  weight(test, path) {
    return 1 + 0.1 * (this.#counts.get(test) ?? 0) + 5 * (this.#counts.get(`${test} ${path}`) ?? 0);
  }
}

const imported = new Map();

/** The modules that a test file imports itself. */
function importsOf(file) {
  if (!imported.has(file)) {
    const names = Array.from(read(file).matchAll(/from '(\.[^']+)'/g), ([, name]) => name);
    imported.set(file, new Set(names.map((name) => posix.join(posix.dirname(file), name))));
  }
  return imported.get(file);
}

function importersOf(paths, files) {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/')));
  return [...files.keys()].filter((path) => {
    const text = read(path);
    return names.some((name) => text.includes(`${name}'`));
  });
}
