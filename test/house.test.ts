import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

function sourcesBelow(folder: string): { path: string; text: string }[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${root}${folder}/${name}`, 'utf8') }));
}

const SOURCES = ['src', 'web/src'].flatMap(sourcesBelow);

test('no two exported things have one name', () => {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of SOURCES)
    for (const [, name] of text.matchAll(
      /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm,
    ))
      places.set(name, (places.get(name) ?? new Set()).add(path));
  const shared = [...places].filter(([, paths]) => paths.size > 1);
  expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
});

test('the theorems that comments and pages name are proved in Coq, and the code that relies on them is there', () => {
  const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
  const proved = [...read('proofs/assumptions.v').matchAll(/^Print Assumptions (\w+)\.$/gm)].map(
    ([, name]) => name,
  );
  const cited = SOURCES.flatMap(({ text }) => [...text.matchAll(/^ \* In Coq: (.*) \(proofs\/(.*)\)\.$/gm)]);
  const rows = [
    ...read('docs/theorems/rounds.md').matchAll(/^\| .* \| (`[\w`, ]+`) \| (`[\w`, ]+`|none yet) \|$/gm),
  ];
  expect(cited.length).toBeGreaterThan(9);
  expect(rows.length).toBeGreaterThan(9);
  const namesIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  for (const [, names] of [...cited, ...rows]) expect(proved).toEqual(expect.arrayContaining(namesIn(names)));
  for (const [, names, files] of cited) {
    const text = files.split(', ').map((file) => read(`proofs/${file}`));
    for (const name of namesIn(names)) expect(text.join('\n')).toContain(`Theorem ${name} `);
  }
  for (const [, , code] of rows)
    for (const name of namesIn(code))
      expect(
        SOURCES.some(({ text }) => new RegExp(`^export (function|class) ${name}\\b`, 'm').test(text)),
      ).toBe(true);
});

test('comments are no wider than the code', () => {
  const wide = SOURCES.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, i) =>
        line.length > 110 && /^\s*(\*|\/\/|\/\*\*)/.test(line) ? [`${path}:${i + 1}`] : [],
      ),
  );
  expect(wide).toEqual([]);
});

test('folders of more than fifteen files have subfolders', () => {
  const folders = new Map<string, number>();
  for (const { path } of SOURCES) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const crowded = [...folders].filter(
    ([folder, files]) =>
      files > 15 &&
      !SOURCES.some(
        ({ path }) => path.startsWith(`${folder}/`) && path.slice(folder.length + 1).includes('/'),
      ),
  );
  expect(crowded).toEqual([]);
});
