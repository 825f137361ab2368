import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a project does with each entry of the package. */
const USE = `
import { type AuditResult, audit, bound, drawCanaries, epsilon, refutes } from 'onerun';
import { bytesSource, readScores } from 'onerun/io';
import { createRandom } from 'onerun/numerics';
import { auditText, loadPlots } from 'onerun/report';
import { Trainer, type TrainSetting } from 'onerun/training';

const included = drawCanaries(100);
const result: AuditResult = audit({ scores: [...included], included }, { claim: 'gaussian(sigma=1)' });
const first: number | undefined = result.results[0]?.epsilon;
const proved: number | undefined = epsilon({ m: 100, correct: 90 }, 'gaussian')[0]?.epsilon;
const scores = readScores(bytesSource('scores.csv', new Uint8Array(0)));
const keeps: Promise<boolean> = refutes(
  (bits, random) => Array.from(bits, (bit) => bit + random.normal()),
  'perfect()',
  { m: 10 },
);
export const used = [first, proved, scores, keeps, bound, auditText(result), loadPlots, createRandom, Trainer];
export type Setting = TrainSetting;
`;

/** A project that has the built package and nothing else: no types of Node or the DOM, no optional packages. */
function project(): string {
  const folder = temporaryFolder();
  const installed = join(folder, 'node_modules', 'onerun');
  mkdirSync(installed, { recursive: true });
  for (const part of ['package.json', 'dist']) symlinkSync(join(root, part), join(installed, part));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'use.ts'), USE);
  return folder;
}

test.each([
  ['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
  ['nodenext', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
])('the types stand in a strict project that resolves like %s', (_, module, moduleResolution) => {
  const folder = project();
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: [],
    preserveSymlinks: true,
    module,
    moduleResolution,
  };
  const program = ts.createProgram([join(folder, 'use.ts')], options);
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  expect(problems).toEqual([]);
});
