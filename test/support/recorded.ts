import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { manifestSchema } from '../../src/cli/schemas/documents.ts';
import { onerun } from './cli.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The runs on CIFAR-10 that were recorded on a GPU. */
export const RECORDED = join(root, 'examples/cifar10');
export const RUNS: readonly string[] = readdirSync(RECORDED);

export function recordedManifest(name: string) {
  return manifestSchema.parse(JSON.parse(readFileSync(join(RECORDED, name, 'manifest.json'), 'utf8')));
}

/** The columns of the table in the docs: method and family. */
const COLUMNS = [
  ['steinke', 'approx-dp'],
  ['paper', 'gaussian'],
  ['optimal', 'gaussian'],
  ['optimal', 'dpsgd'],
] as const;

const documented = readFileSync(join(root, 'integrations/pytorch/README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

interface AuditResult {
  readonly observation: { readonly correct: number; readonly guesses: number };
  readonly results: readonly { readonly method: string; readonly family: string; readonly epsilon: number }[];
}

/** Audits a recorded run and compares it with its row in the docs; `searched`: with the noise of DP-SGD too. */
export async function expectDocumented(name: string, searched: boolean): Promise<void> {
  const parameters = recordedManifest(name).parameters as Record<string, number & string>;
  const { broken, noise } = parameters;
  const families = searched ? [] : ['--family', 'gaussian', '--family', 'approx-dp(delta=1e-5)'];
  const { code, out, err } = await onerun(['audit', join(RECORDED, name), ...families, '--json']);
  expect({ code, err }).toEqual({ code: broken === undefined ? 0 : 1, err: '' });
  const { results, observation }: AuditResult = JSON.parse(out);
  const columns = COLUMNS.filter(([, family]) => searched || family !== 'dpsgd');
  const [steinke, ...ours] = columns.map(
    ([method, family]) =>
      results.find((result) => result.method === method && result.family.startsWith(family))?.epsilon ?? NaN,
  );
  for (const epsilon of ours) expect(epsilon).toBeGreaterThan(1.25 * steinke);
  // Of every mechanism, as Steinke et al.'s bound is, Algorithm 3's is no better but where nearly every guess is right.
  const worstCase = (method: string) =>
    results.find((result) => result.method === method && result.family.startsWith('approx-dp'))?.epsilon ??
    NaN;
  expect(worstCase('paper') > steinke).toBe(name === 'epsilon-16' || name === 'no-clipping');
  expect(worstCase('optimal') / steinke).toBeGreaterThan(1.0025);
  expect(worstCase('optimal') / steinke).toBeLessThan(1.035);
  if (broken === undefined) for (const epsilon of ours) expect(epsilon).toBeLessThan(parameters.epsilon);

  const cells = documented.find(([first]) => first === `\`${name}\``) ?? [];
  expect(cells.slice(1, 8)).toEqual([
    `${noise}`,
    Number(parameters.steps).toLocaleString('en-US'),
    `${parameters.learningRate}`,
    `${parameters.views}`,
    `${(100 * parameters.averagedTestAccuracy).toFixed(1)}%`,
    `${Math.round(parameters.wallSeconds)} s`,
    `${observation.correct} / ${observation.guesses}`,
  ]);
  // Rounded down, as far as engines agree.
  [steinke, ...ours].forEach((epsilon, i) => {
    expect(Math.abs(epsilon - Number(cells[8 + i]) - 0.005)).toBeLessThan(0.0051);
  });
  await expectSum(name, observation.guesses, cells.slice(12));
}

/** The same at the paper's score: counts, Steinke et al.'s bound, Algorithm 3's and the optimal one. */
async function expectSum(name: string, guesses: number, cells: readonly string[]): Promise<void> {
  const scores = join(RECORDED, name, 'scores.csv');
  const families = ['--family', 'gaussian', '--family', 'approx-dp(delta=1e-5)'];
  const fixed = ['--score-column', 'sum', '--guesses', `${guesses}`];
  const { out } = await onerun(['audit', scores, ...fixed, ...families, '--json']);
  const { results, observation }: AuditResult = JSON.parse(out);
  expect(cells[0]).toBe(`${observation.correct} / ${guesses}`);
  for (const [i, [method, family]] of COLUMNS.slice(0, 3).entries()) {
    const found = results.find((result) => result.method === method && result.family.startsWith(family));
    expect(Math.abs((found?.epsilon ?? NaN) - Number(cells[1 + i]) - 0.005)).toBeLessThan(0.0051);
  }
}
