import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun, words } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();
cpSync(fileURLToPath(new URL('../../examples', import.meta.url)), join(folder, 'examples'), {
  recursive: true,
});
const random = createRandom('blind').split('coins');
const blind = Array.from(
  { length: 1000 },
  (_, i) => `${i},${random.uniform()},${random.uniform() < 0.5 ? 1 : 0}`,
);
const single = readFileSync(join(folder, 'examples/single-canary.csv'), 'utf8').split('\n').slice(0, 31);
writeFileSync(join(folder, 'single.csv'), single.join('\n'));
writeFileSync(join(folder, 'blind.csv'), `id,score,included\n${blind.join('\n')}\n`);

const CLAIM = ['--claim', 'gaussian(sigma=1)'];
const DPSGD = ['--claim', 'dpsgd(noise=1, rate=0.05, steps=200)'];
const RUNS = [1, 2, 3].map((run) => `examples/mnist-runs/short-0${run}.csv`);

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'audit-refuted': ['audit', 'examples/half-noise.csv', ...CLAIM, '--seed', '1'],
  'audit-not-refuted': [
    ...['audit', 'examples/sound.csv', ...CLAIM, '--seed', '1', '--guesses', '100,300', '--sides', 'in'],
    ...[
      '--delta',
      '1e-6',
      '--confidence',
      '0.9',
      '--family',
      'gaussian',
      '--violation',
      'gaussian(sigma=0.4)',
    ],
  ],
  'audit-blind': ['audit', 'blind.csv', ...CLAIM, '--seed', '1'],
  'audit-several-runs': [
    ...['audit', ...RUNS, ...DPSGD, '--seed', '1', '--guesses', '44', '--at-least', '33'],
    ...['--model', 'dpsgd(noise=1, rate=0.05, steps=200)', '--require-power', '0.999'],
  ],
  'audit-options': ['audit', 'examples/reconstruction.csv', ...CLAIM, '--seed', '1', '--options', '5'],
  'audit-threshold': words('audit single.csv --threshold 0.5 --same-canary --seed 1'),
  bound: [...words('bound -m 1000 -g 100 -c 90 --delta 1e-5,1e-6'), ...CLAIM],
  plan: [...words('plan -m 1000 --seed 1 --lower-is-in --score-column loss --sides out'), ...CLAIM],
  'plan-several-runs': [...words('plan -m 300 --runs 5 --seed 1'), ...CLAIM],
  curve: ['curve', ...CLAIM],
  'ledger-show': words('ledger show examples/ledger.jsonl'),
  simulate: words('simulate --mechanism gaussian-sum --sigma 1 -m 300 --bug half-noise --repeat 20'),
};

/** JSON with numbers of nine digits: the last ones of what proves nothing differ between engines. */
function pinned(value: unknown): string {
  const rounded = (key: string, found: unknown) => {
    if (key === 'version') return 'VERSION';
    return typeof found === 'number' ? Number(found.toPrecision(9)) : found;
  };
  return `${JSON.stringify(value, rounded, 1)}\n`;
}

const golden = (name: string) => fileURLToPath(new URL(`../golden/answers/${name}`, import.meta.url));

test.each(Object.entries(COMMANDS))('the answer of %s is as it was', async (name, args) => {
  const { code, out, err } = await onerun([...args, '--json'], folder);
  const answer = { code, err: err === '' ? [] : err.trimEnd().split('\n'), json: JSON.parse(out) };
  await expect(pinned(answer)).toMatchFileSnapshot(golden(`${name}.json`));
});

test('scores made from losses are as they were', async () => {
  const args = words('score examples/signals/plain/target.csv --kind loss');
  const { code, out } = await onerun(args, folder);
  expect(code).toBe(0);
  await expect(`${out.split('\n').slice(0, 8).join('\n')}\n`).toMatchFileSnapshot(golden('score.csv'));
});

test('a certificate is as it was', async () => {
  const path = join(folder, 'certificate.json');
  const args = ['bound', ...words('-m 100 -g 20 -c 19 --family gaussian --certificate'), path];
  expect((await onerun(args)).code).toBe(0);
  await expect(pinned(JSON.parse(readFileSync(path, 'utf8')))).toMatchFileSnapshot(
    golden('certificate.json'),
  );
});
