import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditSchema } from '../../src/forms/index.ts';
import { onerun } from '../support/cli.ts';
import { noisySum } from '../support/scores.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();
const LABELS = ['b', 'a', 'c'];
const DESIGN = ['--claim', 'gaussian(sigma=1)', '--guesses', '60', '--at-least', '50', '--seed', '1'];

/** Three runs in files of their own, and in one whose rows are mixed. */
const paths = LABELS.toSorted().map((label) => join(folder, `${label}.csv`));
const mixed: string[] = [];
for (const label of LABELS) {
  const { scores, included } = noisySum(300, 0.5, label);
  const rows = Array.from(scores, (score, i) => `${i},${score},${included[i]}\n`);
  writeFileSync(join(folder, `${label}.csv`), `id,score,included\n${rows.join('')}`);
  mixed.push(...rows.map((row) => `${label},${row}`));
}
mixed.sort((x, y) => (x.slice(2) < y.slice(2) ? -1 : 1));
const whole = join(folder, 'runs.csv');
writeFileSync(whole, `run,id,score,included\n${mixed.join('')}`);

const withoutNames = (text: string) => {
  const { inputs, provenance, checks, ...rest } = JSON.parse(text);
  return { ...rest, checks: checks.length, seed: provenance.seed, inputs: inputs.length };
};

test('the runs of one file are audited as files of their own', async () => {
  const apart = await onerun(['audit', ...paths, ...DESIGN, '--json']);
  const together = await onerun(['audit', whole, ...DESIGN, '--json']);
  expect(apart.code).toBe(together.code);
  expect(withoutNames(together.out)).toEqual(withoutNames(apart.out));
  const found = JSON.parse(together.out);
  expect(auditSchema.safeParse(found).error).toBeUndefined();
  expect(found.inputs[0]).toMatchObject({ name: 'runs.csv, run a', file: 'runs.csv', run: 'a', rows: 300 });
  const { out } = await onerun(['audit', whole, ...DESIGN, '--details']);
  expect(out).toContain('Scores: runs.csv (3 runs), sha256');
  expect(out).toMatch(/run +guesses +right +at least 50 +scores\n +a +60/);
});

test('one sentence says what is wrong with the runs of a file', async () => {
  const one = join(folder, 'one.csv');
  writeFileSync(one, 'run,id,score,included\nx,1,1,1\nx,2,2,0\n');
  expect(await onerun(['audit', one, '--at-least', '1'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--at-least is for several runs'),
  });
  const uneven = join(folder, 'uneven.csv');
  writeFileSync(uneven, 'run,id,score,included\nx,1,1,1\nx,2,2,0\ny,1,3,1\n');
  expect(await onerun(['audit', uneven, '--at-least', '1', '--guesses', '1'])).toMatchObject({
    code: 2,
    err: 'runs must have the same design; uneven.csv, run x has 2 rows of membership, uneven.csv, run y 1 of membership\n',
  });
  expect(await onerun(['audit', whole, '--run-column', 'none'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('doubled id in runs.csv'),
  });
  expect(await onerun(['audit', whole, '--run-column', 'seed'])).toMatchObject({
    code: 2,
    err: expect.stringContaining("missing column 'seed' in runs.csv"),
  });
});
