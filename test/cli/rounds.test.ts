import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { roundsPlanSchema, roundsSchema } from '../../src/cli/rounds/rounds-schema.ts';
import { rounds } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { onerun } from '../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'onerun-rounds-'));
const file = (name: string) => join(folder, name);
const CLAIM = 'dpsgd(noise=1, rate=0.1, steps=60)';

/** Rounds of 80 canaries as a table; those in `lost` are left out. */
function table(sigma: number, rounds: number, lost: readonly number[] = []): string {
  const random = createRandom(`rounds ${sigma}`);
  const lines = ['round,canary,score,included'];
  for (let round = 1; round <= rounds; round++)
    for (let i = 0; i < 80; i++) {
      const bit = random.integer(2);
      const score = bit + sigma * random.normal();
      if (!lost.includes(round)) lines.push(`${round},c${i},${score},${bit}`);
    }
  return lines.join('\n');
}

beforeAll(() => {
  writeFileSync(file('half.csv'), table(0.5, 60, [7]));
  writeFileSync(file('honest.csv'), table(1, 60));
  const json = table(1, 60)
    .split('\n')
    .slice(1)
    .map((line) => {
      const [step, , score, included] = line.split(',').map(Number);
      return JSON.stringify({ step, score, included });
    });
  writeFileSync(file('honest.jsonl'), json.join('\n'));
});

const audited = (name: string, ...more: string[]) =>
  onerun(['audit', file(name), '--rounds', 'step', '--claim', CLAIM, ...more], undefined, 80);

test('noise that is short is refuted, within one screen', async () => {
  const { code, out } = await audited('half.csv');
  expect(code).toBe(1);
  const lines = out.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(18);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(out).toMatch(/^REFUTED at step \d of 60: dpsgd/);
  expect(out).toContain('1 without');
  expect(out.replaceAll('\n', ' ')).toContain('Not tested by rounds of one step: the sampler');
});

test('an honest training stands, and its result has the form that is published', async () => {
  const { code, out } = await audited('honest.csv', '--json');
  expect(code).toBe(0);
  const found = roundsSchema.parse(JSON.parse(out));
  expect(found).toMatchObject({ outcome: 'not-refuted', refuted: false, decidedBy: 'rounds' });
  expect(found.rounds).toMatchObject({ count: 60, claim: 'gaussian(sigma=1)', refutedAt: null });
  const lines = (await audited('honest.csv')).out.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(18);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('JSON Lines with a column step say the same', async () => {
  const evidence = async (name: string) => JSON.parse((await audited(name, '--json')).out).rounds.logEvidence;
  expect(await evidence('honest.jsonl')).toBe(await evidence('honest.csv'));
});

test('counts alone say the same with the bets of the plan', async () => {
  const plan = file('plan.json');
  const made = await onerun(['plan', '--rounds', '60', '-m', '80', '--claim', CLAIM, '--out', plan]);
  expect(made.code).toBe(0);
  expect(made.out.trimEnd().split('\n').length).toBeLessThanOrEqual(14);
  const fixed = roundsPlanSchema.parse(JSON.parse(readFileSync(plan, 'utf8')));
  expect(fixed.length).toBe('step');
  const { rounds } = JSON.parse((await audited('honest.csv', '--plan', plan, '--json')).out);
  const rows = rounds.perRound.flatMap(({ right }: { right: number[] }, i: number) =>
    right.map((count, j) => `${i + 1},80,${rounds.guesses[j]},${count}`),
  );
  writeFileSync(file('counts.csv'), ['round,canaries,guesses,right', ...rows].join('\n'));
  const counted = await audited('counts.csv', '--plan', plan, '--json');
  const found = JSON.parse(counted.out);
  expect(found.rounds.logEvidence).toBe(rounds.logEvidence);
  expect(found.notes.join()).toContain('only counts are known');
  expect((await audited('counts.csv')).code).toBe(0);
});

test('a plan whose bets are no evidence is refused', async () => {
  const plan = JSON.parse(readFileSync(file('plan.json'), 'utf8'));
  plan.experts[0].payoff.base *= 2;
  writeFileSync(file('altered.json'), JSON.stringify(plan));
  const { code, err } = await audited('half.csv', '--plan', file('altered.json'));
  expect(code).toBe(2);
  expect(err).toContain('invalid payoff; ');
});

test('a plan about other canaries is refused, by the library too', async () => {
  const plan = JSON.parse(readFileSync(file('plan.json'), 'utf8'));
  plan.experts[0].game.m = 1e6;
  writeFileSync(file('other.json'), JSON.stringify(plan));
  const { code, err } = await audited('half.csv', '--plan', file('other.json'));
  expect(code).toBe(2);
  expect(err).toContain('invalid game; ');
  expect(() => rounds(plan)).toThrow('invalid game; ');
});

test('a plan that says otherwise than what is typed is refused', async () => {
  const typed = (...more: string[]) =>
    onerun(['audit', file('half.csv'), '--plan', file('plan.json'), ...more]);
  const said = async (...more: string[]) => (await typed(...more)).err.replaceAll('\n', ' ');
  expect(await said('--rounds', 'step', '--claim', 'dpsgd(noise=2, rate=0.1, steps=60)')).toContain(
    'the plan is for',
  );
  expect(await said('--rounds', '5')).toContain('the plan is for rounds step');
  expect(await said('--rounds', 'step', '--tau', '0.1')).toContain('has fixed tau');
});

test('the same verdict stands in the page, the summary, the test results and one line', async () => {
  const [page, plots, summary, suite, data] = ['r.html', 'plots', 'r.md', 'r.xml', 'r.json'].map(file);
  const { code, out } = await audited(
    ...(['half.csv', '-q', '--report', page, '--plots', plots, '--junit', suite] as const),
    ...[`--markdown=${summary}`, `--json=${data}`],
  );
  expect(code).toBe(1);
  const { rounds, expected } = roundsSchema.parse(JSON.parse(readFileSync(data, 'utf8')));
  expect(expected?.honest[0]).toEqual([0, 0]);
  expect(expected?.violated.at(-1)?.[1]).toBeGreaterThan(3);
  const mark = `REFUTED at step ${rounds.refutedAt} of 60`;
  expect(out).toBe(`${mark}: ${CLAIM} does not hold (95% confidence at every moment).\n`);
  for (const written of [page, summary, suite]) expect(readFileSync(written, 'utf8')).toContain(mark);
  expect(readFileSync(page, 'utf8')).toContain('20 refutes the claim');
  expect(readFileSync(join(plots, 'evidence.svg'), 'utf8')).toContain('expected with half the noise');
  expect(readFileSync(suite, 'utf8')).toContain('failures="1"');
});

test('blind scores are skipped by continuous integration, and bad input is its error', async () => {
  const random = createRandom('blind');
  writeFileSync(
    file('blind.csv'),
    table(1, 60).replaceAll(/,[^,]+,([01])$/gm, (_, bit) => `,${random.normal()},${bit}`),
  );
  const { code, out } = await audited('blind.csv', '--junit', file('blind.xml'));
  expect(code).toBe(0);
  expect(out).toMatch(/^COULD NOT HAVE NOTICED: /);
  expect(readFileSync(file('blind.xml'), 'utf8')).toContain('skipped="1"');
  expect((await audited('none.csv', '--junit', file('none.xml'))).code).toBe(2);
  expect(readFileSync(file('none.xml'), 'utf8')).toContain('errors="1"');
});

test('a certificate proves every factor', async () => {
  const certificate = file('certificate.json');
  await audited('half.csv', '--certificate', certificate);
  const { code, out } = await onerun(['verify', certificate, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ valid: true, refuted: true, claim: 'gaussian(sigma=1)' });
});

test.each([
  [['--claim', 'gaussian(sigma=1)'], 'parts of a training'],
  [['--claim', 'dp-ftrl(noise=1)'], 'correlated over steps'],
  [[], 'rounds need the claim'],
  [['--claim', CLAIM, '--assignment', 'x.csv'], 'rounds know no assignment'],
  [['--claim', CLAIM, '--json', '--markdown'], 'give one of them a file'],
])('%j is refused', async (options, message) => {
  const { code, err } = await onerun(['audit', file('half.csv'), '--rounds', 'step', ...options]);
  expect(code).toBe(2);
  expect(err.replaceAll('\n', ' ')).toContain(message);
});

test('a file without rounds is refused', async () => {
  writeFileSync(file('one.csv'), 'score,included\n1,1\n0,0\n');
  const { code, err } = await audited('one.csv');
  expect(code).toBe(2);
  expect(err).toContain("missing column 'round'");
});
