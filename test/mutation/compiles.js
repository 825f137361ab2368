import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { ROOT, roomFiles } from './mutants.js';

/** "Declared but never used" in its forms: a matter of tidiness, which makes no mutant invalid. */
const UNUSED = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205]);

/**
 * Whether the type checker accepts a mutant's own file, with the options of tsconfig.json: what it rejects cannot be
 * built, so that no test has to notice it. One language service holds all files; only the mutated one changes.
 */
function typeChecker() {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: roomFiles() },
    ts.sys,
    ROOT,
  );
  let changed = { path: '', text: '', version: 0 };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => roomFiles().map((path) => ROOT + path),
    getScriptVersion: (path) => (path === changed.path ? String(changed.version) : '0'),
    getScriptSnapshot(path) {
      const text = path === changed.path ? changed.text : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return ({ path, start, end, text }) => {
    const source = readFileSync(ROOT + path, 'utf8');
    changed = {
      path: ROOT + path,
      text: source.slice(0, start) + text + source.slice(end),
      version: changed.version + 1,
    };
    const faults = [
      ...service.getSyntacticDiagnostics(changed.path),
      ...service.getSemanticDiagnostics(changed.path),
    ];
    return faults.every(({ code }) => UNUSED.has(code));
  };
}

/** The same with a memory: answers about these sources are kept in `place`, one line each, and asked for once. */
export function rememberedTypes(place, rooms) {
  const lines = existsSync(place) ? readFileSync(place, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map();
  for (const { rooms: of, id, compiles } of lines.map((line) => JSON.parse(line)))
    if (of === rooms) known.set(id, compiles);
  let ask;
  return {
    compiles(mutant) {
      if (!known.has(mutant.id)) {
        ask ??= typeChecker();
        known.set(mutant.id, ask(mutant));
        appendFileSync(
          place,
          `${JSON.stringify({ rooms, id: mutant.id, compiles: known.get(mutant.id) })}\n`,
        );
      }
      return known.get(mutant.id);
    },
    isRejected: ({ id }) => known.get(id) === false,
  };
}
