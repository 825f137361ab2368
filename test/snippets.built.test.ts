import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import * as vitest from 'vitest';
import { expect, test } from 'vitest';
import * as onerun from '../src/index.ts';
import * as signals from '../src/signals/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The TypeScript of the documentation, as users copy it. */
const snippets = ['README.md', 'docs/mechanisms.md', 'docs/scores.md'].flatMap((page) =>
  [...readFileSync(`${root}${page}`, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code], i) => ({
    name: `${page} ${i + 1}`,
    path: `${root}snippet-${page.replace(/\W/g, '-')}-${i}.ts`,
    code,
  })),
);

test('the snippets compile under strict against the built types', () => {
  expect(snippets.length).toBeGreaterThan(2);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  };
  const texts = new Map(snippets.map(({ path, code }) => [path, code]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.getCurrentDirectory = () => root;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, language) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, language) : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  expect(problems).toEqual([]);
});

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

// Each snippet runs here, so that the tests it defines are tests of this file.
for (const { name, code } of snippets) {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const modules: Record<string, unknown> = { onerun, 'onerun/signals': signals, vitest };
  const run = new AsyncFunction('require', 'exports', outputText);
  await vitest.describe(name, async () => {
    await run((module: string) => modules[module], {});
    test('runs to its end', () => {});
  });
}
