import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { onerun, words } from '../support/cli.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FLAG = /(^|[^-\w])--[a-z]/;

/** The texts of a source file: strings, and templates piece by piece. */
function textsOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Names of colours in style sheets look like flags; a command line is made of them. */
const STYLES =
  /(css|style|palette|inline-svg|many-page|field-canvas|audit-html)\.ts$|(take.figure-command|text-canaries-text)\.ts$/;

test('no text of the library names a flag: its users are not all at a command line', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/^cli[\\/]/.test(file) && !STYLES.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const named = files.flatMap((file) =>
    textsOf(join(ROOT, 'src', file))
      .filter((text) => FLAG.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(named).toEqual([]);
});

test('the command line adds the flags of the options that a message names in words', async () => {
  for (const [args, message] of [
    [words('plan -m 100 --claim perfect()'), 'no usual violation of perfect(); state one (--violation)'],
    [
      words('bound -m 100 -c 60 --family gaussian(sigma=1)'),
      'invalid claim; a family leaves exactly one parameter out, and this is a whole claim: test it as a claim (column 1) (--claim)',
    ],
    [
      words('plan -m 100 -k 4 -g 10 --claim gaussian(sigma=1)'),
      'invalid guesses; a choice among candidates is planned without abstention: leave the guesses out (--guesses)',
    ],
    [
      words('simulate --mechanism gaussian-sum --sigma 1 -m 10 --bug same-noise'),
      'invalid bug; gaussian-sum has no steps, try the mechanism dpsgd: same-noise (--mechanism)',
    ],
  ] as const) {
    const { code, err } = await onerun(args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  }
});
